// Tables of pools, clusters and workspaces, of one run or of the variants of a comparison.

import {
  PART_FIGURE_NAMES,
  PART_FIGURES,
  type PartFigures,
  type Parts,
} from '../studies/figure-catalogue.ts';
import { hasTimes, type Meaning } from '../studies/meaning.ts';
import type { VariantParts } from '../studies/statistics/part-means.ts';
import { overloadRemark } from '../studies/table/overload.ts';
import { csvLine } from '../wire/text/csv.ts';
import { inUnit } from '../wire/text/unit.ts';
import { detailsOf, escaped, tableOf } from './page/html.ts';

/** Rows of a table. */
const ROWS_MAX = 300;

interface Kind {
  readonly one: string;
  readonly title: string;
  readonly hasNodes: boolean;
}

const KINDS: Readonly<Record<keyof Parts, Kind>> = {
  pools: { one: 'pool', title: 'Pools', hasNodes: true },
  clusters: { one: 'cluster', title: 'Clusters', hasNodes: true },
  workspaces: { one: 'workspace', title: 'Figures of the workspaces', hasNodes: false },
};

const TIMELESS_CAPTION = 'Used is the allocated GPU time ÷ the GPU time of nodes that were up.';
const CAPTION =
  'Wait is the mean, p50 and the like are percentiles. Queue is the mean number of Queued GPRs, longest the highest. Used is the allocated GPU time, offered (the offered load) the GPU time that the GPRs need, each ÷ the GPU time of nodes that were up.';

export interface PartRow {
  /** '' in a report of one run. */
  readonly variant: string;
  readonly part: PartFigures;
}

/** A section for the pools and one for the clusters. @param shown the variants with rows; default: all */
export function poolSections(
  variants: readonly VariantParts[],
  meaning: Meaning,
  shown = variants,
): string[] {
  const warning = overloadRemark(variants, meaning);
  return [
    partSection('pools', shown, meaning, [
      captionOf(variants, meaning),
      ...(warning === undefined ? [] : [`<p><strong>${escaped(warning)}</strong></p>`]),
    ]),
    partSection('clusters', shown, meaning),
  ];
}

/** A section for the workspaces, if their figures are known. */
export function workspaceFigures(variants: readonly VariantParts[], meaning: Meaning): string {
  if (variants.every(({ parts }) => parts.workspaces.length === 0)) return '';
  return partSection('workspaces', variants, meaning, [captionOf(variants, meaning)]);
}

function captionOf({ length }: readonly VariantParts[], meaning: Meaning): string {
  const caption = inUnit(hasTimes(meaning) ? CAPTION : TIMELESS_CAPTION, meaning.unit);
  return `<p class="quiet">${caption}${length > 1 ? ' All figures are means over the seeds.' : ''}</p>`;
}

function partSection(
  kind: keyof Parts,
  variants: readonly VariantParts[],
  meaning: Meaning,
  before: readonly string[] = [],
): string {
  const names = new Set(variants.flatMap(({ parts }) => parts[kind].map(({ name }) => name)));
  const byVariant = variants.map(({ parts }) => new Map(parts[kind].map((part) => [part.name, part])));
  const rows = [...names].flatMap((name) =>
    variants.flatMap(({ name: variant }, i): PartRow[] => {
      const part = byVariant[i].get(name);
      return part === undefined ? [] : [{ variant, part }];
    }),
  );
  const further = rows.length - ROWS_MAX;
  return [
    `<section id="${kind}-table">\n<h2>${KINDS[kind].title}</h2>`,
    ...before,
    partTable(kind, rows.slice(0, ROWS_MAX), meaning),
    ...(further > 0 ? [`<p class="quiet">${further} further rows are left out; ${allBy(kind)}.</p>`] : []),
    `${detailsOf(partLines(kind, rows), rows.length + 1, allBy(kind))}\n</section>`,
  ].join('\n');
}

/** What prints all rows. */
const allBy = (kind: keyof Parts) => `the command above prints all with --csv --by ${KINDS[kind].one}`;

const hasVariants = (rows: readonly PartRow[]) => rows.some(({ variant }) => variant !== '');

export function partTable(kind: keyof Parts, rows: readonly PartRow[], meaning: Meaning): string {
  const { one, hasNodes } = KINDS[kind];
  const columns = PART_FIGURE_NAMES.map((name) => ({ name, ...PART_FIGURES[name] })).filter(
    ({ isTimeless, isOfNodes }) => (hasTimes(meaning) || isTimeless) && (hasNodes || !isOfNodes),
  );
  const isMany = hasVariants(rows);
  const header = [
    one,
    ...(isMany ? ['variant'] : []),
    ...columns.map(({ label }) => inUnit(label, meaning.unit)),
  ];
  const lines = rows.map(({ variant, part }, i) => [
    part.name === rows[i - 1]?.part.name ? '' : part.name,
    ...(isMany ? [variant] : []),
    ...columns.map(({ name, text }) => text(part[name])),
  ]);
  return tableOf(header, lines, isMany ? 2 : 1);
}

/** Lines of CSV. */
export function partLines(kind: keyof Parts, rows: readonly PartRow[]): string[] {
  const isMany = hasVariants(rows);
  const line = ({ variant, part }: PartRow) =>
    csvLine([part.name, ...(isMany ? [variant] : []), ...PART_FIGURE_NAMES.map((figure) => part[figure])]);
  return [
    csvLine([KINDS[kind].one, ...(isMany ? ['variant'] : []), ...PART_FIGURE_NAMES]),
    ...rows.map(line),
  ];
}
