// Generates values that fit a JSON Schema.

import fc from 'fast-check';
import type { JsonSchema } from '../../src/api/frame/openapi/schemas/json-schema.ts';
import { weighted } from '../support/draws.ts';
import { isLearnable, kindOf, knownWord } from './words.ts';

type Value = fc.Arbitrary<unknown>;
type Properties = Readonly<Record<string, JsonSchema>>;

const durations = ['5m', '1h', '0d0h5m', '30s', '000010', '2h30m', '1d', '90s', '6h'];
const longDuration = '3650d';
const texts = ['a', 'some text', 'ünï-çødé 🙂', '-', '0'];

/** Usual maximum of members whose allowed maximum is far greater. */
const usualMost: Readonly<Record<string, number>> = {
  numberOfGPUs: 8,
  numberOfGPUNodes: 2,
  memoryPerGPU: 40,
  memoryPerGpu: 40,
  numPlacements: 3,
  priority: 300,
  events: 300,
  count: 3,
  delayMs: 2,
  times: 4,
  nth: 4,
  branch: 3,
};
/** Members whose allowed maximum would take minutes or hours. */
const neverMost: readonly string[] = ['events', 'count', 'delayMs', 'samples'];

/** Draws `usual` `weight` times as often as each of the others. */
export function usually<T>(
  weight: number,
  usual: fc.Arbitrary<T>,
  ...others: fc.Arbitrary<T>[]
): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, ...others);
}

/** Values that fit. @param member the name of the value within `owner` */
export function fitting(schema: JsonSchema, member: string, owner: string): Value {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (alternatives !== undefined && schema.properties === undefined) {
    const [first, ...others] = alternatives.map((one) => fitting(one, member, owner));
    return fc.oneof({ weight: 4, arbitrary: first! }, ...others);
  }
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(
    ...types.map((type) => ({
      weight: type === 'null' ? 1 : 12,
      arbitrary: ofType(type, schema, member, owner),
    })),
  );
}

function ofType(type: string, schema: JsonSchema, member: string, owner: string): Value {
  switch (type) {
    case 'object':
      return objectFor(schema, member);
    case 'array':
      return arrayFor(schema, member, owner);
    case 'integer':
      return integerFor(schema, member);
    case 'number':
      return fc.constantFrom(1, 2.5, 60);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return stringFor(schema, member, owner);
    default:
      return anything(member, owner);
  }
}

function anything(member: string, owner: string): Value {
  const kind = kindOf(member, owner);
  return kind === undefined ? fc.jsonValue({ maxDepth: 2 }) : knownWord(kind);
}

function stringFor({ pattern = '', examples = [] }: JsonSchema, member: string, owner: string): Value {
  const kind = kindOf(member, owner);
  if (kind !== undefined) return knownWord(kind);
  if (isDuration(pattern)) {
    return weighted([60, fc.constantFrom(...durations)], [1, fc.constant(longDuration)]);
  }
  const isFree = pattern === '' || String(pattern).startsWith('^\\P{Cc}');
  return fc.constantFrom(...examples, ...(isFree ? texts : examples.length > 0 ? [] : ['1']));
}

function isDuration(pattern: unknown): boolean {
  return String(pattern).includes('dhms]');
}

function integerFor({ minimum = 0, maximum = 1000 }: JsonSchema, member: string): Value {
  const min = Number(minimum);
  const max = Math.min(Number(maximum), usualMost[member] ?? min + 20);
  return weighted(
    [40, fc.integer({ min, max })],
    [1, fc.constantFrom(min, neverMost.includes(member) ? max : Number(maximum))],
  );
}

function arrayFor({ items = {}, minItems = 0, examples }: JsonSchema, member: string, owner: string): Value {
  const least = Number(minItems);
  const generated = fc.array(fitting(items, member, owner), { minLength: least, maxLength: least + 2 });
  return examples === undefined ? generated : fc.oneof(generated, fc.constantFrom(...examples));
}

/** Groups of alternatives; each group demands the members of one of them. */
function alternativesOf({ allOf = [] }: JsonSchema): JsonSchema[][] {
  return allOf
    .map(({ anyOf, oneOf }) => (anyOf ?? oneOf ?? []).filter(({ required }) => required !== undefined))
    .filter((group) => group.length > 0);
}

function objectFor(schema: JsonSchema, owner: string): Value {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length === 0) return fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue());
  const groups = alternativesOf(schema);
  const choices =
    groups.length === 0 ? fc.constant([]) : fc.tuple(...groups.map((group) => fc.constantFrom(...group)));
  return choices.chain((chosen) => {
    const always = [...required, ...chosen.flatMap((alternative) => alternative.required!)];
    const fixed = chosen.flatMap((alternative) =>
      Object.entries(alternative.properties!).filter(([, value]) => 'const' in value),
    );
    return members({ ...properties, ...Object.fromEntries(fixed) }, always, owner, 0.6);
  });
}

/** Objects with all members `always` and a share of the others. */
function members(properties: Properties, always: readonly string[], owner: string, share: number): Value {
  const present = Object.entries(properties).map(([name, schema]) => {
    const value = fitting(schema, name, owner).map((fits) => [[name, fits]]);
    if (always.includes(name)) return value;
    return weighted([Math.round(100 * share), value], [Math.round(100 * (1 - share)), fc.constant([])]);
  });
  return fc.tuple(...present).map((entries) => Object.fromEntries(entries.flat()));
}

/** Bodies that fit: from the schema alone, or the example with some members redrawn. */
export function fittingBody(schema: JsonSchema, example: unknown, operation: string): Value {
  const { properties } = schema;
  if (properties === undefined || typeof example !== 'object' || example === null)
    return fitting(schema, operation, '');
  const shown = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, properties[name] ?? { const: value }]),
  );
  const others = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in shown)));
  // Always redraw ids, because those of examples are unknown, and durations, to vary what happens.
  const always = Object.keys(shown).filter(
    (name) => isLearnable(kindOf(name, operation)) || isDuration(shown[name]!.pattern),
  );
  const redrawn = (share: number, otherShare: number) =>
    fc
      .tuple(members(shown, always, operation, share), members(others, [], operation, otherShare))
      .map(([some, more]) => ({ ...example, ...(some as object), ...(more as object) }));
  return weighted(
    [4, redrawn(0.25, 0.05)],
    [2, redrawn(0.5, 0.1)],
    [2, redrawn(0.5, 0.3)],
    [1, fitting(schema, operation, '')],
  );
}
