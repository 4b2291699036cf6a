// The filters of the events. The address has them.

import type { EventRecord } from '../../api/sim/answers.ts';
import { EVENT_NAMES } from '../../wire/events.ts';
import { type AddressQuery, setQuery } from '../address/route.ts';
import { FilterForm } from '../form/filter-form.tsx';
import { TextInput } from '../form/text-input.tsx';
import { world } from '../live/live.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import { Choice } from '../page/parts/choice.tsx';
import { TimeFilter } from './time-filter.tsx';

const KINDS: Readonly<Record<EventRecord['kind'], string>> = EVENT_NAMES;
const FILTERS = ['gpr', 'node', 'workspace', 'kind', 'moved'];
/** Names of nodes in an error. */
const LISTED_MAX = 5;
const MOVES = ['10m', '30m', '1h', '4h', '1d'];

interface Props {
  readonly of: AddressQuery;
  /** The name of the GPR of the filter, if it is known. */
  readonly gprName: string | undefined;
}

export function Filters({ of, gprName }: Props) {
  const set = (name: string, value: string) => setQuery({ [name]: value, page: '' });
  const text = (name: 'gpr' | 'node', label: string, list?: string, value = of[name] ?? '') => (
    <TextInput
      label={label}
      data-testid={`events-${name}`}
      size={18}
      list={list}
      title={of[name]}
      value={value}
      take={(value) => set(name, name === 'node' ? nodeOf(value) : value)}
    />
  );
  const choice = (
    name: string,
    label: string,
    all: string,
    choices: readonly (string | readonly [string, string])[],
  ) => (
    <Choice
      label={label}
      testId={`events-${name}`}
      value={of[name] ?? ''}
      all={all}
      choices={choices}
      choose={(value) => set(name, value)}
    />
  );
  return (
    <FilterForm isSet={FILTERS.some((name) => of[name] !== undefined)}>
      {choice('kind', 'Kind', 'all but creations, starts, completions', Object.entries(KINDS))}
      {choice('workspace', 'Workspace', 'all', workspaceNames.value)}
      {text('gpr', 'GPR (name or id)', undefined, gprName ?? of.gpr)}
      {text('node', 'Node', 'nodes')}
      <datalist id="nodes">
        {world.value!.nodes.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {choice('moved', 'Estimates that moved by', 'none', MOVES)}
      <TimeFilter of={of} />
      <button onClick={() => setQuery(Object.fromEntries([...FILTERS, 'page'].map((name) => [name, ''])))}>
        Show all
      </button>
    </FilterForm>
  );
}

/** The node whose name ends with a text behind a dash, else contains it; another text as it is. @throws Error if several do */
function nodeOf(text: string): string {
  const names = world.peek()!.nodes.map(({ name }) => name);
  if (text === '' || names.includes(text)) return text;
  const ending = names.filter((name) => name.endsWith(`-${text}`));
  const found = ending.length > 0 ? ending : names.filter((name) => name.includes(text));
  if (found.length > 1)
    throw new Error(`${found.length} nodes match, such as ${found.slice(0, LISTED_MAX).join(', ')}.`);
  return found[0] ?? text;
}
