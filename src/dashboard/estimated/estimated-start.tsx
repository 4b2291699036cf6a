// What a GPR needs, and when a queued one starts, in the cells of a table.

import type { ListedGpr } from '../../api/sim/answers.ts';
import { counted, number, relative, shortInstant } from '../text/spans.ts';
import { ESTIMATED_MAX, type Start } from './estimated-page.ts';

const LEFT_OUT = `No estimate: more than ${number(ESTIMATED_MAX)} GPRs are queued`;

export function EstimatedStart({ start, now }: { readonly start: Start; readonly now: string }) {
  if (start === '') return <span class="quiet">unknown</span>;
  if (typeof start === 'string')
    return (
      <time dateTime={start} title={`estimated start: ${shortInstant(start, now)}`}>
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

/** `2 × 8 GPUs`; the number of nodes is left out if it is one. */
export function demandOf({ nodeCount, gpusPerNode }: ListedGpr): string {
  return `${nodeCount === 1 ? '' : `${nodeCount} × `}${counted(gpusPerNode, 'GPU')}`;
}
