// The report of a backtest.

import type { EstimateAccuracy } from '../studies/backtest/backtest.ts';
import { accuracyRow, HEADER, horizonRows, MEANINGS } from '../studies/backtest/texts.ts';
import { finished } from '../studies/steps.ts';
import { escaped, tableOf } from './page/html.ts';
import { type About, pageOf } from './page/page-frame.ts';

interface ReportedBacktest {
  readonly title: string;
  readonly about: readonly About[];
  readonly gain: string;
  readonly estimates: readonly EstimateAccuracy[];
}

/** An HTML file. The same backtest gives the same bytes. */
export function backtestPage({ title, about, gain, estimates }: ReportedBacktest): string {
  const horizons = estimates[0].horizons.map(({ horizon }) =>
    horizon === 'more' ? horizon : `≤ ${horizon}`,
  );
  const meanings = estimates.map(({ name }) => [name, MEANINGS[name]]);
  const sections = [
    () =>
      `<section id="accuracy">\n<h2>How good the estimates were</h2>\n<p><strong>${escaped(gain)}</strong></p>\n${tableOf(HEADER, estimates.map(accuracyRow), 1)}\n${tableOf(['estimate', 'what it is'], meanings, 2)}\n</section>`,
    () =>
      `<section id="horizons">\n<h2>By the time left</h2>\n<p class="quiet">Median error by the time that the estimate foresaw to be left, and how many of 100 starts were in the range.</p>\n${tableOf(['estimate', ...horizons], horizonRows(estimates), 1)}\n</section>`,
  ];
  return finished(pageOf({ title, about, sections }));
}
