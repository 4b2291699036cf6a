import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MeasureWindow, NEVER, Simulation } from '../../sim/index.ts';
import { visibleLines } from '../../src/looks/visible.ts';
import { colorNumber } from '../../src/looks/workspace-colors.ts';
import { slowdownCurves } from '../../src/report/charts/slowdown-curves.ts';
import { rowLabel } from '../../src/report/charts/wait-curves.ts';
import { runPage } from '../../src/report/report-of-run.ts';
import { figuresOf } from '../../src/studies/figures.ts';
import { type Meaning, meaningOf } from '../../src/studies/meaning.ts';
import { curveOf, newPictureReader, slowdownCurveOf } from '../../src/studies/pictures.ts';
import { Timeline } from '../../src/wire/time/timestamps.ts';
import { request, SECOND, scenarioOf, workspace } from '../support/scenario.ts';
import { assertSound, csvIn } from './page.ts';

const WHOLE: MeasureWindow = { fromMs: 0, toMs: NEVER };
const NAMES = ['blue', 'green', 'red'];

/** A node of 8 GPUs for 400 s: the first workspace holds 4 until 100 s, the second 8 until 200 s, the third 4 until 300 s. */
function reported(window: MeasureWindow = WHOLE, names: readonly string[] = NAMES, meaning?: Meaning) {
  const scenario = scenarioOf({
    name: names[0],
    workspaces: names.map((name) => workspace(name, ['east'])),
  });
  const simulation = new Simulation(scenario);
  simulation.measures.measure(window);
  const reader = newPictureReader(simulation, window);
  const create = (name: string, gpusPerNode: number, priority: number) => {
    const check = simulation.check(request(name, { gpusPerNode, priority }));
    assert.ok(check.ok);
    simulation.apply(check.command);
  };
  simulation.openAt(0);
  create(names[0], 4, 102);
  create(names[1], 8, 101);
  simulation.openAt(50 * SECOND);
  create(names[2], 4, 100);
  simulation.runTo(400 * SECOND);
  reader.follow(simulation.takeFacts());
  const pictures = reader.pictures();
  const summary = { ...figuresOf(simulation, window) };
  const timeline = new Timeline(scenario.start);
  const page = runPage({
    title: scenario.name,
    about: [['scenario', names[0]]],
    meaning: meaning ?? meaningOf(scenario),
    summary,
    parts: summary.parts,
    pictures,
    timeline,
  });
  return { page, pictures, summary };
}

test('a report is sound HTML that requests nothing, and the same run gives the same bytes', () => {
  const { page } = reported();
  assertSound(page);
  assert.equal(reported().page, page);
});

test('links at the top lead to all sections; the Gantt chart comes after all other pictures', () => {
  const { page } = reported();
  const sections = [...page.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  const [nav] = /<nav>.*<\/nav>/.exec(page)!;
  assert.deepEqual(
    [...nav.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id),
    sections,
  );
  const pictures = ['utilization', 'queue', 'evictions', 'waits', 'slowdowns', 'gantt'];
  assert.deepEqual(sections, ['figures', 'pools-table', 'clusters-table', ...pictures, 'workspaces']);
  assert.ok(nav.includes('<a href="#queue">Length of the queue</a>'));
});

test('without times, the report has no waits, no queue, no evictions and no offered load', () => {
  const without: Meaning['without'] = new Set(['waitMsMean', 'evictions']);
  const { page } = reported(WHOLE, NAMES, { unit: 'GPU', without });
  assertSound(page);
  const sections = [...page.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  assert.deepEqual(sections, ['figures', 'pools-table', 'clusters-table', 'utilization', 'gantt']);
  const heads = ['pool', 'GPRs', 'started', 'GPU hours', 'used'].map((head) => `<th>${head}</th>`);
  assert.ok(page.includes(`${heads.join('')}</tr>`));
  assert.doesNotMatch(page.replaceAll(/<pre.*?<\/pre>/gs, '').split('<script>')[0], /offered|Queue is/);
});

test('names with signs of HTML and CSV are texts everywhere', () => {
  const name = '<script>alert("1")<\\script>, & \'x\'';
  const { page } = reported(WHOLE, [name, 'green', 'red']);
  assertSound(page);
  assert.equal(page.split('<script>').length, 2, 'the script of the report is the only one');
  assert.ok(csvIn(page, 'gantt')[0].includes('"<script>alert(""1"")<\\script>, & \'x\'"'));
  assert.ok(page.includes('&lt;script&gt;alert(&quot;1&quot;)'));
});

test('hidden characters are shown as marks, in pictures, tables, CSV and attributes', () => {
  const { page } = reported(WHOLE, ['a\u202eb', 'green\u200b', 'red\u0007']);
  assertSound(page);
  assert.equal(visibleLines(page), page);
  for (const mark of ['a&lt;U+202E&gt;b', 'green&lt;U+200B&gt;', 'red&lt;U+0007&gt;'])
    assert.ok(page.includes(mark), mark);
});

test('the Gantt chart has each attempt with its lanes, its GPR and its end', () => {
  const [csv] = csvIn(reported().page, 'gantt');
  const lines = csv.split('\n').map((line) => line.replace(/gpr-[^,]+/, 'ID'));
  const at = (seconds: number) => new Timeline('2026-01-05T08:00:00.000Z').iso(seconds * SECOND);
  assert.deepEqual(lines, [
    'row,node,cluster,firstGpu,gpus,from,to,gprId,workspace,priority,end,attempts',
    `0,east-large-0,east,0,4,${at(0)},${at(100)},ID,blue,102,complete,1`,
    `0,east-large-0,east,0,8,${at(100)},${at(200)},ID,green,101,complete,1`,
    `0,east-large-0,east,0,4,${at(200)},${at(300)},ID,red,100,complete,1`,
  ]);
});

test('the pictures of a window have its time and its GPRs only', () => {
  const { page, pictures } = reported({ fromMs: 50 * SECOND, toMs: 150 * SECOND });
  assert.deepEqual([pictures.fromMs, pictures.toMs], [50 * SECOND, 150 * SECOND]);
  const { series, waits, workspaces } = pictures;
  // 500 bins of 200 ms: 4 of 8 GPUs in the first half, 8 in the second.
  assert.equal(series.binMs, 200);
  assert.deepEqual(new Set(series.utilization.slice(0, 250)), new Set([0.5]));
  assert.deepEqual(new Set(series.utilization.slice(250)), new Set([1]));
  assert.deepEqual([waits.waitMs, waits.share], [[150 * SECOND], [1]]);
  assert.deepEqual(
    workspaces.map(({ name, waitMsP50, gpuHours }) => [name, waitMsP50, gpuHours]),
    [
      ['blue', null, 200 / 3600],
      ['green', null, 400 / 3600],
      ['red', 150 * SECOND, 0],
    ],
  );
  assert.doesNotMatch(csvIn(page, 'gantt')[0], /,red,/);
  assert.equal(csvIn(page, 'waits')[0], 'waitMs,share\n150000,1');
  assert.equal(csvIn(page, 'slowdowns')[0], 'slowdown,share\n2.5,1');
});

test('the table and the CSV of the figures have the figures of the run', () => {
  const { page, summary } = reported();
  const lines = csvIn(page, 'figures')[0].split('\n');
  assert.ok(lines.includes(`waitMsMean,${250_000 / 3}`));
  assert.ok(lines.includes(`hash,${summary.hash}`));
  for (const line of [`flowMsMean,${550_000 / 3}`, 'boundedSlowdownMax,2.5', 'allocatedAtEnd,0'])
    assert.ok(lines.includes(line), line);
  assert.ok(page.includes('<tr><td>mean flow</td><td>3m 3s</td>'));
  assert.ok(page.includes('<tr><td>highest slowdown</td><td>2.50</td>'));
  assert.ok(page.includes('<tr><td>allocated at the end</td><td>0.0 %</td>'));
  assert.ok(page.includes('<tr><td>mean wait</td><td>1m 23s</td>'));
  assert.ok(page.includes('<tr><td>utilization</td><td>50.0 %</td>'));
});

test('the report of a window after the end of an interrupted run has no values', () => {
  const { page } = reported({ fromMs: 500 * SECOND, toMs: NEVER });
  assertSound(page);
  assert.doesNotMatch(page.split('<script>')[0], /NaN|Infinity|undefined/);
  assert.ok(page.includes('<tr><td>mean wait</td><td>–</td>'));
});

test('a curve of waits has a step for each wait, and at most 400 steps, of which the last is the longest wait', () => {
  const { waitMs, share, marks } = curveOf(Float64Array.of(0, 0, 5, 10));
  assert.deepEqual(
    [waitMs, share],
    [
      [0, 5, 10],
      [0.5, 0.75, 1],
    ],
  );
  assert.deepEqual(marks, [
    { name: 'p50', ms: 0 },
    { name: 'p95', ms: 10 },
  ]);
  const many = curveOf(Float64Array.from({ length: 1_000 }, (_, i) => i));
  assert.deepEqual([many.waitMs.length, many.waitMs[0], many.share[0]], [400, 2, 0.003]);
  assert.deepEqual([many.waitMs.at(-1), many.share.at(-1)], [999, 1]);
});

test('the curve of bounded slowdowns has the share of the GPRs up to each slowdown, and ends with the highest', () => {
  const { page } = reported();
  // Of the same duration, they took 100, 200 and 250 s.
  assert.equal(csvIn(page, 'slowdowns')[0], 'slowdown,share\n1,0.333333\n2,0.666667\n2.5,1');
  assert.ok(page.includes('<p>3 GPRs, mean 1.83, highest 2.50</p>'));
  const buckets = [
    { edge: 1, count: 6 },
    { edge: 1.5, count: 1 },
    { edge: 4, count: 1 },
  ];
  const { slowdown, share } = slowdownCurveOf({ count: 8, mean: 2, max: 3.9, buckets });
  assert.deepEqual(
    [slowdown, share],
    [
      [1, 1.5, 3.9],
      [0.75, 0.875, 1],
    ],
  );
});

test('without an ended GPR, there is no curve of bounded slowdowns', () => {
  const { page } = reported({ fromMs: 500 * SECOND, toMs: NEVER });
  const [, section] = /<section id="slowdowns">([\s\S]*?)<\/section>/.exec(page)!;
  assert.ok(section.includes('<p>0 GPRs, mean –, highest –</p>'));
  assert.doesNotMatch(section, /<svg/);
});

test('the axis of bounded slowdowns has ticks at powers of ten, and of a short one also at 2 and 5 times these', () => {
  const ticks = (max: number) => {
    const curve = { count: 1, mean: max, max, slowdown: [max], share: [1] };
    return [...slowdownCurves([curve]).matchAll(/>(\d+)<\/text>/g)].map(([, label]) => Number(label));
  };
  assert.deepEqual(ticks(1), [1, 2]);
  assert.deepEqual(ticks(60), [1, 2, 5, 10, 20, 50]);
  assert.deepEqual(ticks(25_000), [1, 10, 100, 1_000, 10_000]);
});

test('the colors of workspaces are those of the dashboard', () => {
  const { page } = reported();
  assert.ok(page.includes(`<span class="swatch c${colorNumber('red')}"></span>red</li>`));
  assert.ok(page.includes(`<path class="bars c${colorNumber('red')}"`));
});

test('the label of a long name keeps both ends, and has the whole name as its title', () => {
  const name = `cluster-${'x'.repeat(60)}-17`;
  const label = rowLabel(name, 0);
  const [, title, short] = /<title>(.*)<\/title>(.*)<\/text>/.exec(label)!;
  assert.equal(title, name);
  assert.equal(short, `cluster-…${'x'.repeat(14)}-17`);
});
