// The charts of two futures or branches with the same rows, and the GPRs that differ in them.

import type { GanttAnswer } from '../shared/gantt-answer.ts';

interface Charts {
  readonly without: GanttAnswer;
  readonly with: GanttAnswer;
}

/**
 * The charts with the same rows in the same order: all if they are few enough, else the first ones of them in which a bar differs.
 * `differing`: the ids of the GPRs of which a bar differs. A bar that is merged in one chart only counts as different.
 * Only the rows of the charts are compared: both have the first ones of the server.
 */
export function alike({ without, with: changed }: Charts, rowsMax: number) {
  const rows = new Map([...changed.rows, ...without.rows].map((row) => [keyOf(row), row]));
  const keys = [...new Set([...without.rows, ...changed.rows].map(keyOf))];
  const differing = differingGprs(without, changed);
  const touched = new Set(
    [without, changed].flatMap(({ bars, rows, gprs }) =>
      bars.gpr.flatMap((gpr, i) => {
        const id = gpr < 0 ? null : gprs[gpr]!.gprId;
        return id !== null && differing.has(id) ? [keyOf(rows[bars.row[i]!]!)] : [];
      }),
    ),
  );
  const first = touched.size > 0 ? keys.filter((key) => touched.has(key)) : keys;
  const kept = (keys.length <= rowsMax ? keys : first.slice(0, rowsMax)).map((key) => rows.get(key)!);
  const rowsTotal = Math.max(without.rowsTotal, changed.rowsTotal, keys.length);
  return {
    differing: [...differing],
    without: { ...withRows(without, kept), rowsTotal },
    with: { ...withRows(changed, kept), rowsTotal },
  };
}

/** The GPRs of which a bar differs: in its row, its start, its end, or how it ends. Ids. */
function differingGprs(without: GanttAnswer, changed: GanttAnswer): Set<string> {
  const [before, after] = [barsByGpr(without), barsByGpr(changed)];
  const all = [...before.keys(), ...after.keys()];
  return new Set(all.filter((gprId) => before.get(gprId) !== after.get(gprId)));
}

/** GPR → its bars, as a text. */
function barsByGpr({ bars, rows, gprs }: GanttAnswer): Map<string, string> {
  const texts = new Map<string, string[]>();
  for (const [i, gpr] of bars.gpr.entries()) {
    const id = gpr < 0 ? null : gprs[gpr]!.gprId;
    if (id === null) continue;
    const text = [keyOf(rows[bars.row[i]!]!), bars.fromMs[i], bars.toMs[i], bars.end[i], bars.lanes[i]].join(
      ' ',
    );
    const known = texts.get(id);
    if (known === undefined) texts.set(id, [text]);
    else known.push(text);
  }
  return new Map([...texts].map(([id, list]) => [id, list.sort().join('\n')]));
}

type Row = GanttAnswer['rows'][number];

/** Nodes of different clusters may have one name. */
function keyOf({ name, cluster }: Row): string {
  return `${cluster} ${name}`;
}

/** The chart with these rows, in their order. A row that it lacks is empty. */
function withRows(chart: GanttAnswer, rows: readonly Row[]): GanttAnswer {
  const places = new Map(rows.map((row, place) => [keyOf(row), place]));
  const own = new Map(chart.rows.map((row) => [keyOf(row), row]));
  const rowOf = chart.rows.map((row) => places.get(keyOf(row)) ?? -1);
  const kept = chart.bars.row.flatMap((row, i) => (rowOf[row] >= 0 ? [i] : []));
  const columns = Object.fromEntries(
    Object.entries(chart.bars).map(([name, column]) => [name, kept.map((i) => column[i])]),
  ) as unknown as GanttAnswer['bars'];
  return {
    ...chart,
    rows: rows.map((row) => own.get(keyOf(row)) ?? { ...row, lanes: 1, down: [] }),
    bars: { ...columns, row: columns.row.map((row) => rowOf[row]) },
  };
}
