// The changes of a question, as sentences with the entries that they have.

import type { Field, Values } from '../form/field.ts';
import { Fields, isAt } from '../form/fields.tsx';
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
}

export function Changes({ changes, problems, set }: Props) {
  return (
    <ol class="changes" data-testid="changes">
      {changes.map((change, i) => {
        const fields = fieldsOf(change);
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
              values={valuesOf(change)}
              change={(values) => set(changes.map((other, j) => (j === i ? changed(other, values) : other)))}
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
          label: 'For',
          kind: 'duration',
          hint: `${durationHint} Empty: until it is repaired.`,
        },
        AT,
      ];
    case 'priority':
      return [{ name: 'priority', label: 'Priority', kind: 'number', hint: `${priorityHint}.` }, AT];
    case 'scheduler':
      return [
        ...POLICY_KINDS.map((name): Field => {
          const kind = name === 'backfillOrder' ? 'order' : name;
          const hint = policyMeaning(kind, change.scheduler![name] ?? '') ?? '';
          const choices = policyNames(kind);
          return { name, label: capital(POLICIES[name]), kind: 'choice', choices, unset: 'as it is', hint };
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

function valuesOf({ at = '', body, scheduler, arrivalRate }: Change): Values {
  const text = (value: unknown) => (value === undefined ? '' : String(value));
  return {
    at: shownAs(at),
    ...scheduler,
    arrivalRate: text(arrivalRate),
    repairAfter: text(body?.repairAfter),
    priority: text(body?.priority),
  };
}

function changed(change: Change, values: Values): Change {
  const { at: _, ...others } = change;
  const text = (name: string) => String(values[name]).trim();
  const number = (name: string) =>
    Number.isNaN(Number(text(name))) || text(name) === '' ? text(name) : Number(text(name));
  // Its spaces stay while it is typed.
  const given = (name: string) => (text(name) === '' ? {} : { [name]: values[name] });
  const at = given('at');
  switch (kindOf(change)) {
    case 'node': {
      const { repairAfter: _, ...body } = change.body ?? {};
      return { ...others, ...at, body: { ...body, ...given('repairAfter') } };
    }
    case 'priority':
      return { ...others, ...at, body: { ...change.body, priority: number('priority') } };
    case 'scheduler': {
      const given = POLICY_KINDS.filter((kind) => values[kind]);
      return { ...at, scheduler: Object.fromEntries(given.map((kind) => [kind, text(kind)])) };
    }
    case 'arrivals':
      return { ...at, arrivalRate: number('arrivalRate') };
    case 'other':
      return { ...others, ...at };
  }
}

/** Adds a change. */
export function Add({ add }: { readonly add: (change: Change) => void }) {
  const { nodes, scheduler } = world.value!;
  const other = policyNames('queue').find((name) => name !== scheduler.queue);
  return (
    <Choice
      label="Add a change"
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
