// What if: a question with changes, the answer of the server, and the changes made for real.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { DifferencesAnswer } from '../../api/sim/answers.ts';
import { notice } from '../address/notice.ts';
import { addressOf, query, setQuery } from '../address/route.ts';
import { goToPresent, past } from '../axis/shown-past.ts';
import { startMs } from '../axis/shown-time.ts';
import { advanced } from '../clock/moves.ts';
import { simulatedNow } from '../clock/now.ts';
import { ask } from '../form/dialog.tsx';
import { TextInput } from '../form/text-input.tsx';
import { readAt, refresh, world } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { may } from '../page/acting/acting.ts';
import { OwnersOnly } from '../page/acting/owners-only.tsx';
import { Transfer } from '../page/acting/transfer.tsx';
import { branches, isShared } from '../page/known-branches.ts';
import { nameOf } from '../page/names/linked.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { sentenceOf } from '../session/failure-texts.ts';
import { answered, call, type Problem, Refusal } from '../session/server-call.ts';
import { sentence, sentences } from '../text/plain.ts';
import { counted, instant, isoOf, relative } from '../text/spans.ts';
import { shownAs } from '../text/typed-instant.ts';
import { Add, Changes } from './changes.tsx';
import { CHARTS, Differences } from './differences.tsx';
import {
  inOrder,
  memberOf,
  questionOf,
  requestOf,
  type WhatIfQuestion,
  withInstants,
  wordsOf,
} from './question.ts';
import { wrongIn } from './wrong-question.ts';

/** The server is asked when the user has entered nothing for this time. */
const DEBOUNCE_MS = 500;
/** Beyond it, the answer is about another present. */
const MOVED_ON_MS = 1_000;
/** A question about the present. */
const NOW = { asked: '', branch: '' };

interface WhatIfState {
  /** The question, as JSON. */
  readonly to: string;
  /** Whether it was asked about the present. */
  readonly isLive?: boolean;
  readonly state: 'asking' | 'cancelled' | 'answered' | 'refused';
  readonly answer?: DifferencesAnswer;
  readonly problems?: readonly Problem[];
  /** What no change shows. */
  readonly why?: string;
}

export function WhatIfPlace() {
  const question = questionOf(query.value);
  const { changes, until, knowing } = question;
  const of = Number(question.branch || 1);
  /** Another branch may not have had the instant. */
  const isElsewhere = question.asked !== '' && !isShared(question.asked, of);
  const [asked, setAsked] = useState<WhatIfState>();
  const [again, setAgain] = useState(0);
  const end = useRef<AbortController>(undefined);
  const text = changes.length === 0 ? '' : JSON.stringify(question);
  const current = asked?.to === text ? asked : undefined;
  useEffect(() => {
    if (text === '' || current?.answer || isElsewhere || !may('askWhatIf')) return undefined;
    const aborted = new AbortController();
    end.current = aborted;
    const timer = setTimeout(async () => {
      const at = question.asked || past.peek();
      const fixed = withInstants(question, at ?? readAt.peek());
      if (JSON.stringify(fixed) !== text) return set(fixed);
      setAsked({ to: text, state: 'asking' });
      const next = await answerTo(question, at, aborted.signal);
      if (end.current !== aborted || next === undefined) return;
      const { answer } = next;
      if (answer === undefined) return setAsked({ ...next, to: text });
      // A link asks about the same instant.
      const answered = {
        ...question,
        asked: answer.at,
        branch: answer.branch === 1 ? '' : String(answer.branch),
      };
      setAsked({ ...next, to: JSON.stringify(answered), isLive: at === undefined });
      set(answered);
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
  return (
    <div class="stacked" data-testid="what-if">
      <section class="panel" aria-label="What if…">
        <header>
          <h2>What if…</h2>
          <span class="quiet">two futures; the world stays as it is</span>
        </header>
        <div class="padded">
          <Changes
            changes={changes}
            problems={current?.problems ?? []}
            set={(next) => change({ changes: next })}
          />
          <div class="buttons">
            <Add add={(added) => change({ changes: [...changes, added] })} />
            <Choice
              label="Knowing"
              testId="knowing"
              value={knowing}
              choices={[
                ['everything', 'everything that will happen'],
                ['scheduler', 'what a scheduler can know'],
              ]}
              choose={(chosen) => change({ knowing: chosen as typeof knowing })}
            />
            <TextInput
              refused={sentences(current?.problems?.filter(isEnd) ?? [])}
              label="Until"
              size={28}
              data-testid="until"
              placeholder="all present GPRs have ended"
              title="Mon 22:00 or in 2h"
              value={shownAs(until)}
              take={(until) => change({ until })}
            />
          </div>
          {changes.length === 0 && (
            <p class="quiet" data-testid="no-question">
              Add a change, or choose “What if…” at a GPR or a node.
            </p>
          )}
          <p class="problem" role="alert" data-testid="what-if-problem">
            {wrongIn(query.value)} {current?.why}
            {isElsewhere && !current?.answer && branches.value && (
              <>
                The question is about {shownAs(question.asked)} in branch {of}. The present branch{' '}
                {branch.value} has another history up to then. <a href={addressOf('branches')}>Branches</a>
              </>
            )}
          </p>
        </div>
      </section>
      {current?.state === 'asking' && <Transfer text="Two futures run…" cancel={cancel} />}
      {(current?.state === 'cancelled' || (current?.state === 'refused' && !current.problems?.length)) && (
        <p class="buttons">
          {current.state === 'cancelled' && 'Cancelled.'}
          <button onClick={() => setAgain(again + 1)}>Ask again</button>
        </p>
      )}
      {question.asked !== '' && !current?.answer && (
        <p class="buttons">
          <AskNow ask={askNow} />
        </p>
      )}
      {current?.answer && (
        <Differences answer={current.answer} titles={['Without the changes', 'With the changes']}>
          <Decide
            question={question}
            answer={current.answer}
            isLive={current.isLive === true}
            askNow={askNow}
          />
        </Differences>
      )}
    </div>
  );
}

/** @param at undefined: now. undefined: cancelled. */
async function answerTo(
  { changes, until, knowing }: WhatIfQuestion,
  at: string | undefined,
  end: AbortSignal,
): Promise<Omit<WhatIfState, 'to'> | undefined> {
  const body = { changes, knowing, ...CHARTS, ...(until !== '' && { until }) };
  const path = `sim/what-if${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`;
  try {
    // It changes nothing, so that it can be asked in the past, too.
    const { data } = await answered<DifferencesAnswer>('POST', path, body, end);
    return { state: 'answered', answer: data };
  } catch (error) {
    if (end.aborted) return undefined;
    if (!(error instanceof Refusal)) return { state: 'refused', why: sentenceOf(error) };
    const { problems, message } = error;
    const others = problems.filter((problem) => !problem.field.startsWith('changes[') && !isEnd(problem));
    const why = problems.length === 0 ? sentence(message) : sentences(others);
    return { state: 'refused', problems, why };
  }
}

function isEnd(problem: Problem): boolean {
  return problem.field === 'until';
}

/** @throws if the instant is over, or the advance was stopped */
async function arriveAt(atMs: number): Promise<void> {
  const nowMs = () => Date.parse(world.value!.clock.now);
  if (atMs < nowMs()) throw new Error('its time is over');
  if (atMs > nowMs()) await advanced({ to: isoOf(atMs) });
  if (atMs > nowMs()) throw new Error('the clock was stopped before its time');
}

interface Deciding {
  readonly question: WhatIfQuestion;
  readonly answer: DifferencesAnswer;
  readonly isLive: boolean;
  readonly askNow: () => void;
}

function AskNow({ ask }: { readonly ask: () => void }) {
  return (
    <button data-testid="ask-now" onClick={ask}>
      Ask about now
    </button>
  );
}

/** Makes the changes, or leaves them. */
function Decide({ question: { changes }, answer, isLive, askNow }: Deciding) {
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const askedAt = Date.parse(answer.at);
  const isElsewhere = !isShared(answer.at, answer.branch);
  const hasMoved = isElsewhere || (simulatedNow.value ?? askedAt) - askedAt > MOVED_ON_MS;
  const isPresent = past.value === undefined && !isElsewhere && (isLive || !hasMoved);
  const ordered = inOrder(changes, answer.at, startMs.value);
  const lastMs = ordered.at(-1)!.atMs;
  const what = changes.length === 1 ? 'the change' : `${changes.length} changes`;
  const words = changes.map((change) => wordsOf(change, nameOf, world.value!.scheduler)).join('; ');
  const make = async () => {
    setMaking(true);
    let count = 0;
    try {
      for (const { change, atMs } of ordered) {
        if (change.at !== undefined) await arriveAt(atMs);
        const { method, path, body } = requestOf(change);
        await call(method, path, body);
        count++;
      }
      setMade(`Made: ${words}.`);
      notice.value = { kind: 'done', text: `${counted(count, 'change')} made.` };
    } catch (error) {
      const why = sentenceOf(error);
      setMade(
        `${counted(count, 'change')} of ${changes.length} made. The next one was not made: ${sentence(why)}`,
      );
    } finally {
      setMaking(false);
      refresh();
    }
  };
  return (
    <div class="decide" data-testid="decide">
      {made === undefined ? (
        isPresent && (
          <>
            <button
              data-testid="make-change"
              disabled={isMaking}
              onClick={() =>
                ask({
                  title: `Make ${what}?`,
                  text: `${words}.${lastMs > askedAt ? ` The clock advances to ${instant(lastMs)} for that.` : ''}`,
                  action: 'Make',
                  testId: 'confirm-make',
                  confirm: make,
                })
              }
            >
              Make {what}
            </button>
            <a class="button" data-testid="leave-change" href={addressOf()}>
              Leave it
            </a>
          </>
        )
      ) : (
        <p role="status" data-testid="made">
          {made} <a href={addressOf()}>Overview</a>
        </p>
      )}
      {made === undefined && hasMoved && (
        <span data-testid="moved-on">
          {isElsewhere
            ? `The question is about branch ${answer.branch}.`
            : `The world has moved on: the question is about ${instant(answer.at)}, ${relative(answer.at, simulatedNow.value!)}.`}{' '}
          <AskNow ask={askNow} />
        </span>
      )}
    </div>
  );
}
