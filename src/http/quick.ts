// Objects whose members are as they should be, parsed in one go. What valibot looks up for each member of each object is
// known of the schema beforehand, and the output has its members from the start.

import type * as v from 'valibot';

interface Member {
  readonly key: string;
  readonly schema: v.GenericSchema;
  /** What it is where it is not sent, if that is always the same; undefined otherwise. */
  readonly unset: unknown;
}

type Values = Record<string, unknown>;
type Config = v.Config<v.BaseIssue<unknown>>;

/** The same schema; whatever is wrong with an object is left to `schema` itself. */
export function quick<const Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
): v.ObjectSchema<Entries, undefined> {
  const members = Object.entries<v.GenericSchema>(schema.entries).map(
    ([key, member]): Member => ({ key, schema: member, unset: unsetValue(member) }),
  );
  // Members that are added one by one make an object of more than a few a hash table.
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

/** undefined unless every member is right. */
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

/** What a member that is not sent is, if that is always the same value; undefined otherwise. */
function unsetValue(member: v.GenericSchema): unknown {
  if (!('default' in member) || member.default === undefined || typeof member.default === 'function')
    return undefined;
  const { issues, value } = member['~run']({ value: undefined }, {});
  return issues === undefined && (typeof value !== 'object' || value === null) ? value : undefined;
}
