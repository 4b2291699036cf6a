// Why the GPRs of the queue wait: counts, a filter of the shown rows, and the chip of a row.

import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { WAIT_REASONS, WAIT_WORDS, type WaitReason } from '../../looks/wait-reasons.ts';
import { choiceInAddress } from '../address/state.ts';
import { world } from '../live/live.ts';
import { number } from '../text/spans.ts';
import { countsOf } from './counts.ts';

/** Only GPRs that wait for this reason are shown; '' = all. */
export const onlyReason = choiceInAddress<WaitReason | ''>('reason', ['', ...WAIT_REASONS], '');

interface Counted {
  readonly page: GprPage;
  /** '' = all. */
  readonly cluster: string;
  /** Called when the user has chosen a reason, or all. */
  readonly onChoice: () => void;
}

export function ReasonCounts({ page, cluster, onChoice }: Counted) {
  const counts = countsOf(page, cluster, world.value?.waits, onlyReason.value || undefined);
  if (counts === undefined) return null;
  const listed = WAIT_REASONS.filter((reason) => counts[reason] > 0 || onlyReason.value === reason);
  return (
    <fieldset class="queue-reasons" data-testid="queue-reasons">
      <legend class="unseen">Show only the GPRs that wait for a reason</legend>
      {listed.map((reason) => (
        <button
          key={reason}
          aria-pressed={onlyReason.value === reason}
          aria-label={`${counts[reason]} ${WAIT_WORDS[reason].words}`}
          title={`${WAIT_WORDS[reason].words}: ${WAIT_WORDS[reason].meaning}`}
          onClick={() => {
            onlyReason.value = onlyReason.peek() === reason ? '' : reason;
            onChoice();
          }}
        >
          <i class={`wait ${reason}`} />
          {number(counts[reason])}
          <span> {WAIT_WORDS[reason].words}</span>
        </button>
      ))}
    </fieldset>
  );
}

export function ReasonChip({ gpr: { waitReason } }: { readonly gpr: ListedGpr }) {
  return waitReason === null ? null : (
    <span class="reason" title={WAIT_WORDS[waitReason].meaning}>
      <i class={`wait ${waitReason}`} />
      <span>{WAIT_WORDS[waitReason].words}</span>
    </span>
  );
}
