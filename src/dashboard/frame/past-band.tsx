// In place of the clock's controls while the page shows an earlier instant: which one, and the ways from there.

import { useState } from 'preact/hooks';
import type { ClockAnswer } from '../../control/answers.ts';
import { goToPresent, past } from '../axis/past.ts';
import { followNow } from '../axis/shown.ts';
import { Question } from '../form/dialog.tsx';
import { readAt } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { acting, may } from '../page/acting.ts';
import { answered } from '../session/call.ts';
import { instant } from '../text/spans.ts';

export function PastBand() {
  const [asked, setAsked] = useState<string>();
  const at = past.value!;
  // Answers count whole milliseconds.
  const isRead = Date.parse(readAt.value) === Date.parse(at);
  return (
    <section class="past-band" aria-label="The past" data-testid="past">
      <span>
        <b>You see {instant(at)}.</b>
        {isRead ? ' Nothing can be changed here.' : ' Reading…'}
      </span>
      <button onClick={back}>Back to the present</button>
      {may('rewindWorld') && (
        <button data-testid="continue-from-here" onClick={() => setAsked(at)}>
          Continue from here…
        </button>
      )}
      {asked !== undefined && (
        <Question
          title={`Continue from ${instant(asked)}?`}
          action="Continue from here"
          testId="confirm-continue"
          close={() => setAsked(undefined)}
          confirm={() => continueFrom(asked)}
        >
          The world goes back to {instant(asked)} for all users of this server, in a new branch. What happened
          after it stays in branch {branch.value}.
        </Question>
      )}
    </section>
  );
}

function back(): void {
  goToPresent();
  followNow();
}

function continueFrom(at: string): void {
  void acting(
    async () => {
      await answered<ClockAnswer>('POST', 'sim/rewind', { to: at });
      goToPresent();
    },
    `A new branch begins at ${instant(at)}.`,
  );
}
