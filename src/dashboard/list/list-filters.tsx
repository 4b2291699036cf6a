// What the list of GPRs shows.

import { computed, effect } from '@preact/signals';
import type { GprState } from '../../api/sim/answers.ts';
import { STATE_WORDS } from '../../looks/states.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { member, route, setQuery } from '../address/route.ts';
import { checkInAddress } from '../address/state.ts';
import { range } from '../axis/range/range.ts';
import { FilterForm } from '../form/filter-form.tsx';
import { clusterNames } from '../form/known-fields.ts';
import { RangeFields } from '../gantt/range-fields.tsx';
import { world } from '../live/live.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import { Choice } from '../page/parts/choice.tsx';
import { WholeTime } from '../subjects/whole-time.tsx';
import { number } from '../text/spans.ts';

const PLACE = 'gprs';
/** How many of them, from the first on, have not ended: the server counts only ended GPRs that it has in memory. */
const LIVE = 3;
const STATES: readonly GprState[] = [
  'Queued',
  'Provisioning',
  'Successful',
  'Complete',
  'TimedOut',
  'Failed',
];

const noFilters = {
  /** With commas between them. */
  state: '',
  workspace: '',
  cluster: '',
  priorityFrom: '',
  priorityTo: '',
  /** A part of the name or the id. */
  name: '',
};

/** The address has them. */
export const filters = computed(() => {
  const texts = Object.keys(noFilters).map((name) => [name, member(name).value]);
  return Object.fromEntries(texts) as typeof noFilters;
});

checkInAddress(
  'state',
  (text) => text.split(',').every((state) => (STATES as readonly string[]).includes(state)),
  `some of ${STATES.join(',')}`,
  (place) => place === PLACE,
);

/** Another branch may lack the cluster or the workspace. */
effect(() => {
  if (route.value[0] !== PLACE) return;
  const clusters = world.value?.clusters;
  const { cluster, workspace } = filters.value;
  if (cluster !== '' && clusters?.every(({ name }) => name !== cluster)) setFilters({ cluster: '' });
  const { value: names } = workspaceNames;
  if (workspace !== '' && names.length > 0 && !names.includes(workspace)) setFilters({ workspace: '' });
});

function setFilters(changed: Partial<typeof noFilters>): void {
  setQuery({ ...changed, page: '' });
}

export function FilterBar() {
  const { state: chosen, workspace, cluster, priorityFrom, priorityTo, name } = filters.value;
  const states = chosen.split(',').filter(Boolean);
  const { counts } = world.value!;
  return (
    <FilterForm isSet={Object.values(filters.value).some(Boolean) || range.value !== undefined}>
      <fieldset class="checks">
        <legend class="unseen">States</legend>
        {STATES.map((state, i) => (
          <label key={state} title={STATE_WORDS[state]}>
            <input
              type="checkbox"
              data-testid={`filter-${state}`}
              checked={states.includes(state)}
              onChange={(event) =>
                setFilters({
                  state: STATES.filter((one) =>
                    one === state ? event.currentTarget.checked : states.includes(one),
                  ).join(','),
                })
              }
            />{' '}
            {state} <span class="quiet">{i < LIVE && number(counts[state])}</span>
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
      <RangeFields />
      <WholeTime />
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
