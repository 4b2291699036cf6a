// The latest events of the shown time, on the overview.

import { computed } from '@preact/signals';
import type { ListEventsAnswer } from '../../api/sim/answers.ts';
import { addressOf } from '../address/route.ts';
import { oneAtATime } from '../axis/reading/one-at-a-time.ts';
import { useReading } from '../axis/reading/use-reading.ts';
import { atMs, past } from '../axis/shown-past.ts';
import { followsNow, markedMs, shown } from '../axis/shown-time.ts';
import { OfBranch } from '../live/of-branch.ts';
import { AsOf } from '../page/names/as-of.tsx';
import { read } from '../session/server-call.ts';
import { EventList } from './event-list.tsx';

const LINES = 6;

const known = new OfBranch<{ readonly answer: ListEventsAnswer; readonly of: string }>();

/** The window of the events, ms since the start. */
const asked = computed(() => {
  const { fromMs, toMs } = shown.value;
  // Nothing of after the instant that the page shows, or that the chart marks.
  const markMs = markedMs.value ?? toMs;
  const pastMs = past.value === undefined ? toMs : atMs.value;
  const endMs = Math.min(toMs, pastMs, markMs < fromMs ? toMs : markMs);
  const from = Math.max(0, Math.floor(Math.min(fromMs, endMs)));
  return { from, to: Math.max(0, Math.ceil(endMs)) };
});

const readStrip = oneAtATime(async () => {
  const { value: window } = asked;
  const answer = await read<ListEventsAnswer>('sim/events', { ...window, limit: LINES });
  known.take(answer.branch, { answer, of: JSON.stringify(window) });
});

const needsReading = computed(
  () =>
    !followsNow.value &&
    known.shown.value !== undefined &&
    known.shown.value.of !== JSON.stringify(asked.value),
);

export function EventStrip() {
  useReading(readStrip, known.shown, needsReading, [past.value, markedMs.value]);
  const { fromMs, toMs } = shown.value;
  const answer = known.shown.value?.answer;
  const isMarked = markedMs.value! >= fromMs && markedMs.value! <= toMs;
  return (
    <section class="panel wide event-strip" aria-label="Events" data-testid="event-strip">
      <header>
        <h2>Events</h2>
        <span class="quiet">the latest {isMarked ? 'up to the mark' : 'of the shown time'}</span>
        <AsOf at={past.value ?? answer?.now ?? ''} />
        <a href={addressOf('events')} data-testid="all-events">
          All events
        </a>
      </header>
      <EventList answer={answer} fromMs={fromMs} />
    </section>
  );
}
