// Figures against the numeric values of a varied member, one picture for each figure.

import type { Grid } from '../studies/grid.ts';
import { spread } from '../studies/pictured.ts';
import type { SettingsWork } from '../studies/settings-work.ts';
import type { Comparison } from '../studies/statistics/comparison.ts';
import type { Interval } from '../studies/statistics/interval.ts';
import { type Scale, scaleOf, scaleOfValues } from '../studies/table/row-scale.ts';
import type { TargetAnswer } from '../studies/targets/answer.ts';
import { MEASURES } from '../studies/targets/measures.ts';
import type { VariedMember } from '../studies/varied/settings.ts';
import { numberOf, valueText } from '../studies/varied/varied-values.ts';
import { csvLine } from '../wire/text/csv.ts';
import { type ValueChart, valueChart } from './charts/value-curves.ts';
import { colorClass } from './page/color-classes.ts';
import { detailsOf, escaped, legend } from './page/html.ts';

/** The most lines of a picture. */
const LINES_MAX = 12;
/** The most values on an axis. */
const VALUES_MAX = 40;

/** A figure of every variant. */
interface Drawn {
  readonly name: string;
  readonly scale: Scale;
  /** By variant. */
  readonly means: readonly Interval[];
  readonly bound?: { readonly at: number; readonly label: string };
  /** The variants with a ring. */
  readonly marked?: ReadonlySet<number>;
}

/** A section for each member with two or more numeric values. */
export function valueSections(
  grid: Grid,
  comparisons: readonly Comparison[],
  answer: TargetAnswer | undefined,
  work: SettingsWork,
): string[] {
  const drawn = [...(answer === undefined ? [] : targetsOf(answer)), ...comparisons.map(metricOf)];
  return grid.settings.members.flatMap((member, i) => {
    const places = member.values.map(numberOf);
    const isNumeric = new Set(places.filter((x) => x !== undefined)).size > 1;
    return isNumeric ? [valueSection({ grid, member, places, drawn, work, number: i + 1 })] : [];
  });
}

function metricOf(comparison: Comparison): Drawn {
  const scale = scaleOf(comparison);
  return { name: comparison.metric.label, scale, means: comparison.means };
}

function targetsOf({ targets, reached, cheapest }: TargetAnswer): Drawn[] {
  const marked = new Set(cheapest);
  return targets.map(({ text, measure, operator, bound }, t) => {
    const means = reached[t];
    const known = means.filter(({ mean }) => !Number.isNaN(mean));
    const scale = scaleOfValues(MEASURES[measure].kind, known, bound);
    const label = text.slice(text.lastIndexOf(operator));
    return { name: text, scale, means, bound: { at: bound, label }, marked };
  });
}

interface MemberPictures {
  readonly grid: Grid;
  readonly member: VariedMember;
  /** By value: its place on the axis; undefined if it is not numeric. */
  readonly places: readonly (number | undefined)[];
  readonly drawn: readonly Drawn[];
  readonly work: SettingsWork;
  readonly number: number;
}

function valueSection({ grid, member, places, drawn, work, number }: MemberPictures): string {
  const all = member.values
    .flatMap((value, i) => (places[i] === undefined ? [] : [{ x: places[i], label: valueText(value) }]))
    .sort((a, b) => a.x - b.x);
  const values = spread(all.length, VALUES_MAX).map((i) => all[i]);
  const placeOf = new Map(values.map(({ x, label }) => [label, x]));
  const combinations = combinationsOf(grid, member.pointer, placeOf);
  const names = [...combinations.keys()];
  const shown = names.slice(0, LINES_MAX);
  const charts = drawn.map(({ name, scale, means, bound, marked }): ValueChart => {
    const point = ({ variant, x }: Place) => {
      const { mean, halfWidth } = means[variant];
      const half = halfWidth === null ? null : halfWidth * scale.factor;
      const isMarked = marked?.has(variant) ?? false;
      const isHollow = work.isLess(grid.settingOf(variant));
      return { x, mean: mean * scale.factor, halfWidth: half, isMarked, isHollow };
    };
    const lines = shown.map((name) =>
      combinations
        .get(name)!
        .map(point)
        .filter(({ mean }) => !Number.isNaN(mean)),
    );
    const title = scale.unit === '' ? name : `${name}, ${scale.unit}`;
    const across = bound && { bound: { ...bound, at: bound.at * scale.factor } };
    return { title, lines, ticks: values, ...across };
  });
  const hasBound = drawn.some(({ bound }) => bound !== undefined);
  const bounds = hasBound
    ? ' A line across with a label is the bound of a target; a ring marks the cheapest variants with yes for all targets. An axis is logarithmic if values are above four times the bound; values far below the bound are then at its lower edge.'
    : '';
  const less = work.isAnyLess
    ? ' A hollow point is of a variant that leaves out or cuts jobs that another one runs.'
    : '';
  const further = (count: number, what: string) => (count > 0 ? [`${count} further ${what}`] : []);
  const leftOut = [
    ...further(names.length - shown.length, 'lines'),
    ...further(all.length - values.length, 'values'),
  ].join(' and ');
  const left = leftOut === '' ? '' : `<p class="quiet">${leftOut} are not drawn.</p>`;
  const lines = drawn.length * [...combinations.values()].reduce((sum, { length }) => sum + length, 0);
  const colors = names.length === 1 ? '' : legend(shown.map((name, i) => [colorClass(i), name]));
  return `<section id="by-value-${number}">
<h2>Figures by ${escaped(member.pointer)}</h2>
<p class="quiet">Means over the seeds, with their intervals.${less}${bounds}</p>
${colors}${left}<div class="multiples">
${charts.map(valueChart).join('\n')}
</div>
${detailsOf(csvOf(member.pointer, combinations, drawn, grid), lines + 1, 'the command above prints the figures of all runs with --csv')}
</section>`;
}

interface Place {
  /** Index in the grid. */
  readonly variant: number;
  readonly x: number;
}

/** The variants with some values of a member, by all else in which variants differ, in the order of the axis. */
function combinationsOf(
  grid: Grid,
  pointer: string,
  placeOf: ReadonlyMap<string, number>,
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
function* csvOf(
  pointer: string,
  combinations: ReadonlyMap<string, readonly Place[]>,
  drawn: readonly Drawn[],
  grid: Grid,
): Generator<string> {
  yield csvLine(['figure', 'variant', pointer, 'mean', 'halfWidth']);
  for (const { name: figure, means } of drawn) {
    for (const [name, places] of combinations) {
      for (const { variant } of places) {
        const { mean, halfWidth } = means[variant];
        const value = valueText(grid.variant(variant).varied![pointer]);
        yield csvLine([figure, name, value, Number.isNaN(mean) ? '' : mean, halfWidth]);
      }
    }
  }
}
