// Why the GPRs of the queue wait: counts, a filter of the shown rows, and the words of a row.

import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { WAIT_REASONS, WAIT_WORDS, type WaitReason } from '../../looks/wait-reasons.ts';
import { addressOf } from '../address/route.ts';
import { choiceInAddress } from '../address/state.ts';
import { world } from '../live/live.ts';
import { linked, namedIn, nameOf } from '../page/names/linked.tsx';
import { focusing, pointing } from '../page/pointed.ts';
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

/** Why a GPR waits: for which other GPR, or for what room. */
export function Reason({ gpr: { gprId, waitReason, why } }: { readonly gpr: ListedGpr }) {
  if (waitReason === null) return null;
  const { words, meaning } = WAIT_WORDS[waitReason];
  const isForGpr = waitReason === 'workspace' || waitReason === 'head';
  const others = isForGpr ? namedIn(why).filter((id) => id !== gprId) : [];
  return (
    <>
      <i class={`wait ${waitReason}`} />
      <span title={meaning} data-testid="wait-reason">
        {words}
      </span>
      {why !== '' && ' · '}
      <span class="quiet">
        {others.length === 0
          ? linked(why, gprId ?? '')
          : others.map((id) => (
              <a key={id} href={addressOf('gpr', id)} {...focusing(id)} {...pointing(id, gprId)}>
                {nameOf(id)}
              </a>
            ))}
      </span>
    </>
  );
}
