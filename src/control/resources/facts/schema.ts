import * as v from 'valibot';
import {
  FACT_KINDS,
  FACT_SHAPES,
  type FactMember,
  type FactShape,
  type FactView,
} from '../../../../sim/index.ts';
import { whole } from '../../../http/answers/whole.ts';
import { only, queryInteger, queryList, text } from '../../../http/request/fields.ts';

const factsDefault = 1000;
const factsMax = 10_000;

const filters = { gprId: v.optional(text()), kind: queryList(FACT_KINDS) };

export const listFactsRequest = only({
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER), '0'),
  limit: v.optional(queryInteger(factsMax), String(factsDefault)),
  last: v.optional(queryInteger(factsMax)),
  ...filters,
});

export interface Fact extends Pick<FactView, 'seq' | 'kind'> {
  readonly at: string;
  readonly [member: string]: unknown;
}

const simple: Readonly<Record<Extract<FactMember['is'], string>, v.GenericSchema>> = {
  text: v.string(),
  texts: v.pipe(v.array(v.string()), v.readonly()),
  whole,
  number: v.number(),
  flag: v.boolean(),
};

/** Derived from the simulator's catalogue of kinds. */
export const fact = v.pipe(v.variant('kind', FACT_SHAPES.map(kindSchema)), v.title('Fact'));

export const listFactsAnswer = v.object({
  branch: whole,
  facts: v.array(fact as unknown as v.GenericSchema<Fact>),
  next: whole,
  /** Total number of facts. */
  seq: whole,
});

export const streamFactsRequest = only({
  after: v.optional(queryInteger(Number.MAX_SAFE_INTEGER)),
  ...filters,
});

function kindSchema({ name, kinds, members }: FactShape) {
  const entries = Object.entries(members).map(([member, shape]) => [member, memberSchema(shape)]);
  const kind = kinds.length === 1 ? v.literal(kinds[0]!) : v.picklist(kinds);
  const schema = v.object({ seq: whole, at: v.string(), kind, ...Object.fromEntries(entries) });
  return v.pipe(schema, v.title(`${name[0]!.toUpperCase()}${name.slice(1)}Fact`));
}

function memberSchema({ is, nullable, optional }: FactMember) {
  const value = typeof is === 'string' ? simple[is] : v.picklist(is);
  const orNull = nullable ? v.nullable<v.GenericSchema>(value) : value;
  return optional ? v.optional<v.GenericSchema>(orNull) : orNull;
}
