// Makes the changes of a question, or leaves them.

import { useState } from 'preact/hooks';
import { notice } from '../../address/notice.ts';
import { addressOf } from '../../address/route.ts';
import { past } from '../../axis/shown-past.ts';
import { startMs } from '../../axis/shown-time.ts';
import { advanced } from '../../clock/moves.ts';
import { simulatedNow } from '../../clock/now.ts';
import { ask } from '../../form/dialog.tsx';
import { refresh, world } from '../../live/live.ts';
import { isShared } from '../../page/known-branches.ts';
import { nameOf } from '../../page/names/linked.tsx';
import { sentenceOf } from '../../session/failure-texts.ts';
import { call } from '../../session/server-call.ts';
import { sentence } from '../../text/plain.ts';
import { counted, instant, isoOf, relative } from '../../text/spans.ts';
import type { Answer } from '../asking.ts';
import { inOrder, requestOf, type WhatIfQuestion, wordsOf } from '../question.ts';

/** Beyond it, the answer is about another present. */
const MOVED_ON_MS = 1_000;

/** @throws if the instant is over, or the advance was stopped */
async function arriveAt(atMs: number): Promise<void> {
  const nowMs = () => Date.parse(world.value!.clock.now);
  if (atMs < nowMs()) throw new Error('its time is over');
  if (atMs > nowMs()) await advanced({ to: isoOf(atMs) });
  if (atMs > nowMs()) throw new Error('the clock was stopped before its time');
}

interface Deciding {
  readonly question: WhatIfQuestion;
  readonly answer: Pick<Answer, 'at' | 'branch'>;
  readonly isLive: boolean;
  readonly askNow: () => void;
}

export function AskNow({ ask }: { readonly ask: () => void }) {
  return (
    <button data-testid="ask-now" onClick={ask}>
      Ask about now
    </button>
  );
}

/** Makes the changes, or leaves them. */
export function Decide({ question: { changes }, answer, isLive, askNow }: Deciding) {
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
