// The changes of a question, as sentences with the entries that they have.

import type { Field, Values } from '../form/field.ts';
import { Fields, isAt } from '../form/fields.tsx';
import { memberAt } from '../form/form-body.ts';
import { durationHint, priorityHint } from '../form/known-fields.ts';
import { world } from '../live/live.ts';
import { nameOf } from '../page/names/linked.tsx';
import { policyMeaning, policyNames } from '../page/names/policy.tsx';
import { Choice } from '../page/parts/choice.tsx';
import type { Problem } from '../session/server-call.ts';
import { capital, sentences } from '../text/plain.ts';
import { shownAs } from '../text/typed-instant.ts';
import { type Change, kindOf, nodeAway, POLICIES, POLICY_KINDS, wordsOf } from './question.ts';

interface Props {
  readonly changes: readonly Change[];
  readonly problems: readonly Problem[];
  readonly set: (changes: readonly Change[]) => void;
  /** Whether their instants are what is looked for. */
  readonly isWindow: boolean;
}

export function Changes({ changes, problems, set, isWindow }: Props) {
  return (
    <ol class="changes" data-testid="changes">
      {changes.map((change, i) => {
        const fields = fieldsOf(change).filter((field) => !isWindow || field !== AT);
        const path = `changes[${i}].`;
        const own = problems.filter((problem) => isAt(problem, `changes[${i}]`));
        const rest = own.filter((problem) => !fields.some(({ name }) => isAt(problem, path + name)));
        return (
          <li key={i} data-testid="change">
            <p>
              <b>{capital(wordsOf(change, nameOf, world.value!.scheduler))}.</b>{' '}
              <button
                class="small"
                aria-label={`Remove change ${i + 1}`}
                onClick={() => set(changes.filter((_, j) => j !== i))}
              >
                Remove
              </button>
            </p>
            <Fields
              fields={fields}
              values={valuesOf(change, fields)}
              change={(values) =>
                set(changes.map((other, j) => (j === i ? changed(other, fields, values) : other)))
              }
              problems={own}
              path={path}
            />
            {rest.length > 0 && (
              <p class="problem" role="alert">
                {sentences(rest, fields)}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const AT: Field = {
  name: 'at',
  label: 'When',
  kind: 'text',
  hint: 'Empty: now. Or 22:00, Mon 22:00 or in 2h.',
};

function fieldsOf(change: Change): readonly Field[] {
  switch (kindOf(change)) {
    case 'node':
      return [
        {
          name: 'repairAfter',
          recordName: 'body.repairAfter',
          label: 'For',
          kind: 'duration',
          hint: `${durationHint} Empty: until it is repaired.`,
        },
        AT,
      ];
    case 'priority':
      return [
        {
          name: 'priority',
          recordName: 'body.priority',
          label: 'Priority',
          kind: 'number',
          hint: `${priorityHint}.`,
        },
        AT,
      ];
    case 'scheduler':
      return [
        ...POLICY_KINDS.map((name): Field => {
          const kind = name === 'backfillOrder' ? 'order' : name;
          const meaning = policyMeaning(kind, change.scheduler![name] ?? '') ?? '';
          const hint = name === 'queue' ? `${meaning}. ${refusedWords()}` : meaning;
          const choices = policyNames(kind);
          const label = capital(POLICIES[name]);
          const recordName = `scheduler.${name}`;
          return { name, recordName, label, kind: 'choice', choices, unset: 'as it is', hint };
        }),
        AT,
      ];
    case 'arrivals':
      return [
        { name: 'arrivalRate', label: 'Arrival rate', kind: 'number', hint: '1 is as the scenario has it.' },
        AT,
      ];
    case 'other':
      return [AT];
  }
}

function valuesOf(change: Change, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map(({ name, recordName = name }) => [name, shownAs(String(memberAt(change, recordName) ?? ''))]),
  );
}

/** A change with what was entered. The spaces of a text stay while it is typed; an empty one is left out. */
function changed(change: Change, fields: readonly Field[], values: Values): Change {
  return fields.reduce((before, { name, recordName = name, kind }) => {
    const text = String(values[name]);
    const blank = text.trim() === '';
    const entered = kind === 'number' ? numberOf(text.trim()) : blank ? undefined : text;
    return withMember(before, recordName.split('.'), entered);
  }, change);
}

function numberOf(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function withMember<T extends object>(of: T, [name, ...rest]: readonly string[], value: unknown): T {
  const { [name as keyof T]: before, ...others } = of;
  const member = rest.length === 0 ? value : withMember(before ?? {}, rest, value);
  return (member === undefined ? others : { ...others, [name]: member }) as T;
}

/** Why some queue policies are not offered; '' if all are. */
export function refusedWords(): string {
  const { refused } = world.value!.policies;
  return refused.map(({ why }) => `Not possible here: ${why}.`).join(' ');
}

/** Adds a change. */
export function Add({ label, add }: { readonly label: string; readonly add: (change: Change) => void }) {
  const { scheduler } = world.value!;
  const nodes = world.value!.nodes.filter(({ up }) => up);
  const other = policyNames('queue').find((name) => name !== scheduler.queue);
  return (
    <Choice
      label={label}
      testId="add-change"
      value=""
      all="choose…"
      choices={[
        ['scheduler', 'other policies of the scheduler'],
        ['arrivals', 'more or fewer GPRs arrive'],
        ...nodes.map(({ name }, i) => [String(i), `${name} is taken away`] as const),
      ]}
      choose={(chosen) => {
        const node = nodes[Number(chosen)];
        if (chosen === 'scheduler') add({ scheduler: { queue: other! } });
        else add(node === undefined ? { arrivalRate: 2 } : nodeAway(node.cluster, node.name, '4h'));
      }}
    />
  );
}
