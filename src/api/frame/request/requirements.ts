// Requirements between members of a request, as data. They are checked even if other members are wrong, so that an answer
// lists all problems. `openapi/schemas/requirement-schemas.ts` describes them in JSON Schema.

import * as v from 'valibot';
import { isUnset, required } from '../errors/problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: members of any JSON
type Sent = Readonly<Record<string, any>>;

/**
 * A condition on a request:
 * - `sent`: the member is neither left out nor null
 * - `set`: the member is also not empty
 * - `member`, `is`: the member has this value
 * - `blank`: each of these members is unset, empty or false
 */
export type Condition =
  | { readonly sent: string }
  | { readonly set: string }
  | { readonly member: string; readonly is: boolean | string }
  | { readonly blank: readonly string[] };

/** A problem of the member at a path. Its message continues a sentence that begins with the name of the member. */
export interface Wrong {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** If the requirement is not met, the problem names `field`; '' is the whole request. */
interface Described {
  readonly field: string;
  readonly message: string;
}

export type Requirement =
  | (Described & { readonly anyOf: readonly Condition[] })
  | (Described & { readonly oneOf: readonly Condition[] })
  /** If the condition holds, the field must be blank. */
  | (Described & { readonly blankIf: Condition })
  /** A requirement that JSON Schema cannot express. */
  | { readonly wrong: (sent: Sent) => readonly Wrong[] };

/** `members`, an object schema, with requirements between its members. */
export function requiring<Members extends v.GenericSchema>(
  members: Members,
  ...requirements: readonly Requirement[]
): Members {
  return {
    ...(v.pipe(members, v.metadata({ requirements })) as unknown as Members),
    '~run'(dataset, config) {
      const sent = dataset.value;
      const checked = members['~run'](dataset, config);
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return checked;
      const wrong = requirements.flatMap((requirement) => wrongIn(sent as Sent, requirement));
      if (wrong.length === 0) return checked;
      const issues = [...(checked.issues ?? [])];
      const places = new Set(issues.map(placeOf));
      for (const issue of wrong.map((one) => issueOf(sent, one))) {
        // One problem of a member is enough.
        if (places.has(placeOf(issue))) continue;
        places.add(placeOf(issue));
        issues.push(issue);
      }
      return { typed: false, value: checked.value, issues } as never;
    },
  };
}

/** A member that is mandatory unless one of the conditions holds. */
export function mandatoryUnless(
  field: string,
  when: string,
  ...conditions: readonly Condition[]
): Requirement {
  return { field, message: `${required} ${when}`, anyOf: [{ set: field }, ...conditions] };
}

/** Members that must be empty because a flag leaves the selection to the service. */
export function emptyBeside(flag: `enableAuto${string}`, ...fields: readonly string[]): Requirement[] {
  const message = `must be empty when ${flag} is true`;
  return fields.map((field) => ({ field, message, blankIf: { member: flag, is: true } }));
}

/** A list that names each cluster once. @param nameOf the name in an item */
export function eachClusterOnce(
  field: string,
  nameOf: (item: Sent) => unknown = (item) => item,
): Requirement {
  return {
    wrong({ [field]: list }) {
      const items = Array.isArray(list) ? list : [];
      const names = items.map((item) => item && nameOf(item)).filter((name) => typeof name === 'string');
      const isRepeated = new Set(names).size < names.length;
      return isRepeated ? [{ path: [field], message: 'must name each cluster once' }] : [];
    },
  };
}

function wrongIn(sent: Sent, requirement: Requirement): readonly Wrong[] {
  if ('wrong' in requirement) return requirement.wrong(sent);
  return isMet(sent, requirement)
    ? []
    : [{ path: requirement.field === '' ? [] : [requirement.field], message: requirement.message }];
}

function isMet(sent: Sent, requirement: Exclude<Requirement, { wrong: unknown }>): boolean {
  if ('anyOf' in requirement) return requirement.anyOf.some((condition) => holds(sent, condition));
  if ('oneOf' in requirement)
    return requirement.oneOf.filter((condition) => holds(sent, condition)).length === 1;
  return !holds(sent, requirement.blankIf) || isBlank(sent[requirement.field]);
}

function holds(sent: Sent, condition: Condition): boolean {
  if ('sent' in condition) return !isUnset(sent[condition.sent]);
  if ('set' in condition) return !isEmpty(sent[condition.set]);
  if ('blank' in condition) return condition.blank.every((member) => isBlank(sent[member]));
  return sent[condition.member] === condition.is;
}

function isEmpty(value: unknown): boolean {
  return isUnset(value) || value === '' || (Array.isArray(value) && value.length === 0);
}

function isBlank(value: unknown): boolean {
  return isEmpty(value) || value === false;
}

/** The names and indexes on the path of an issue, as one text. */
function placeOf({ path }: v.BaseIssue<unknown>): string {
  return JSON.stringify(path?.map(({ key }) => key));
}

function issueOf(sent: object, { path, message }: Wrong): v.BaseIssue<unknown> {
  let input: unknown = sent;
  const items = path.map((key) => {
    const item = { type: 'unknown', origin: 'value', input, key, value: (input as Sent)[key] } as const;
    input = item.value;
    return item;
  });
  return {
    kind: 'validation',
    type: 'requirement',
    input,
    expected: null,
    received: '',
    message,
    // An issue without a path is about the whole request.
    ...(items.length > 0 && { path: items as [v.IssuePathItem, ...v.IssuePathItem[]] }),
  };
}
