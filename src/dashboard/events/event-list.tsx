// A few events, the latest first.

import type { ListEventsAnswer } from '../../api/sim/answers.ts';
import { nothingSince } from '../axis/range/range-asked.ts';
import { past } from '../axis/shown-past.ts';
import { shortInstant } from '../text/spans.ts';
import { EventTime, EventWords } from './event-line.tsx';

interface Props {
  readonly answer: ListEventsAnswer | undefined;
  /** Where their time begins, ms since the start. */
  readonly fromMs: number;
}

export function EventList({ answer, fromMs }: Props) {
  return (
    <ol class="latest-events">
      {answer?.events.toReversed().map((event, i) => (
        <li key={event.seq ?? i} class={`event ${event.kind}`} title={event.text}>
          <EventTime event={event} time={shortInstant(event.at, past.value ?? answer.now)} />{' '}
          <EventWords event={event} />
        </li>
      ))}
      {answer?.events.length === 0 && answer.older === null && (
        <li class="quiet">{nothingSince(fromMs, 'Nothing but creations, starts and completions')}</li>
      )}
    </ol>
  );
}
