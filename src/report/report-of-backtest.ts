// The report of a backtest.

import { type ComparedAnswers, type EstimateAccuracy, errorsOf } from '../studies/backtest/backtest.ts';
import { accuracyRow, countedShare, HEADER, horizonRows, MEANINGS } from '../studies/backtest/texts.ts';
import type { Parts } from '../studies/figure-catalogue.ts';
import type { Meaning } from '../studies/meaning.ts';
import { waitCurves } from './charts/wait-curves.ts';
import { escaped, tableOf } from './page/html.ts';
import { type About, pageOf } from './page/page-frame.ts';
import { partTable } from './part-tables.ts';
import { legendFor, percentilesOf } from './sections/distributions.ts';

interface ReportedBacktest {
  readonly title: string;
  readonly about: readonly About[];
  readonly gain: string;
  /** A sentence about overloaded pools. */
  readonly warning: string | undefined;
  readonly estimates: readonly EstimateAccuracy[];
  readonly compared: readonly ComparedAnswers[];
  readonly parts: Parts;
  readonly meaning: Meaning;
}

/** An HTML file. The same backtest gives the same bytes. */
export function backtestPage(reported: ReportedBacktest): string {
  const { title, about, gain, warning, estimates, compared, parts, meaning } = reported;
  const strong = (text: string) => `<p><strong>${escaped(text)}</strong></p>\n`;
  const quiet = (text: string) => `<p class="quiet">${escaped(text)}</p>\n`;
  const section = (id: string, heading: string, content: string) =>
    `<section id="${id}">\n<h2>${heading}</h2>\n${content}\n</section>`;
  const meanings = estimates.map(({ name }) => [name, MEANINGS[name]]);
  const rows = estimates.map((one) => accuracyRow(one, countedShare));
  const curves = compared.map(({ name, answers }) => ({ name, curve: errorsOf(answers) }));
  const legend = legendFor(curves, ({ curve }) => percentilesOf(curve, 'answer'));
  const picture = waitCurves(
    'Cumulative distribution of errors',
    curves.map(({ curve }) => curve),
  );
  const isEmpty = estimates.every(({ answers }) => answers === 0);
  const horizons = estimates[0].horizons.map(({ horizon }) =>
    horizon === 'more' ? horizon : `≤ ${horizon}`,
  );
  const ofAnswers = [
    section(
      'errors',
      'Distribution of errors',
      `${quiet('Share of the answers that were off by at most this. The axis of errors is logarithmic.')}${legend}${picture}`,
    ),
    section(
      'horizons',
      'By the time left',
      `${quiet('Median error by the time that the estimate foresaw to be left, with the number of answers, and the share of starts in the range.')}${tableOf(['estimate', ...horizons], horizonRows(estimates, true), 1)}`,
    ),
  ];
  const sections = [
    section(
      'accuracy',
      'How good the estimates were',
      `${strong(gain)}${isEmpty ? '' : tableOf(HEADER, rows, 1)}\n${tableOf(['estimate', 'what it is'], meanings, 2)}`,
    ),
    ...(isEmpty ? [] : ofAnswers),
    section(
      'pools',
      'Pools',
      `${warning === undefined ? '' : strong(warning)}${partTable(
        'pools',
        parts.pools.map((part) => ({ variant: '', part })),
        meaning,
      )}`,
    ),
  ];
  return pageOf({ title, about, sections });
}
