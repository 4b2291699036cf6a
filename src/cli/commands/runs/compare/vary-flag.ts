// Parses --vary POINTER=V1,V2,…

import { badUsage, Faults } from '../../../../arguments/command-failure.ts';
import { tokensOf } from '../../../../studies/varied/pointer.ts';
import type { VariedMember } from '../../../../studies/varied/settings.ts';
import { type Json, parseValue, rangeOf, splitValues } from '../../../../studies/varied/varied-values.ts';
import { clip } from '../../../../wire/text/clip.ts';
import { RUNS_MAX } from './list-flags.ts';

/** What these members are varied with instead. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '/seed': 'give seeds with --seeds',
  '/scheduler/queue': 'give queue policies with --queue',
  '/scheduler/placement': 'give placement policies with --placement',
  '/scheduler/order': 'give orders with --order',
  '/scheduler/backfillOrder': 'give backfill orders with --backfill-order',
  '/scheduler':
    'give one of its members, such as /scheduler/workspaceLimit; policies have --queue, --placement, --order and --backfill-order',
};

const RIGHT = 'a JSON Pointer and values, such as /clusters/0/nodes/0/count=4,8';

/** A repeated flag adds a member, or values to a known one. @throws BadUsage with all that is wrong */
export function parseVary(text: string, before: readonly VariedMember[] = []): VariedMember[] {
  const equals = text.indexOf('=');
  if (equals < 0) throw badUsage(`--vary takes ${RIGHT}, not ${shown(text)}`);
  const pointer = text.slice(0, equals);
  const known = before.find((other) => other.pointer === pointer);
  const faults = new Faults();
  faults.of(() => checkPointer(pointer, before));
  const values = valuesOf(text.slice(equals + 1), pointer, known?.values ?? [], faults);
  faults.check();
  const member = { pointer, values };
  return known === undefined
    ? [...before, member]
    : before.map((other) => (other === known ? member : other));
}

function checkPointer(pointer: string, before: readonly VariedMember[]): void {
  if (tokensOf(pointer) === undefined) {
    const why = pointer.startsWith('/')
      ? 'in a JSON Pointer, ~ is written ~0 and / in a name ~1'
      : `a JSON Pointer begins with /${pointer === '' ? ' and has a name' : ''}`;
    throw badUsage(`--vary takes ${RIGHT}, not the pointer ${shown(pointer)}: ${why}`);
  }
  if (Object.hasOwn(OTHERWISE, pointer))
    throw badUsage(`--vary does not take ${pointer}; ${OTHERWISE[pointer]}`);
  const around = before.find((other) => isWithin(other.pointer, pointer) || isWithin(pointer, other.pointer));
  if (around !== undefined) {
    throw badUsage(`--vary ${clip(pointer)} and --vary ${clip(around.pointer)} overlap; give one of them`);
  }
}

const isWithin = (inner: string, outer: string) => inner.startsWith(`${outer}/`);
const shown = (text: string) => JSON.stringify(clip(text));

/** The values so far and those of the text, each once. */
function valuesOf(text: string, pointer: string, before: readonly Json[], faults: Faults): Json[] {
  const values = [...before];
  const seen = new Set(before.map((value) => JSON.stringify(value)));
  const add = (value: Json) => {
    const json = JSON.stringify(value);
    if (seen.has(json)) throw badUsage(`--vary ${clip(pointer)} has ${clip(json)} twice; give it once`);
    seen.add(json);
    values.push(value);
  };
  for (const part of splitValues(text)) {
    const range = faults.of(() => checkedRange(part, pointer));
    const more = range === undefined ? 1 : range.last - range.first + 1;
    if (values.length + more > RUNS_MAX) {
      faults.of(() => {
        throw badUsage(
          `--vary ${clip(pointer)} has ${values.length + more} values; give at most ${RUNS_MAX}`,
        );
      });
      break;
    }
    if (range === undefined) faults.of(() => add(parseValue(part)));
    else for (let value = range.first; value <= range.last; value++) faults.of(() => add(value));
  }
  return values;
}

/** undefined for a value that is not a range. */
function checkedRange(part: string, pointer: string): ReturnType<typeof rangeOf> {
  if (part.trim() === '')
    throw badUsage(`--vary ${clip(pointer)} has an empty value; write "" for an empty string`);
  const [, first, last] = /^([0-9]{1,15})-([0-9]{1,15})$/.exec(part) ?? [];
  if (first !== undefined)
    throw badUsage(
      `--vary ${clip(pointer)}=${part} is not a range; write ${first}..${last}, or the text as '"${part}"'`,
    );
  const range = rangeOf(part);
  if (range !== undefined && range.last < range.first)
    throw badUsage(
      `--vary ${clip(pointer)}=${part} runs backwards; did you mean ${range.last}..${range.first}?`,
    );
  return range;
}
