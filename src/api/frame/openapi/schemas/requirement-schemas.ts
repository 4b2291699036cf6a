// Requirements between members, in JSON Schema. They are alternatives within `allOf`, since generators of types read these.

import type { Condition, Requirement } from '../../request/requirements.ts';
import type { JsonSchema } from './keywords.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** A name as generators may write it: `gprID` and `gpr-id` become the same. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The properties without those to which generators would give the name of an earlier one. */
export function distinctlyNamed(properties: Properties): Record<string, JsonSchema> {
  const bare = Object.keys(properties).map(bareName);
  return Object.fromEntries(
    Object.entries(properties).filter(([name], i) => bare.indexOf(bareName(name)) === i),
  );
}

/** Replaces the requirements in the metadata of a schema by keywords. */
export function withRequirements({ requirements, ...schema }: JsonSchema): JsonSchema {
  const { properties = {} } = schema;
  const described = ((requirements ?? []) as readonly Requirement[]).flatMap((one) =>
    keywords(one, properties),
  );
  return described.length === 0 ? schema : { ...schema, allOf: described };
}

/** Conditions on properties that the schema does not declare are left out. */
function keywords(requirement: Requirement, properties: Properties): JsonSchema[] {
  const alternative = (condition: Condition) => described(condition, properties);
  const declared = (conditions: readonly Condition[]) =>
    conditions.filter((one) => !('set' in one) || one.set in properties).map(alternative);
  if ('wrong' in requirement) return [];
  if ('anyOf' in requirement) return [{ anyOf: declared(requirement.anyOf) }];
  if ('oneOf' in requirement) return [{ oneOf: declared(requirement.oneOf) }];
  const { field, blankIf } = requirement;
  return [{ anyOf: [{ not: alternative(blankIf) }, described({ blank: [field] }, properties)] }];
}

function described(condition: Condition, properties: Properties): JsonSchema {
  if ('sent' in condition) return member(condition.sent, given(properties[condition.sent]!));
  if ('set' in condition) return member(condition.set, filled(properties[condition.set]!));
  if ('is' in condition) return member(condition.member, { const: condition.is });
  const blanks = condition.blank.filter((name) => name in properties);
  return { properties: Object.fromEntries(blanks.map((name) => [name, blank(properties[name]!)])) };
}

/** The requirements for requests that may spell members in other ways. @param waysOf the spellings of a member */
export function respelledRequirements(
  requirements: readonly JsonSchema[],
  waysOf: (member: string) => readonly string[],
): JsonSchema[] {
  const respelled = (alternative: JsonSchema): JsonSchema[] => {
    const [name] = alternative.required ?? [];
    if (name === undefined) return [alternative];
    return waysOf(name).map((way) => member(way, alternative.properties![name]!));
  };
  return requirements.map(({ anyOf, ...others }) => ({
    ...(anyOf && { anyOf: anyOf.flatMap(respelled) }),
    ...others,
  }));
}

export function member(name: string, schema: JsonSchema): JsonSchema {
  return { properties: { [name]: schema }, required: [name] };
}

/** The values of a member that are not null, without their details. */
export function given({ type }: JsonSchema): JsonSchema {
  const [only, ...others] = [type ?? []].flat().filter((one) => one !== 'null');
  // Generators take an object without members for an empty one.
  const isSimple = only !== undefined && only !== 'object' && others.length === 0;
  return isSimple ? { type: only } : { not: { type: 'null' } };
}

/** The values of a member that are not empty either. */
function filled(schema: JsonSchema): JsonSchema {
  const sent = given(schema);
  if (sent.type === 'string') return { ...sent, minLength: 1 };
  if (sent.type === 'array') return { ...sent, minItems: 1 };
  return sent.type === undefined ? { not: { enum: [null, '', []] } } : sent;
}

function blank(schema: JsonSchema): JsonSchema {
  const { type } = given(schema);
  if (type === 'string') return { enum: ['', null] };
  if (type === 'boolean') return { enum: [false, null] };
  return type === 'array' ? { type: ['array', 'null'], maxItems: 0 } : { type: 'null' };
}
