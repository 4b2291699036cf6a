// What the list of GPRs shows.

import { effect, signal } from '@preact/signals';
import type { GprState } from '../../api/sim/answers.ts';
import { STATE_WORDS } from '../../looks/states.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { FilterForm } from '../form/filter-form.tsx';
import { clusterNames } from '../form/known-fields.ts';
import { world } from '../live/live.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import { boundToAddress } from '../page/address/bound.ts';
import { route, setQuery } from '../page/address/route.ts';
import { Choice } from '../page/parts/choice.tsx';
import { number } from '../text/spans.ts';

const PLACE = 'gprs';
const STATES: readonly GprState[] = [
  'Queued',
  'Provisioning',
  'Successful',
  'Complete',
  'TimedOut',
  'Failed',
];

interface Filters {
  readonly states: readonly GprState[];
  readonly workspace: string;
  readonly cluster: string;
  /** '' or digits. */
  readonly priorityFrom: string;
  readonly priorityTo: string;
  /** A part of the name or the id. */
  readonly name: string;
}

const noFilters: Filters = {
  states: [],
  workspace: '',
  cluster: '',
  priorityFrom: '',
  priorityTo: '',
  name: '',
};

export const filters = signal<Filters>(noFilters);

boundToAddress(filters, {
  names: ['state', 'workspace', 'cluster', 'priorityFrom', 'priorityTo', 'name'],
  place: PLACE,
  from: ({ state = '', workspace = '', cluster = '', priorityFrom = '', priorityTo = '', name = '' }) => {
    const wanted = state.split(',');
    const known = STATES.filter((one) => wanted.includes(one));
    const states = known.length === wanted.length ? known : [];
    return { states, workspace, cluster, priorityFrom, priorityTo, name };
  },
  to: ({ states, ...others }) => ({ ...others, state: states.join(',') }),
  right: `some of ${STATES.join(',')}`,
});

/** Another branch may lack the cluster or the workspace. */
effect(() => {
  const clusters = world.value?.clusters;
  const { cluster, workspace } = filters.value;
  if (cluster !== '' && clusters?.every(({ name }) => name !== cluster)) setFilters({ cluster: '' });
  const { value: names } = workspaceNames;
  if (workspace !== '' && names.length > 0 && !names.includes(workspace)) setFilters({ workspace: '' });
});

export function setFilters(changed: Partial<Filters>): void {
  filters.value = { ...filters.value, ...changed };
  if (route.peek()[0] === PLACE) setQuery({ page: undefined });
}

export function FilterBar() {
  const { states, workspace, cluster, priorityFrom, priorityTo, name } = filters.value;
  const { counts } = world.value!;
  return (
    <FilterForm isSet={JSON.stringify(filters.value) !== JSON.stringify(noFilters)}>
      <fieldset class="checks">
        <legend class="unseen">States</legend>
        {STATES.map((state) => (
          <label key={state} title={STATE_WORDS[state]}>
            <input
              type="checkbox"
              data-testid={`filter-${state}`}
              checked={states.includes(state)}
              onChange={(event) =>
                setFilters({
                  states: event.currentTarget.checked
                    ? [...states, state]
                    : states.filter((other) => other !== state),
                })
              }
            />{' '}
            {state} <span class="quiet">{number(counts[state])}</span>
          </label>
        ))}
      </fieldset>
      <label>
        <span class="label">Name or id</span>{' '}
        <input
          type="search"
          data-testid="filter-name"
          size={16}
          value={name}
          onInput={(event) => setFilters({ name: event.currentTarget.value })}
        />
      </label>
      <Choice
        label="Workspace"
        testId="filter-workspace"
        all="all"
        value={workspace}
        choices={workspaceNames.value}
        choose={(chosen) => setFilters({ workspace: chosen })}
      />
      <Choice
        label="Cluster"
        all="all"
        value={cluster}
        choices={clusterNames.value}
        choose={(chosen) => setFilters({ cluster: chosen })}
      />
      <Priority
        label="Priority from"
        value={priorityFrom}
        set={(from) => setFilters({ priorityFrom: from })}
      />
      <Priority label="to" value={priorityTo} set={(to) => setFilters({ priorityTo: to })} />
      <button data-testid="filter-none" onClick={() => setFilters(noFilters)}>
        Show all
      </button>
    </FilterForm>
  );
}

interface Bound {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

function Priority({ label, value, set }: Bound) {
  return (
    <label>
      <span class="label">{label}</span>{' '}
      <input
        type="number"
        min={1}
        max={priorityMax}
        data-testid={`filter-priority-${label === 'to' ? 'to' : 'from'}`}
        value={value}
        onInput={({ currentTarget }) => {
          if (currentTarget.validity.valid) set(currentTarget.value);
        }}
      />
    </label>
  );
}
