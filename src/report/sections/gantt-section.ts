// The Gantt chart of each run.

import { counted } from '../../wire/text/counted.ts';
import { inUnit, type Unit } from '../../wire/text/unit.ts';
import type { TimeAxis } from '../charts/axes.ts';
import { ganttColumns, ganttOf, ROWS_MAX, workspacesOf } from '../charts/gantt-chart.ts';
import { legendOf, workspaceClasses } from '../page/color-classes.ts';
import { escaped, legend } from '../page/html.ts';
import { packedDetails, Texts } from '../page/packed-csv.ts';
import type { ShownRun } from './shown-runs.ts';

export function ganttSection(shown: readonly ShownRun[], axis: TimeAxis, unit: Unit): string {
  const texts = new Texts();
  const classes = workspaceClasses(workspacesOf(shown.map(({ pictures }) => pictures.gantt)));
  const charts = shown.map(({ name, pictures }) => {
    const { gantt, toMs: endMs } = pictures;
    const title = name === '' ? '' : `<h3>${escaped(name)}</h3>`;
    const leftOut = gantt.rowsTotal - Math.min(gantt.rows.length, ROWS_MAX);
    const note = leftOut === 0 ? '' : `<p class="quiet">${counted(leftOut, 'further node')} left out.</p>`;
    const label = `Gantt chart of the nodes${name === '' ? '' : `, ${name}`}`;
    const details = packedDetails(ganttColumns({ axis, gantt }), texts);
    return `<div class="chart">${title}${ganttOf({ label, axis, gantt, endMs, unit, classes })}${note}${details}</div>`;
  });
  const signs = legend([
    ['evicted', 'ended by an eviction'],
    ['merged', 'several short attempts'],
    ['down', 'node is down'],
  ]);
  return `<section id="gantt">
<h2>Nodes</h2>
<p class="quiet">${inUnit('A bar is an attempt of a GPR with its GPUs of a node, in the color of its workspace.', unit)}</p>
${legendOf(classes)}
${signs}
${charts.join('\n')}
${texts.html()}</section>`;
}
