// When a queued GPR starts, in the cell of a table.

import { relative, shortInstant } from '../text/spans.ts';
import { ESTIMATED_MAX, type Start } from './estimated-page.ts';

const LEFT_OUT = `No estimate: more than ${ESTIMATED_MAX.toLocaleString('en-US')} GPRs are queued`;

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
