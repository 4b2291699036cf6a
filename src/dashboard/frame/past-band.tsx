// In place of the clock's controls while the page shows an earlier instant: which one, and the ways from there.

import { goToPresent, past } from '../axis/shown-past.ts';
import { followNow } from '../axis/shown-time.ts';
import { askRewind } from '../branches/rewind.tsx';
import { readAt } from '../live/live.ts';
import { may } from '../page/acting/acting.ts';
import { instant } from '../text/spans.ts';

export function PastBand() {
  const at = past.value!;
  // Answers count whole milliseconds.
  const isRead = Date.parse(readAt.value) === Date.parse(at);
  return (
    <section class="past-band line" aria-label="The past" data-testid="past">
      <span>
        <b>You see {instant(at)}.</b>
        {isRead ? ' Nothing can be changed here.' : ' Reading…'}
      </span>
      <button onClick={back}>Back to the present</button>
      {may('rewindWorld') && (
        <button data-testid="continue-from-here" onClick={() => askRewind(at)}>
          Continue from here…
        </button>
      )}
    </section>
  );
}

function back(): void {
  goToPresent();
  followNow();
}
