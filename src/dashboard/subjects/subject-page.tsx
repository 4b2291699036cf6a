// The page of a node, a workspace or a cluster: what it is now, its GPUs over time, totals, events and GPRs.

import type { ComponentChildren } from 'preact';
import type { ListEventsAnswer, TotalsAnswer } from '../../api/sim/answers.ts';
import { addressOf, linkTo } from '../address/route.ts';
import { rangeAsked, rangeWords } from '../axis/range/range-asked.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { EventList } from '../events/event-list.tsx';
import type { OnlyRow } from '../gantt/data/chart-data.ts';
import { Gantt } from '../gantt/gantt.tsx';
import { useSubject } from '../page/names/subject.ts';
import { Word } from '../page/names/word.tsx';
import { Heading } from '../page/parts/heading.tsx';
import type { Query } from '../session/server-call.ts';
import { sentence } from '../text/plain.ts';
import { Attempts } from './attempts.tsx';
import { figuresOf, type Kind, textOf } from './shown-totals.ts';
import { WholeTime } from './whole-time.tsx';

const EVENTS = 8;

interface Props {
  readonly kind: 'node' | 'workspace' | 'cluster';
  readonly name: string;
  /** The list of all, and its name. */
  readonly list: readonly [place: Kind, words: string];
  /** Selects the subject in calls. */
  readonly of: Query;
  readonly chart: OnlyRow;
  /** Filters of `#/events`; undefined: events have none for it. */
  readonly events?: Readonly<Record<string, string>>;
  readonly title: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** What it is now. */
  readonly children: ComponentChildren;
}

export function SubjectPage(shown: Props) {
  const { kind, name, list, of, chart, events, title, actions, children } = shown;
  useSubject(name);
  const { answer: totals, refused } = useAnswer<TotalsAnswer>(
    'sim/totals',
    () => ({ ...of, ...rangeAsked() }),
    [of],
  );
  if (refused !== '')
    return (
      <section class="panel" data-testid={kind}>
        <p class="empty">
          {sentence(refused)} <a href={addressOf(list[0])}>{list[1]}</a>
        </p>
      </section>
    );
  return (
    <div class="subject stacked" data-testid={kind}>
      <section class="panel head" aria-labelledby="subject-title">
        <header>
          <Heading id="subject-title">{title}</Heading>
          <a href={addressOf(list[0])}>{list[1]}</a>
          {actions}
        </header>
        <div class="padded" data-testid="subject-state">
          {children}
        </div>
      </section>
      <Gantt only={chart} />
      <section class="panel" aria-label="Totals">
        <header>
          <h2>Totals</h2>
          <span class="quiet" role="status">
            {totals === undefined ? 'Reading…' : rangeWords(totals)}
          </span>
          <WholeTime />
        </header>
        <dl class="figures-list" data-testid="subject-totals">
          {figuresOf(list[0]).map((figure) => (
            <div key={figure.name}>
              <dt>
                <Word is={figure.name} means={figure.title} />
              </dt>
              <dd>{totals === undefined ? '…' : textOf(figure, totals)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {events !== undefined && <Latest of={events} />}
      <Attempts of={of} />
    </div>
  );
}

function Latest({ of }: { readonly of: Readonly<Record<string, string>> }) {
  // Events have both ends of a range, totals the first one only.
  const ask = () => {
    const { from, to } = rangeAsked();
    return { ...of, from, to: to === undefined ? to : Number(to) - 1, limit: EVENTS };
  };
  const { answer } = useAnswer<ListEventsAnswer>('sim/events', ask, [of]);
  return (
    <section class="panel" aria-label="Events">
      <header>
        <h2>Events</h2>
        <span class="quiet">the latest</span>
        <a href={linkTo(['events'], of)}>All events</a>
      </header>
      <EventList answer={answer} fromMs={rangeAsked().from ?? 0} />
    </section>
  );
}
