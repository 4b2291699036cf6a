// What happened, the latest first, in pages. The address has the filters and the page.

import { useEffect } from 'preact/hooks';
import type { ListEventsAnswer } from '../../api/sim/answers.ts';
import { query, setQuery } from '../address/route.ts';
import { past } from '../axis/shown-past.ts';
import { following } from '../live/live.ts';
import { Refused } from '../page/acting/refused.tsx';
import { AsOf } from '../page/names/as-of.tsx';
import { useSubject } from '../page/names/subject.ts';
import { WorkspaceName } from '../page/names/subject-names.tsx';
import { Table } from '../page/parts/table.tsx';
import { counted, shortInstant } from '../text/spans.ts';
import { Filters } from './event-filters.tsx';
import { EventTime, EventWords } from './event-line.tsx';
import { FoundGpr, isSearched } from './gpr-filter.tsx';
import { events, readEvents, readFor, refused, showNewer, type Wanted, wantedBy } from './reading.ts';
import { timeWords } from './time-filter.tsx';

export function EventsPlace() {
  const wanted = wantedBy(query.value);
  const asked = JSON.stringify(wanted);
  useEffect(() => {
    refused.value = '';
    return following(async () => {
      if (!isSearched(wanted.gpr)) await readEvents(wanted);
    });
  }, [asked]);
  const answer =
    isSearched(wanted.gpr) || (refused.value !== '' && !isRead(asked)) ? undefined : events.value;
  const gprName = isRead(asked) ? nameIn(answer, wanted.gpr) : undefined;
  useSubject(gprName ?? wanted.gpr ?? '');
  return (
    <section class="panel" data-testid="events" aria-label="Events">
      <header>
        <h2>Events</h2>
        <span class="quiet" role="status">
          {answer && isRead(asked)
            ? `${counted(answer.events.length, 'event')} on this page, the latest first${timeWords(wanted)}${readFor.value.isWhole ? '' : '; searching for more…'}`
            : refused.value === '' && 'Reading…'}
        </span>
        <AsOf at={past.value ?? answer?.now ?? ''} />
      </header>
      <Filters of={query.value} gprName={gprName} />
      {isSearched(wanted.gpr) && <FoundGpr text={wanted.gpr} />}
      <Refused why={refused.value} />
      {answer && <Pages answer={answer} of={wanted} />}
      <Table class="events" heads={['Instant', 'What happened', 'Workspace']}>
        {answer?.events.toReversed().map((event, i) => (
          <tr key={event.seq ?? `e${i}`} class={`event ${event.kind}`} data-testid="event">
            <td>
              <EventTime event={event} time={shortInstant(event.at, answer.now)} />
            </td>
            <td>
              <EventWords event={event} />
            </td>
            <td>{event.workspace !== null && <WorkspaceName name={event.workspace} />}</td>
          </tr>
        ))}
      </Table>
      {answer?.events.length === 0 && isRead(asked) && readFor.value.isWhole && (
        <p class="empty">No event matches.</p>
      )}
      {answer && <Pages answer={answer} of={wanted} below />}
    </section>
  );
}

interface Props {
  readonly answer: ListEventsAnswer;
  readonly of: Wanted;
  readonly below?: boolean;
}

function Pages({ answer: { newer, older }, of: wanted, below = false }: Props) {
  const button = (name: string, isDisabled: boolean, turn: () => void) => (
    <button
      data-testid={`${below ? '' : 'top-'}${name.toLowerCase()}-events`}
      disabled={isDisabled}
      onClick={turn}
    >
      {name}
    </button>
  );
  const isLatest = wanted.before === undefined;
  return (
    <nav class="pages" aria-label={`Pages of the events, ${below ? 'below' : 'above'}`}>
      {button('Latest', isLatest, () => setQuery({ page: undefined }))}
      {button('Newer', isLatest, () => void showNewer(wanted, newer))}
      {button('Older', older === null, () => setQuery({ page: older ?? undefined }))}
    </nav>
  );
}

function isRead(asked: string): boolean {
  return readFor.value.asked === asked;
}

function nameIn(answer: ListEventsAnswer | undefined, gprId: string | undefined): string | undefined {
  for (const { gpr, by } of answer?.events ?? [])
    for (const one of [gpr, by]) if (one?.gprId === gprId && one?.gprName) return one.gprName;
  return undefined;
}
