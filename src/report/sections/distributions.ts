// The pictures of distributions: the share of the GPRs with at most a value, for each run.

import { NONE, spanOrNone } from '../../looks/span.ts';
import type { SlowdownCurve, WaitCurve } from '../../studies/pictures.ts';
import { counted } from '../../wire/text/counted.ts';
import { slowdownCurves } from '../charts/slowdown-curves.ts';
import { waitCurves } from '../charts/wait-curves.ts';
import { colorClass } from '../page/color-classes.ts';
import { escaped, figureOf, legend } from '../page/html.ts';
import { columnsOf, type ShownRun } from './shown-runs.ts';

export function waitsSection(shown: readonly ShownRun[]): string {
  const curves = shown.map(({ pictures }) => pictures.waits);
  const colors = legendFor(shown, ({ pictures }) => percentilesOf(pictures.waits, 'GPR'));
  return figureOf({
    id: 'waits',
    title: 'Distribution of waits',
    caption:
      'Share of the GPRs with at most this wait, of those that started. The axis of waits is logarithmic.',
    picture:
      colors +
      (curves.some(({ count }) => count > 0) ? waitCurves('Cumulative distribution of waits', curves) : ''),
    csv: columnsOf(
      shown,
      [
        ['waitMs', 0, ({ waits }) => waits.waitMs],
        ['share', 6, ({ waits }) => waits.share],
      ],
      undefined,
    ),
  });
}

export function slowdownsSection(shown: readonly ShownRun[]): string {
  const curves = shown.map(({ pictures }) => pictures.slowdowns);
  const colors = legendFor(shown, ({ pictures }) => slowdownsText(pictures.slowdowns));
  return figureOf({
    id: 'slowdowns',
    title: 'Distribution of bounded slowdowns',
    caption:
      'Share of the GPRs with at most this bounded slowdown, of those that ended Complete or TimedOut. The axis of slowdowns is logarithmic.',
    picture: colors + (curves.some(({ count }) => count > 0) ? slowdownCurves(curves) : ''),
    csv: columnsOf(
      shown,
      [
        ['slowdown', 6, ({ slowdowns }) => slowdowns.slowdown],
        ['share', 6, ({ slowdowns }) => slowdowns.share],
      ],
      undefined,
    ),
  });
}

/** The text of each run or estimate, with the color of its curve if there are several. */
export function legendFor<One extends { readonly name: string }>(
  shown: readonly One[],
  textOf: (one: One) => string,
): string {
  if (shown.length === 1) return `<p>${escaped(textOf(shown[0]))}</p>`;
  return legend(shown.map((one, i) => [colorClass(i), `${one.name}: ${textOf(one)}`]));
}

/** @param what is counted, in the singular */
export function percentilesOf({ count, marks }: WaitCurve, what: string): string {
  return [counted(count, what), ...marks.map(({ name, ms }) => `${name} ${spanOrNone(ms)}`)].join(', ');
}

function slowdownsText({ count, mean, max }: SlowdownCurve): string {
  const text = (slowdown: number | null) => (slowdown === null ? NONE : slowdown.toFixed(2));
  return `${counted(count, 'GPR')}, mean ${text(mean)}, highest ${text(max)}`;
}
