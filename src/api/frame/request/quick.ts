// A fast path for valid objects. Lookups that valibot makes for each member of each object are made once per schema, and
// the output object is created with all its members.

import type * as v from 'valibot';

interface Member {
  readonly key: string;
  readonly schema: v.GenericSchema;
  /** The constant default of the member; undefined if it has none. */
  readonly unset: unknown;
}

type Values = Record<string, unknown>;
type Config = v.Config<v.BaseIssue<unknown>>;

/** A schema with the same results as `schema`. Invalid objects are parsed by `schema`. */
export function quick<const Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
): v.ObjectSchema<Entries, undefined> {
  const members = Object.entries<v.GenericSchema>(schema.entries).map(
    ([key, member]): Member => ({ key, schema: member, unset: unsetValue(member) }),
  );
  // V8 keeps objects that are copied from a template fast; adding many members one by one makes them hash tables.
  const template = Object.fromEntries(members.map(({ key, unset }) => [key, unset]));
  return {
    ...schema,
    '~run'(dataset, config) {
      const output = outputOf(dataset.value, members, template, config);
      if (output === undefined) return schema['~run'](dataset, config);
      return { typed: true, value: output as v.InferOutput<v.ObjectSchema<Entries, undefined>> };
    },
  };
}

/** The parsed object; undefined if a member is invalid. */
function outputOf(
  input: unknown,
  members: readonly Member[],
  template: Values,
  config: Config,
): Values | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const output = { ...template };
  for (const { key, schema, unset } of members) {
    const sent = (input as Values)[key];
    if (sent === undefined && unset !== undefined) continue;
    const { issues, value } = schema['~run']({ value: sent }, config);
    if (issues !== undefined || value === undefined) return undefined;
    output[key] = value;
  }
  return output;
}

/** The parsed default of a member, if it is a constant primitive; otherwise undefined. */
function unsetValue(member: v.GenericSchema): unknown {
  if (!('default' in member) || member.default === undefined || typeof member.default === 'function')
    return undefined;
  const { issues, value } = member['~run']({ value: undefined }, {});
  return issues === undefined && (typeof value !== 'object' || value === null) ? value : undefined;
}
