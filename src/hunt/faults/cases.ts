// Faults as cases and results spell them, and the files of cases.

import * as v from 'valibot';
import { parseDuration } from '../../wire/time/durations.ts';
import {
  CALL_FAULTS,
  type CallFaultKind,
  type Fault,
  isCallFault,
  WORLD_FAULTS,
  type WorldFaultKind,
} from './faults.ts';

const duration = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDuration(dataset.value, { zero: true });
    if (parsed.ok) return parsed.value;
    addIssue({ message: parsed.why });
    return NEVER;
  }),
);

const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const callFault = v.strictObject({
  fault: v.picklist(Object.keys(CALL_FAULTS) as CallFaultKind[]),
  operation: v.pipe(v.string(), v.nonEmpty()),
  nth: positive,
  times: v.optional(positive, 1),
});

const worldFault = v.pipe(
  v.strictObject({
    fault: v.picklist(Object.keys(WORLD_FAULTS) as WorldFaultKind[]),
    at: duration,
    for: v.optional(duration, '0s'),
  }),
  v.transform(({ fault, at, for: forMs }) => ({ fault, atMs: at, forMs })),
);

const seed = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const caseFile = v.strictObject({
  scenario: v.pipe(v.string(), v.nonEmpty()),
  step: duration,
  cases: v.pipe(
    v.array(
      v.strictObject({
        seed,
        kind: v.string(),
        faults: v.array(v.variant('fault', [callFault, worldFault])),
        hash: v.optional(v.string()),
      }),
    ),
    v.minLength(1, 'must have a case'),
  ),
});

/** A file of cases: runs that failed. */
export type CaseFile = v.InferOutput<typeof caseFile>;

/** @throws Error with all that is wrong */
export function readCases(text: string): CaseFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`);
  }
  const parsed = v.safeParse(caseFile, json);
  if (parsed.success) return parsed.output;
  throw new Error(
    parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`).join('; '),
  );
}

/** A fault as JSON. */
export function spelled(fault: Fault): object {
  if (isCallFault(fault)) return fault;
  const { fault: kind, atMs, forMs } = fault;
  return { fault: kind, at: durationOf(atMs), ...(forMs > 0 && { for: durationOf(forMs) }) };
}

/** Such as `2m30s`; exact for whole seconds. */
export function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? `${count}${unit}` : [])).join('') || '0s';
}
