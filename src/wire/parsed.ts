import * as v from 'valibot';

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `why` continues a sentence that begins with the name of the field. */
  | { readonly ok: false; readonly why: string };

/** A step of a schema that converts what was sent, or reports why it is refused. */
export function parsedBy<Sent, Value>(parse: (sent: Sent) => Parsed<Value>) {
  return v.rawTransform<Sent, Value>(({ dataset, addIssue, NEVER }) => {
    const parsed = parse(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue({ message: parsed.why });
    return NEVER;
  });
}
