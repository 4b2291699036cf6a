// A form: sends what the user has entered, and shows what the server objects to at the fields that it names.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refresh } from '../live/live.ts';
import { sentenceOf } from '../session/failure-texts.ts';
import { type Problem, Refusal } from '../session/server-call.ts';
import { sentences } from '../text/plain.ts';
import type { Field, Values } from './field.ts';
import { Fields, isAt } from './fields.tsx';
import { BadEntry, bodyOf } from './form-body.ts';

interface Described {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly change: (values: Values) => void;
  /** The words on the button that sends. */
  readonly action: string;
  readonly testId: string;
  readonly send: (body: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Closes the form; a form of a page has none. */
  readonly cancel?: () => void;
  /** Between the fields and the buttons. */
  readonly children?: ComponentChildren;
}

interface Refused {
  /** What was sent. */
  readonly values: Values;
  readonly problems: readonly Problem[];
  /** What no field shows. */
  readonly rest: string;
}

export function Form({ fields, values, change, action, testId, send, cancel, children }: Described) {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Refused>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
  }, [refused]);
  const problems = refused?.problems.filter(
    ({ field }) => entryAt(refused.values, field, fields) === entryAt(values, field, fields),
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setRefused(undefined);
    try {
      await send(bodyOf(fields, values));
    } catch (error) {
      setRefused({ values, ...refusedOf(error, fields) });
    } finally {
      setSending(false);
      refresh();
    }
  };
  return (
    <form class="form" ref={form} onSubmit={submit} noValidate>
      <Fields fields={fields} values={values} change={change} problems={problems ?? []} />
      {children}
      <p role="alert" class="problem">
        {JSON.stringify(refused?.values) === JSON.stringify(values) && refused!.rest}
      </p>
      <div class="buttons">
        <button type="submit" class="primary" data-testid={testId} disabled={isSending}>
          {action}
        </button>
        {cancel && (
          <button onClick={cancel} data-testid="cancel">
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

/** The entry of the field at the path of a problem, as JSON. Once it is changed, the problem may be gone. */
function entryAt(values: Values, path: string, fields: readonly Field[]): string {
  const field = fields.find(({ name }) => isAt({ field: path, message: '' }, name));
  if (field === undefined) return '';
  const entry = values[field.name];
  const [, number, rest] = /^\[(\d+)\]\.?(.*)$/.exec(path.slice(field.name.length)) ?? [];
  if (field.kind !== 'rows' || number === undefined || !Array.isArray(entry)) return JSON.stringify(entry);
  const row: Values | undefined = entry[Number(number)];
  return row === undefined || rest === '' ? JSON.stringify(row) : entryAt(row, rest, field.fields ?? []);
}

function refusedOf(error: unknown, fields: readonly Field[]): Omit<Refused, 'values'> {
  if (error instanceof BadEntry) return { problems: [error.problem], rest: '' };
  const problems = error instanceof Refusal ? error.problems : [];
  const others = problems.filter((problem) => !fields.some(({ name }) => isAt(problem, name)));
  if (problems.length === 0) return { problems, rest: sentenceOf(error) };
  return { problems, rest: sentences(others, fields) };
}
