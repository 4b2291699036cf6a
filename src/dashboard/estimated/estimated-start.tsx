// What a GPR needs, and when a queued one starts, in the cells of a table.

import type { ListedGpr } from '../../api/sim/answers.ts';
import { counted, number, relative, shortInstant } from '../text/spans.ts';
import { ESTIMATED_MAX, type Start } from './estimated-page.ts';
import { basisOf, rangeText } from './likely-range.ts';
import { likelyStarts } from './likely-starts.ts';

const LEFT_OUT = `No estimate: more than ${number(ESTIMATED_MAX)} GPRs are queued`;

export function EstimatedStart({ start, now }: { readonly start: Start; readonly now: string }) {
  if (start === '') return <span class="quiet">unknown</span>;
  if (typeof start === 'string')
    return (
      <time dateTime={start} title={`${shortInstant(start, now)}, if nothing else happens`}>
        {relative(start, now)}
      </time>
    );
  const [sign, title] = start.left === 'later' ? ['…', 'The estimate is being computed'] : ['–', LEFT_OUT];
  return (
    <span class="quiet" title={title}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{title}</span>
    </span>
  );
}

/** `likely 09:10 to 11:40`, once it is known. */
export function LikelyStart({ gprId, now }: { readonly gprId: string | null; readonly now: string }) {
  const likely = gprId === null ? undefined : likelyStarts.value.get(gprId);
  const range = likely && rangeText(likely, now);
  if (likely === undefined || range === undefined) return null;
  return (
    <span class="likely" title={basisOf(likely)} data-at={likely.now}>
      likely {range}
    </span>
  );
}

/** `2 × 8 GPUs`; the number of nodes is left out if it is one. */
export function demandOf({ nodeCount, gpusPerNode }: ListedGpr): string {
  return `${nodeCount === 1 ? '' : `${nodeCount} × `}${counted(gpusPerNode, 'GPU')}`;
}
