// Figures against the numeric values of a varied member, one picture for each figure.

import type { Grid } from '../studies/grid.ts';
import type { Comparison } from '../studies/statistics/comparison.ts';
import type { Interval } from '../studies/statistics/interval.ts';
import { type Scale, scaleOf, scaleOfValues } from '../studies/table/row-scale.ts';
import type { TargetAnswer } from '../studies/targets/answer.ts';
import { MEASURES } from '../studies/targets/measures.ts';
import type { VariedMember } from '../studies/varied/settings.ts';
import { numberOf, valueText } from '../studies/varied/values.ts';
import { csvLine } from '../wire/text/csv.ts';
import { type ValueChart, valueChart } from './charts/value-curves.ts';
import { colorClass } from './page/color-classes.ts';
import { detailsOf, escaped } from './page/html.ts';

/** The most lines of a picture; further ones are only in the CSV. */
const LINES_MAX = 12;

/** A figure of every variant. */
interface Drawn {
  readonly name: string;
  readonly scale: Scale;
  /** By variant. */
  readonly means: readonly Interval[];
  readonly bound?: number;
}

/** A section for each member with two or more numeric values. */
export function valueSections(
  grid: Grid,
  comparisons: readonly Comparison[],
  answer: TargetAnswer | undefined,
): string[] {
  const drawn = [...(answer === undefined ? [] : targetsOf(answer)), ...comparisons.map(metricOf)];
  return grid.settings.members.flatMap((member, i) => {
    const places = member.values.map(numberOf);
    const isNumeric = places.filter((x) => x !== undefined).length > 1;
    return isNumeric ? [valueSection({ grid, member, places, drawn, number: i + 1 })] : [];
  });
}

function metricOf(comparison: Comparison): Drawn {
  const scale = scaleOf(comparison);
  return { name: comparison.metric.label, scale, means: comparison.means };
}

function targetsOf({ targets, reached }: TargetAnswer): Drawn[] {
  return targets.map(({ text, measure, bound }, t) => {
    const means = reached[t];
    const known = means.filter(({ mean }) => !Number.isNaN(mean));
    const scale = scaleOfValues(MEASURES[measure].kind, known, bound);
    return { name: text, scale, means, bound };
  });
}

interface MemberPictures {
  readonly grid: Grid;
  readonly member: VariedMember;
  /** By value: its place on the axis; undefined if it is not numeric. */
  readonly places: readonly (number | undefined)[];
  readonly drawn: readonly Drawn[];
  readonly number: number;
}

function valueSection({ grid, member, places, drawn, number }: MemberPictures): string {
  const values = member.values
    .flatMap((value, i) => (places[i] === undefined ? [] : [{ x: places[i], label: valueText(value) }]))
    .sort((a, b) => a.x - b.x);
  const placeOf = new Map(member.values.map((value, i) => [valueText(value), places[i]]));
  const combinations = combinationsOf(grid, member.pointer, placeOf);
  const names = [...combinations.keys()];
  const shown = names.slice(0, LINES_MAX);
  const charts = drawn.map(({ name, scale, means, bound }): ValueChart => {
    const point = ({ variant, x }: Place) => {
      const { mean, halfWidth } = means[variant];
      const half = halfWidth === null ? null : halfWidth * scale.factor;
      return { x, mean: mean * scale.factor, halfWidth: half };
    };
    const lines = shown.map((name) =>
      combinations
        .get(name)!
        .map(point)
        .filter(({ mean }) => !Number.isNaN(mean)),
    );
    const title = scale.unit === '' ? name : `${name}, ${scale.unit}`;
    return { title, lines, ticks: values, ...(bound === undefined ? {} : { bound: bound * scale.factor }) };
  });
  const items = shown.map(
    (name, i) => `<li><span class="swatch ${colorClass(i)}"></span>${escaped(name)}</li>`,
  );
  const more = names.length - shown.length;
  const left = more > 0 ? `<p class="quiet">${more} further lines are only in the CSV.</p>` : '';
  const legend = names.length === 1 ? '' : `<ul class="legend">${items.join('')}</ul>`;
  return `<section id="by-value-${number}">
<h2>Figures by ${escaped(member.pointer)}</h2>
<p class="quiet">Means over the seeds, with their intervals. A dashed line across is the bound of a target.</p>
${legend}${left}<div class="multiples">
${charts.map(valueChart).join('\n')}
</div>
${detailsOf(csvOf(member.pointer, combinations, drawn, grid))}
</section>`;
}

interface Place {
  /** Index in the grid. */
  readonly variant: number;
  readonly x: number;
}

/** The variants with numeric values of a member, by all else in which variants differ, in the order of the axis. */
function combinationsOf(
  grid: Grid,
  pointer: string,
  placeOf: ReadonlyMap<string, number | undefined>,
): Map<string, Place[]> {
  const combinations = new Map<string, Place[]>();
  for (let variant = 0; variant < grid.variantCount; variant++) {
    const x = placeOf.get(valueText(grid.variant(variant).varied![pointer]));
    if (x === undefined) continue;
    const name = grid.shortName(variant, pointer);
    const places = combinations.get(name);
    if (places === undefined) combinations.set(name, [{ variant, x }]);
    else places.push({ variant, x });
  }
  for (const places of combinations.values()) places.sort((a, b) => a.x - b.x);
  return combinations;
}

/** The numbers of the pictures, in the units of `compare --json`. */
function csvOf(
  pointer: string,
  combinations: ReadonlyMap<string, readonly Place[]>,
  drawn: readonly Drawn[],
  grid: Grid,
): string[] {
  const lines = drawn.flatMap(({ name: figure, means }) =>
    [...combinations].flatMap(([name, places]) =>
      places.map(({ variant }) => {
        const { mean, halfWidth } = means[variant];
        const value = valueText(grid.variant(variant).varied![pointer]);
        return csvLine([figure, name, value, Number.isNaN(mean) ? '' : mean, halfWidth]);
      }),
    ),
  );
  return [csvLine(['figure', 'variant', pointer, 'mean', 'halfWidth']), ...lines];
}
