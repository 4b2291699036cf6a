// The latest events of the shown time, on the overview.

import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListEventsAnswer } from '../../api/sim/answers.ts';
import { addressOf } from '../address/route.ts';
import { oneAtATime } from '../axis/reading/one-at-a-time.ts';
import { atMs, past } from '../axis/shown-past.ts';
import { markedMs, shown } from '../axis/shown-time.ts';
import { following } from '../live/live.ts';
import { OfBranch } from '../live/of-branch.ts';
import { AsOf } from '../page/names/as-of.tsx';
import { read } from '../session/server-call.ts';
import { EventList } from './event-list.tsx';

const LINES = 6;
/** Lines that change more often cannot be read. */
const CALM_MS = 1_000;

const known = new OfBranch<ListEventsAnswer>();
let readAtMs = 0;

const readStrip = oneAtATime(async () => {
  const { fromMs, toMs } = shown.peek();
  // Nothing of after the instant that the page shows, or that the chart marks.
  const markMs = markedMs.peek() ?? toMs;
  const pastMs = past.peek() === undefined ? toMs : atMs.peek();
  const endMs = Math.min(toMs, pastMs, markMs < fromMs ? toMs : markMs);
  readAtMs = performance.now();
  const from = Math.max(0, Math.floor(Math.min(fromMs, endMs)));
  const window = { from, to: Math.max(0, Math.ceil(endMs)) };
  const answer = await read<ListEventsAnswer>('sim/events', { ...window, limit: LINES });
  known.take(answer.branch, answer);
});

export function EventStrip() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          void readStrip().catch(() => {});
        },
        Math.max(0, readAtMs + CALM_MS - performance.now()),
      );
    };
    const ends = [
      following(async () => soon()),
      effect(() => {
        void shown.value;
        void past.value;
        void markedMs.value;
        soon();
      }),
    ];
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, []);
  const answer = known.shown.value;
  const { fromMs, toMs } = shown.value;
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
