// What happened, the latest first, in pages. The address has the filters and the page.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EventRecord, ListEventsAnswer } from '../../control/answers.ts';
import { following } from '../live/live.ts';
import { OfBranch } from '../live/of-branch.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import { AsOf } from '../page/as-of.tsx';
import { type AddressQuery, query, setQuery } from '../page/route.ts';
import { Refusal, read } from '../session/call.ts';
import { colorOfWorkspace } from '../text/colors.ts';
import { counted, shortInstant } from '../text/spans.ts';
import { EventTime, EventWords } from './event-line.tsx';

const PAGE = 100;

/** Kind → its name on the page. */
const KINDS: Readonly<Record<EventRecord['kind'], string>> = {
  eviction: 'Evictions',
  failure: 'Node failures',
  loss: 'GPRs that lost GPUs',
  repair: 'Repairs',
  'node-added': 'Nodes added',
  'node-removed': 'Nodes removed',
  release: 'Releases',
  'time-out': 'Idle time-outs',
  'provisioning-failure': 'Failed provisionings',
  burst: 'Bursts',
  change: 'Changed GPRs',
  deletion: 'Deletions',
  workspace: 'Workspaces',
  scheduler: 'Scheduler',
  workload: 'Workload',
  fault: 'Faults',
  estimate: 'Moved estimates',
  creation: 'Creations',
  start: 'Starts',
  completion: 'Completions',
};
const MOVES = ['10m', '30m', '1h', '4h', '1d'];

const known = new OfBranch<ListEventsAnswer>();
/** Why the filters were refused; '' if they were not. */
const refused = signal('');
/** The filters of `known`. */
const readFor = signal('');

export function EventsPlace() {
  const filters = filtersOf(query.value);
  const asked = JSON.stringify(filters);
  useEffect(
    () =>
      following(async () => {
        // The events before a position never change.
        if (filters.before !== undefined && readFor.peek() === asked && known.shown.peek() !== undefined)
          return;
        try {
          const answer = await readPage(filters);
          if (asked !== JSON.stringify(filtersOf(query.peek()))) return;
          readFor.value = asked;
          refused.value = '';
          known.take(answer.branch, answer);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.value = error.message;
        }
      }),
    [asked],
  );
  const answer = known.shown.value;
  return (
    <section class="panel" data-testid="events" aria-labelledby="events-title">
      <header>
        <h2 id="events-title">Events</h2>
        <span class="quiet" role="status">
          {answer && readFor.value === asked
            ? `${counted(answer.events.length, 'event')}, the latest first`
            : 'Reading…'}
        </span>
        <AsOf at={answer?.now ?? ''} />
      </header>
      <Filters of={query.value} />
      {refused.value !== '' && (
        <p class="problem padded" role="alert">
          {refused.value}
        </p>
      )}
      <div class="scrolled">
        <table class="events">
          <thead>
            <tr>
              <th scope="col">Instant</th>
              <th scope="col">What happened</th>
              <th scope="col">Workspace</th>
            </tr>
          </thead>
          <tbody>
            {answer?.events.toReversed().map((event, i) => (
              <tr key={event.seq ?? `e${i}`} class={`event ${event.kind}`} data-testid="event">
                <td>
                  <EventTime event={event} time={shortInstant(event.at, answer.now)} />
                </td>
                <td>
                  <EventWords event={event} />
                </td>
                <td>
                  {event.workspace !== null && (
                    <>
                      <i class="dot" style={{ '--held': colorOfWorkspace(event.workspace) }} />
                      {event.workspace}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {answer?.events.length === 0 && <p class="empty">No event matches.</p>}
      </div>
      {answer && (
        <nav class="pages" aria-label="Pages of the events">
          <button
            type="button"
            data-testid="latest-events"
            disabled={filters.before === undefined}
            onClick={() => setQuery({ page: undefined })}
          >
            Latest
          </button>
          <button
            type="button"
            data-testid="newer-events"
            disabled={filters.before === undefined}
            onClick={() => void newer(filters, answer.newer)}
          >
            Newer
          </button>
          <button
            type="button"
            data-testid="older-events"
            disabled={answer.older === null}
            onClick={() => setQuery({ page: answer.older ?? undefined })}
          >
            Older
          </button>
        </nav>
      )}
    </section>
  );
}

type Filters = ReturnType<typeof filtersOf>;

function filtersOf({ gpr, node, workspace, kind, moved, from, to, at, page }: AddressQuery) {
  return { gpr, node, workspace, kind, movedBy: moved, from, to: to ?? at, before: page, limit: PAGE };
}

/** A page may take several answers, if events that match are rare. */
async function readPage(filters: Filters): Promise<ListEventsAnswer> {
  let answer = await read<ListEventsAnswer>('sim/events', filters);
  while (answer.older !== null && answer.events.length < PAGE) {
    const { events, older, branch } = await read<ListEventsAnswer>('sim/events', {
      ...filters,
      before: answer.older,
      limit: PAGE - answer.events.length,
    });
    if (branch !== answer.branch) break;
    answer = { ...answer, older, events: [...events, ...answer.events] };
  }
  return answer;
}

async function newer({ before: _, ...filters }: Filters, after: string): Promise<void> {
  const { events, newer } = await read<ListEventsAnswer>('sim/events', { ...filters, after });
  // The next page has the latest events if there are no more behind them.
  setQuery({ page: events.length < PAGE ? undefined : newer });
}

function Filters({ of }: { readonly of: AddressQuery }) {
  const set = (name: string, value: string) =>
    setQuery({ [name]: value === '' ? undefined : value, page: undefined });
  const text = (name: 'gpr' | 'node', label: string) => (
    <label>
      <span class="label">{label}</span>{' '}
      <input
        type="search"
        data-testid={`events-${name}`}
        size={18}
        value={of[name] ?? ''}
        onChange={(event) => set(name, event.currentTarget.value.trim())}
      />
    </label>
  );
  const choice = (
    name: string,
    label: string,
    all: string,
    choices: readonly (readonly [string, string])[],
  ) => (
    <label>
      <span class="label">{label}</span>{' '}
      <select
        data-testid={`events-${name}`}
        value={of[name] ?? ''}
        onChange={(event) => set(name, event.currentTarget.value)}
      >
        <option value="">{all}</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {choice('kind', 'Kind', 'all but creations, starts, completions', Object.entries(KINDS))}
      {choice(
        'workspace',
        'Workspace',
        'all',
        workspaceNames.value.map((name) => [name, name]),
      )}
      {text('gpr', 'GPR (id)')}
      {text('node', 'Node')}
      {choice(
        'moved',
        'Estimates that moved by',
        'none',
        MOVES.map((by) => [by, by]),
      )}
      {(of.from !== undefined || of.to !== undefined) && (
        <button
          type="button"
          data-testid="events-any-time"
          onClick={() => setQuery({ from: undefined, to: undefined, page: undefined })}
        >
          Any time
        </button>
      )}
      <button
        type="button"
        data-testid="events-all"
        onClick={() =>
          setQuery({
            gpr: undefined,
            node: undefined,
            workspace: undefined,
            kind: undefined,
            moved: undefined,
            page: undefined,
          })
        }
      >
        Show all
      </button>
    </form>
  );
}
