// Parses --vary POINTER=V1,V2,…

import { badUsage } from '../../../../arguments/command-failure.ts';
import { tokensOf } from '../../../../studies/varied/pointer.ts';
import type { VariedMember } from '../../../../studies/varied/settings.ts';
import { type Json, parseValue, rangeOf, splitValues } from '../../../../studies/varied/values.ts';
import { clip } from '../../../../wire/text/clip.ts';
import { RUNS_MAX } from './list-flags.ts';

/** What these members are varied with instead. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '/seed': 'give seeds with --seeds',
  '/scheduler/queue': 'give queue policies with --queue',
  '/scheduler/placement': 'give placement policies with --placement',
  '/scheduler':
    'give one of its members, such as /scheduler/workspaceLimit; policies have --queue and --placement',
};

/** A repeated flag adds a member, or values to a known one. */
export function parseVary(text: string, before: readonly VariedMember[] = []): VariedMember[] {
  const equals = text.indexOf('=');
  const pointer = equals < 0 ? text : text.slice(0, equals);
  const shown = JSON.stringify(clip(pointer));
  const right = 'a JSON Pointer and values, such as /clusters/0/nodes/0/count=4,8';
  if (equals < 0) throw badUsage(`--vary takes ${right}, not ${shown}`);
  if (tokensOf(pointer) === undefined) {
    const why = pointer.startsWith('/')
      ? 'in a JSON Pointer, ~ is written ~0 and / in a name ~1'
      : `a JSON Pointer begins with /${pointer === '' ? ' and has a name' : ''}`;
    throw badUsage(`--vary takes ${right}, not the pointer ${shown}: ${why}`);
  }
  if (Object.hasOwn(OTHERWISE, pointer))
    throw badUsage(`--vary does not take ${pointer}; ${OTHERWISE[pointer]}`);
  const around = before.find((other) => isWithin(other.pointer, pointer) || isWithin(pointer, other.pointer));
  if (around !== undefined) {
    throw badUsage(`--vary ${clip(pointer)} and --vary ${clip(around.pointer)} overlap; give one of them`);
  }
  const known = before.find((other) => other.pointer === pointer);
  const values = distinct(pointer, [...(known?.values ?? []), ...valuesOf(text.slice(equals + 1), pointer)]);
  const member = { pointer, values };
  return known === undefined
    ? [...before, member]
    : before.map((other) => (other === known ? member : other));
}

const isWithin = (inner: string, outer: string) => inner.startsWith(`${outer}/`);

function valuesOf(text: string, pointer: string): Json[] {
  const values: Json[] = [];
  for (const part of splitValues(text)) {
    if (part.trim() === '') {
      throw badUsage(`--vary ${clip(pointer)} has an empty value; write "" for an empty string`);
    }
    const range = rangeOf(part);
    if (range === undefined) values.push(parseValue(part));
    else {
      const { first, last } = range;
      if (last < first) {
        throw badUsage(`--vary ${clip(pointer)}=${part} runs backwards; did you mean ${last}..${first}?`);
      }
      checkCount(pointer, values.length + last - first + 1);
      for (let value = first; value <= last; value++) values.push(value);
    }
  }
  checkCount(pointer, values.length);
  return values;
}

function checkCount(pointer: string, count: number): void {
  if (count > RUNS_MAX) {
    throw badUsage(`--vary ${clip(pointer)} has ${count} values; give at most ${RUNS_MAX}`);
  }
}

function distinct(pointer: string, values: Json[]): Json[] {
  const seen = new Set<string>();
  for (const value of values) {
    const text = JSON.stringify(value);
    if (seen.has(text)) throw badUsage(`--vary ${clip(pointer)} has ${clip(text)} twice; give it once`);
    seen.add(text);
  }
  return values;
}
