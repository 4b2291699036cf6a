// What if: a question with changes, the answer of the server, and the changes made for real.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { DifferencesAnswer } from '../../control/answers.ts';
import { startMs } from '../axis/shown.ts';
import { advanced } from '../clock/moves.ts';
import { simulatedNow } from '../clock/now.ts';
import { Question } from '../form/dialog.tsx';
import { TextInput } from '../form/text-input.tsx';
import { readAt, refresh, world } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { may, notice } from '../page/acting.ts';
import { addressOf, query, setQuery } from '../page/route.ts';
import { call, type Problem, Refusal } from '../session/call.ts';
import { sentenceOf } from '../session/failures.ts';
import { readInstant } from '../session/instant.ts';
import { sentence } from '../text/plain.ts';
import { counted, instant, isoOf, relative } from '../text/spans.ts';
import { shownAs } from '../text/typed-instant.ts';
import { Add, Changes, nameOf } from './changes.tsx';
import { Differences } from './differences.tsx';
import {
  inOrder,
  memberOf,
  questionOf,
  requestOf,
  type WhatIfQuestion,
  withInstants,
  wordsOf,
} from './question.ts';

/** The server is asked when the user has entered nothing for this time. */
const DEBOUNCE_MS = 500;
/** Beyond it, the answer is about another present. */
const MOVED_ON_MS = 1_000;
const PIXELS = 1_600;

interface Asked {
  /** The question, as JSON. */
  readonly to: string;
  readonly state: 'asking' | 'cancelled' | 'answered' | 'refused';
  readonly answer?: DifferencesAnswer;
  readonly problems?: readonly Problem[];
  /** What no change shows. */
  readonly why?: string;
}

export function WhatIfPlace() {
  const question = questionOf(query.value);
  const { changes, until, knowing } = question;
  const [asked, setAsked] = useState<Asked>();
  const [again, setAgain] = useState(0);
  const end = useRef<AbortController>(undefined);
  const text = changes.length === 0 ? '' : JSON.stringify(question);
  useEffect(() => {
    if (text === '' || !may('askWhatIf')) return undefined;
    const aborted = new AbortController();
    end.current = aborted;
    const timer = setTimeout(async () => {
      const fixed = withInstants(question, readAt.peek());
      if (JSON.stringify(fixed) !== text) return set(fixed);
      setAsked({ to: text, state: 'asking' });
      const next = await answerTo(text, aborted.signal);
      if (end.current === aborted && next !== undefined) setAsked(next);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [text, again, readInstant.value]);
  const set = (next: Partial<WhatIfQuestion>) => {
    const members = memberOf({ ...question, ...next });
    const cleared = { changes: undefined, until: undefined, knowing: undefined, page: undefined };
    setQuery({ ...cleared, ...members });
  };
  const current = asked?.to === text ? asked : undefined;
  const cancel = () => {
    end.current?.abort();
    setAsked({ to: text, state: 'cancelled' });
  };
  if (!may('askWhatIf'))
    return (
      <p class="empty" data-testid="what-if">
        Only Owners ask what would happen.
      </p>
    );
  return (
    <div class="stacked" data-testid="what-if">
      <section class="panel" aria-labelledby="what-if-title">
        <header>
          <h2 id="what-if-title">What if…</h2>
          <span class="quiet">two futures; the world stays as it is</span>
        </header>
        <div class="padded">
          <Changes
            changes={changes}
            problems={current?.problems ?? []}
            set={(next) => set({ changes: next })}
          />
          <div class="buttons">
            <Add add={(change) => set({ changes: [...changes, change] })} />
            <label>
              <span class="label">Knowing</span>{' '}
              <select
                value={knowing}
                data-testid="knowing"
                onChange={(event) => set({ knowing: event.currentTarget.value as typeof knowing })}
              >
                <option value="everything">everything that will happen</option>
                <option value="scheduler">what a scheduler can know</option>
              </select>
            </label>
            <TextInput
              label="Until"
              size={28}
              data-testid="until"
              placeholder="all present GPRs have ended"
              title="Tue 22:00, in 2h, or a time after the start such as +9h30m"
              value={shownAs(until)}
              take={(until) => set({ until })}
            />
          </div>
          {changes.length === 0 && (
            <p class="quiet" data-testid="no-question">
              Add a change, or choose “What if…” at a GPR, a node, the scheduler or a new GPR.
            </p>
          )}
          <p class="problem" role="alert" data-testid="what-if-problem">
            {current?.why}
          </p>
        </div>
      </section>
      {current?.state === 'asking' && (
        <div class="transfer" data-testid="asking">
          <progress aria-label="Two futures run" /> <span role="status">Two futures run…</span>
          <button type="button" data-testid="cancel" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {(current?.state === 'cancelled' || (current?.state === 'refused' && !current.problems?.length)) && (
        <p class="buttons">
          {current.state === 'cancelled' && 'Cancelled.'}
          <button type="button" data-testid="ask-again" onClick={() => setAgain(again + 1)}>
            Ask again
          </button>
        </p>
      )}
      {current?.answer && (
        <Differences answer={current.answer} titles={['Without the changes', 'With the changes']}>
          <Decide question={question} answer={current.answer} askAgain={() => setAgain(again + 1)} />
        </Differences>
      )}
    </div>
  );
}

/** undefined: cancelled. */
async function answerTo(text: string, end: AbortSignal): Promise<Asked | undefined> {
  const { until, ...asked } = JSON.parse(text) as WhatIfQuestion;
  const body = { ...asked, charts: 'nodes', pixels: PIXELS, ...(until !== '' && { until }) };
  try {
    const answer = await call<DifferencesAnswer>('POST', 'sim/what-if', body, end);
    return { to: text, state: 'answered', answer };
  } catch (error) {
    if (end.aborted) return undefined;
    if (!(error instanceof Refusal)) return { to: text, state: 'refused', why: sentenceOf(error) };
    const { problems, message } = error;
    const others = problems.filter(({ field }) => !field.startsWith('changes['));
    const why =
      problems.length === 0 ? sentence(message) : others.map((one) => sentence(one.message)).join(' ');
    return { to: text, state: 'refused', problems, why };
  }
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
  readonly askAgain: () => void;
}

/** Makes the changes, or leaves them. */
function Decide({ question: { changes }, answer, askAgain }: Deciding) {
  const [isAsking, setAsking] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const askedAt = Date.parse(answer.at);
  const isElsewhere = branch.value !== answer.branch;
  const hasMoved = isElsewhere || (simulatedNow.value ?? askedAt) - askedAt > MOVED_ON_MS;
  const ordered = inOrder(changes, answer.at, startMs.value);
  const lastMs = ordered.at(-1)!.atMs;
  const what = changes.length === 1 ? 'the change' : `${changes.length} changes`;
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
      setMade(`Made: ${changes.map((change) => wordsOf(change, nameOf)).join('; ')}.`);
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
        !isElsewhere && (
          <>
            <button
              type="button"
              data-testid="make-change"
              disabled={isMaking}
              onClick={() => setAsking(true)}
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
            ? `The answer is about branch ${answer.branch}.`
            : `The world has moved on: the question was asked ${relative(answer.at, simulatedNow.value!)}, at ${instant(answer.at)}.`}{' '}
          <button type="button" data-testid="ask-again" onClick={askAgain}>
            Ask again
          </button>
        </span>
      )}
      {isAsking && (
        <Question
          title={`Make ${what}?`}
          action="Make"
          testId="confirm-make"
          close={() => setAsking(false)}
          confirm={() => void make()}
        >
          {changes.map((change) => wordsOf(change, nameOf)).join('; ')}.
          {lastMs > askedAt && ` The clock advances to ${instant(lastMs)} for that.`}
        </Question>
      )}
    </div>
  );
}
