// A fact, as several operations answer it.

import * as v from 'valibot';
import { FACT_SHAPES, type FactMember, type FactShape, type FactView } from '../../../../sim/index.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { boolean, number, string, strings, whole, wholes } from '../../frame/answers/shapes.ts';

export interface Fact extends Pick<FactView, 'seq' | 'kind'> {
  readonly at: string;
  readonly [member: string]: unknown;
}

const simple: Readonly<Record<Extract<FactMember['is'], string>, v.GenericSchema>> = {
  text: string,
  texts: strings,
  whole,
  wholes,
  number,
  flag: boolean,
};

/** Derived from the simulator's catalogue of kinds. */
const kinds = v.pipe(v.variant('kind', FACT_SHAPES.map(kindSchema)), v.title('Fact'));

export const fact = kinds as unknown as v.GenericSchema<Fact>;

export function written({ seq, atMs, ...members }: FactView, timeline: Timeline): Fact {
  return { seq, at: timeline.iso(atMs), ...members };
}

function kindSchema({ name, kinds, members }: FactShape) {
  const entries = Object.entries(members).map(([member, shape]) => [member, memberSchema(shape)]);
  const kind = kinds.length === 1 ? v.literal(kinds[0]!) : v.picklist(kinds);
  const schema = v.object({ seq: whole, at: string, kind, ...Object.fromEntries(entries) });
  return v.pipe(schema, v.title(`${name[0]!.toUpperCase()}${name.slice(1)}Fact`));
}

function memberSchema({ is, nullable, optional }: FactMember) {
  const value = typeof is === 'string' ? simple[is] : v.picklist(is);
  const orNull = nullable ? v.nullable<v.GenericSchema>(value) : value;
  return optional ? v.optional<v.GenericSchema>(orNull) : orNull;
}
