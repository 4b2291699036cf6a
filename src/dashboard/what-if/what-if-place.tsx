// What if: cards of questions, or a question with its answer. The address has the question.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LikelyDifferencesAnswer } from '../../api/sim/answers.ts';
import { addressOf, query, setQuery } from '../address/route.ts';
import { goToPresent, past } from '../axis/shown-past.ts';
import { TextInput } from '../form/text-input.tsx';
import { readAt, world } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { may } from '../page/acting/acting.ts';
import { OwnersOnly } from '../page/acting/owners-only.tsx';
import { Transfer } from '../page/acting/transfer.tsx';
import { branches, isShared } from '../page/known-branches.ts';
import { Choice } from '../page/parts/choice.tsx';
import type { Problem } from '../session/server-call.ts';
import { sentences } from '../text/plain.ts';
import { shownAs } from '../text/typed-instant.ts';
import { AskNow, Decide } from './answers/decide.tsx';
import { Differences } from './answers/differences.tsx';
import { Helps } from './answers/helps.tsx';
import { Likely } from './answers/likely.tsx';
import { Window } from './answers/window.tsx';
import { type Answer, answerTo, bodiesOf, futuresOf, isEnd, usualFutures } from './asking.ts';
import { Cards } from './cards.tsx';
import { Add, Changes } from './changes.tsx';
import {
  type Change,
  FUTURES,
  isOne,
  memberOf,
  questionOf,
  type WhatIfQuestion,
  withInstants,
} from './question.ts';
import { wrongIn } from './wrong-question.ts';

/** The server is asked when the user has entered nothing for this time. */
const DEBOUNCE_MS = 500;
/** A question about the present. */
const NOW = { asked: '', branch: '' };

interface WhatIfState {
  /** The question, as JSON. */
  readonly to: string;
  /** Whether it was asked about the present. */
  readonly isLive?: boolean;
  readonly state: 'asking' | 'cancelled' | 'answered' | 'refused';
  readonly answers?: readonly Answer[];
  /** Of as many. */
  readonly total?: number;
  readonly problems?: readonly Problem[];
  /** What no change shows. */
  readonly why?: string;
}

export function WhatIfPlace() {
  const question = questionOf(query.value);
  const { changes, until, futures, find } = question;
  const of = Number(question.branch || 1);
  /** Another branch may not have had the instant. */
  const isElsewhere = question.asked !== '' && !isShared(question.asked, of);
  const [asked, setAsked] = useState<WhatIfState>();
  const [again, setAgain] = useState(0);
  const end = useRef<AbortController>(undefined);
  const isAsked = changes.length > 0 || find === 'help';
  const text = isAsked ? JSON.stringify(question) : '';
  const current = asked?.to === text ? asked : undefined;
  const isAnswered = current?.state === 'answered';
  useEffect(() => {
    if (text === '' || isAnswered || isElsewhere || !may('askWhatIf')) return undefined;
    const aborted = new AbortController();
    end.current = aborted;
    const timer = setTimeout(async () => {
      const then = question.asked || past.peek();
      const now = then ?? readAt.peek();
      const fixed = withInstants(question, now);
      if (JSON.stringify(fixed) !== text) return set(fixed);
      const bodies = bodiesOf(question, now, world.peek()!);
      // Several comparisons are about one instant.
      const at = bodies.length > 1 ? now : then;
      const answers: Answer[] = [];
      const total = bodies.length;
      for (const body of bodies) {
        setAsked({ to: text, state: 'asking', answers: [...answers], total });
        const next = await answerTo(body, at, aborted.signal);
        if (end.current !== aborted || next === undefined) return;
        if ('why' in next) return setAsked({ ...next, to: text, state: 'refused' });
        answers.push(next);
      }
      const [{ at: instant, branch }] = answers as [Answer];
      // A link asks about the same instant.
      const fixedAt = { ...question, asked: instant, branch: branch === 1 ? '' : String(branch) };
      const isLive = at === undefined;
      setAsked({ to: JSON.stringify(fixedAt), state: 'answered', answers, total, isLive });
      set(fixedAt);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [text, again, past.value, isElsewhere]);
  const set = (next: Partial<WhatIfQuestion>) =>
    setQuery({ ...memberOf({ ...question, ...next }), page: '' });
  /** Changes the question. One about the present is then about the new present. */
  const change = (next: Partial<WhatIfQuestion>) => set({ ...(current?.isLive && NOW), ...next });
  const askNow = () => {
    goToPresent();
    set(NOW);
    setAsked(undefined);
    setAgain(again + 1);
  };
  const cancel = () => {
    end.current?.abort();
    setAsked({ to: text, state: 'cancelled' });
  };
  if (!may('askWhatIf')) return <OwnersOnly may="ask what would happen" />;
  const { state, answers = [], total = 1, problems = [], why } = current ?? {};
  const inFutures = futuresOf(question);
  return (
    <div class="stacked" data-testid="what-if">
      <section class="panel" aria-label="What if…">
        <header>
          <h2>{TITLES[find]}</h2>
          <span class="quiet">on copies; the world stays as it is</span>
          {isAsked && <a href={addressOf('what-if')}>Other questions</a>}
        </header>
        {!isAsked && <Cards />}
        <div class="padded">
          {find !== 'help' && (
            <Changes
              changes={changes}
              problems={problems}
              set={(next) => change({ changes: next })}
              isWindow={find === 'window'}
            />
          )}
          <div class="buttons">
            {find === '' && (
              <Add
                label={isAsked ? 'Add a change' : 'Another question'}
                add={(added) => change({ changes: [...changes, added] })}
              />
            )}
            {isAsked && (
              <Choice
                label="In"
                testId="futures"
                value={inFutures}
                choices={[
                  ...FUTURES.map((count) => [count, `${count} futures`] as const),
                  ...(find === '' ? ONE : []),
                ]}
                choose={(chosen) => change({ futures: chosen === usualFutures(find) ? '' : chosen })}
              />
            )}
            {isAsked && find !== 'window' && (
              <TextInput
                refused={sentences(problems.filter(isEnd))}
                label="Until"
                size={28}
                data-testid="until"
                placeholder="automatic"
                title="Mon 22:00 or in 2h"
                value={shownAs(until)}
                take={(until) => change({ until })}
              />
            )}
          </div>
          <p class="problem" role="alert" data-testid="what-if-problem">
            {wrongIn(query.value)} {why}
            {isElsewhere && !isAnswered && branches.value && (
              <>
                The question is about {shownAs(question.asked)} in branch {of}. The present branch{' '}
                {branch.value} has another history up to then. <a href={addressOf('branches')}>Branches</a>
              </>
            )}
          </p>
        </div>
      </section>
      {state === 'asking' && (
        <Transfer
          text={isOne(futures) ? 'Two futures run…' : `${inFutures} futures run, with and without…`}
          share={total > 1 ? answers.length / total : undefined}
          cancel={cancel}
        />
      )}
      {(state === 'cancelled' || (state === 'refused' && problems.length === 0)) && (
        <p class="buttons">
          {state === 'cancelled' && 'Cancelled.'}
          <button onClick={() => setAgain(again + 1)}>Ask again</button>
        </p>
      )}
      {question.asked !== '' && (!isAnswered || find !== '') && (
        <p class="buttons">
          <AskNow ask={askNow} />
        </p>
      )}
      {find === 'window' && answers.length > 0 && (
        <Window change={changes[0]!} answers={answers as LikelyDifferencesAnswer[]} total={total} />
      )}
      {find === 'help' && isAnswered && <Helps answer={answers[0] as LikelyDifferencesAnswer} />}
      {find === '' && isAnswered && (
        <Answered answer={answers[0]!} changes={changes}>
          <Decide
            question={question}
            answer={answers[0]!}
            isLive={current?.isLive === true}
            askNow={askNow}
          />
        </Answered>
      )}
    </div>
  );
}

const TITLES = { '': 'What if…', help: 'What would help most?', window: 'The calmest start' } as const;

const ONE = [
  ['everything', 'one future: everything that will happen'],
  ['scheduler', 'one future: what a scheduler can know'],
] as const;

interface AnsweredProps {
  readonly answer: Answer;
  readonly changes: readonly Change[];
  readonly children: ComponentChildren;
}

function Answered({ answer, changes, children }: AnsweredProps) {
  const gprId = changes.length === 1 ? changes[0]!.body?.gprId : undefined;
  if ('samples' in answer)
    return (
      <Likely answer={answer} gprId={gprId as string | undefined}>
        {children}
      </Likely>
    );
  return (
    <Differences answer={answer} titles={['Without the changes', 'With the changes']}>
      {children}
    </Differences>
  );
}
