// A few events, the latest first.

import type { ListEventsAnswer } from '../../control/answers.ts';
import { past } from '../axis/past.ts';
import { nothingSince } from '../axis/range/range-asked.ts';
import { shortInstant } from '../text/spans.ts';
import { EventTime, EventWords } from './event-line.tsx';

interface Shown {
  readonly answer: ListEventsAnswer | undefined;
  /** Where their time begins, ms since the start. */
  readonly fromMs: number;
}

export function EventList({ answer, fromMs }: Shown) {
  return (
    <ol class="latest-events">
      {answer?.events.toReversed().map((event, i) => (
        <li key={event.seq ?? i} class={`event ${event.kind}`} title={event.text}>
          <EventTime event={event} time={shortInstant(event.at, past.value ?? answer.now)} />{' '}
          <EventWords event={event} />
        </li>
      ))}
      {answer?.events.length === 0 && answer.older === null && <li class="quiet">{nothingSince(fromMs)}</li>}
    </ol>
  );
}
