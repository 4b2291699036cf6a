// Moves the world back to an earlier instant, after a question.

import { goToPresent, pastInstant } from '../axis/shown-past.ts';
import { startMs } from '../axis/shown-time.ts';
import { ask } from '../form/dialog.tsx';
import { OneText } from '../form/one-text.tsx';
import { branch } from '../live/of-branch.ts';
import { acting } from '../page/acting/acting.ts';
import { answered } from '../session/server-call.ts';
import { instant, isoOf } from '../text/spans.ts';

export function Rewind() {
  return (
    <OneText
      label="Rewind to"
      class="buttons"
      size={24}
      data-testid="rewind-to"
      placeholder="Mon 22:00"
      send={(text, refuse) => {
        try {
          askRewind(isoOf(startMs.peek() + pastInstant(text.trim())));
        } catch (error) {
          refuse((error as Error).message);
        }
      }}
    >
      <button type="submit" data-testid="rewind">
        Rewind…
      </button>
    </OneText>
  );
}

/** @param to ISO 8601 */
export function askRewind(to: string): void {
  const at = instant(to);
  ask({
    title: `Rewind to ${at}?`,
    text: `The world goes back to ${at} for all users of this server, in a new branch. What happened after it stays in branch ${branch.value}.`,
    action: 'Rewind',
    testId: 'confirm-rewind',
    confirm: () =>
      acting(async () => {
        // Unlike `call`, it may change the world while the page shows an earlier instant.
        await answered('POST', 'sim/rewind', { to });
        goToPresent();
      }, `A new branch begins at ${at}.`),
  });
}
