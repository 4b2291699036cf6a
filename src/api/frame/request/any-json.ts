// Arbitrary JSON of a client, which is stored and returned unchanged. Values that JSON or SQLite would change are refused.

import * as v from 'valibot';
import type { Json } from '../../../../sim/index.ts';
import { parsedBy } from '../../../wire/parsed.ts';
import { noList } from '../../../wire/text/no-list.ts';
import { must } from '../errors/problems.ts';

const depthMax = 32;

type JsonObject = { readonly [member: string]: Json };

export function json() {
  return v.pipe(v.unknown(), bounded<unknown, Json>());
}

/** @param described further keywords of JSON Schema */
export function jsonObject(described: Readonly<Record<string, unknown>> = {}) {
  return v.pipe(anyObject, v.metadata(described), bounded<{ [member: string]: unknown }, JsonObject>());
}

const listed = noList(v.looseObject({}, must('an object')));
/** Any object as it was sent: valibot would drop members such as `__proto__` from its copy, without a word. */
const anyObject: typeof listed = {
  ...listed,
  '~run'(dataset, config) {
    const { value } = dataset;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return listed['~run'](dataset, config);
    return { typed: true, value } as never;
  },
};

function bounded<Sent, Kept extends Json>() {
  return parsedBy<Sent, Kept>((sent) => {
    const why = whyNot(sent, depthMax);
    return why === undefined ? { ok: true, value: sent as unknown as Kept } : { ok: false, why };
  });
}

function whyNot(value: unknown, levels: number): string | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : 'must not contain a number beyond 1.8e308';
  }
  if (typeof value === 'string') return whyNotText(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `must not be nested deeper than ${depthMax} levels`;
  for (const [member, inner] of Object.entries(value)) {
    if (member === '__proto__') return 'must not have a member "__proto__"';
    const why = whyNotText(member) ?? whyNot(inner, levels - 1);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyNotText(text: string): string | undefined {
  return text.isWellFormed() ? undefined : 'must not contain text that is not valid Unicode';
}
