// The totals of the range that the user chose in a chart.

import type { TotalsAnswer } from '../../api/sim/answers.ts';
import { costText } from '../../looks/cost-text.ts';
import { addressOf, linkTo } from '../address/route.ts';
import { clearRange, isChoosing, range } from '../axis/range/range.ts';
import { nothingSince, rangeAsked } from '../axis/range/range-asked.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { counted, number, span } from '../text/spans.ts';
import { cluster } from './data/chart-data.ts';
import { RangeFields } from './range-fields.tsx';

/** Begins and ends the choice of a range with the next drag. */
export function RangeButton() {
  return (
    <button
      aria-pressed={isChoosing.value}
      class={isChoosing.value ? 'primary' : ''}
      data-testid="choose-range"
      title="Shift and a drag, or the keys [ and ]"
      onClick={({ detail }) => {
        isChoosing.value = !isChoosing.value;
        // By the keyboard: the fields are what can be used.
        if (detail === 0) setTimeout(() => document.getElementById('range-from')?.focus());
      }}
    >
      Range…
    </button>
  );
}

/** Below the chart while a range is chosen, or is about to be. */
export function RangeLine({ hasTotals }: { readonly hasTotals: boolean }) {
  if (range.value === undefined && !isChoosing.value) return null;
  return (
    <div class="range-totals" data-testid="range-totals">
      <RangeFields />
      {range.value !== undefined && (
        <>
          {hasTotals && <Totals />}
          <button
            class="small"
            aria-label="Remove the range"
            title="Remove the range (Escape)"
            onClick={clearRange}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}

function Totals() {
  const { answer: known, refused } = useAnswer<TotalsAnswer>(
    'sim/totals',
    () => ({ ...rangeAsked(), cluster: cluster.value }),
    [cluster.value],
  );
  return (
    <>
      <span role="status">
        {refused !== ''
          ? refused
          : known === undefined
            ? 'reading the totals…'
            : known.nowMs < range.value!.fromMs
              ? nothingSince(range.value!.fromMs)
              : wordsOf(known, cluster.value).join(' · ')}
      </span>
      <span>
        <a href={addressOf('workspaces')}>by workspace</a>{' '}
        <a href={linkTo(['nodes'], { cluster: cluster.value })}>by node</a>{' '}
      </span>
    </>
  );
}

function wordsOf(of: TotalsAnswer, cluster: string): readonly string[] {
  const { gprs, waits, gpuHours, utilization, evictions, nodeFailures, cost } = of;
  const wait = (ms: number | null) => (ms === null ? 'none' : span(ms));
  return [
    span(of.toMs - of.fromMs) +
      (of.toMs < range.value!.toMs ? ' so far' : '') +
      (cluster === '' ? '' : ` of ${cluster}`),
    utilization === null ? 'no GPUs' : `${Math.round(utilization * 1000) / 10} % of GPUs allocated`,
    `${number(gpuHours)} GPU hours`,
    `${number(gprs.started)} started`,
    `${number(gprs.completed)} completed`,
    waits.count === 0 ? 'no waits' : `waits p50 ${wait(waits.p50Ms)}, p95 ${wait(waits.p95Ms)}`,
    counted(evictions.suffered, 'eviction'),
    counted(nodeFailures, 'node failure'),
    `cost ${costText(cost)}`,
  ];
}
