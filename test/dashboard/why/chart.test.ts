import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Waits } from '../../../src/dashboard/gantt/data/wait-lanes.ts';
import { entriesOf, fitting } from '../../../src/dashboard/gantt/interaction/in-view.ts';
import { arrowOf } from '../../../src/dashboard/gantt/scene/arrow.ts';
import { continuation, nextOn } from '../../../src/dashboard/gantt/scene/next.ts';
import { countsOf } from '../../../src/dashboard/queue/counts.ts';
import { type MadeBar, sceneOf } from '../chart.ts';

const NAMES = ['team-blue', 'team-red', 'team-blue', 'team-gray'];
const meaningOf = (gpr: number) => ({ name: NAMES[gpr], color: `#00000${gpr}` });

test('the legend has what is in view, colors by their pixels', () => {
  const waits = new Waits({ row: [0], lane: [0], gpr: [1], fromMs: [30], toMs: [45], reason: ['room'] }, 1);
  const scene = sceneOf(
    [
      { from: 10, to: 30, gpr: 0, end: 'evicted' },
      { from: 45, to: 95, gpr: 1, planned: true },
      { from: 120, to: 140, gpr: 3 },
    ],
    1,
    { waits },
  );
  const entries = entriesOf(scene, meaningOf);
  assert.deepEqual(
    entries.map(({ words, look, color }) => [words, look, color]),
    [
      ['evicted', undefined, undefined],
      ['no room', 'wait room', undefined],
      ['planned', 'stripes', undefined],
      ['team-red', 'dot', '#000001'],
      ['team-blue', 'dot', '#000000'],
    ],
  );
  assert.equal(entries[0].mark!.path, 'M0-1 1 1H-1Z');
  // Without the wait, the planned bar, the bar of team-red, and the end of that of team-blue.
  assert.deepEqual(
    entriesOf({ ...scene, window: { fromMs: 0, toMs: 29 } }, meaningOf).map(({ words }) => words),
    ['team-blue'],
  );
});

test('an entry of the legend marks its bars, or its waits', () => {
  const waits = new Waits({ row: [0], lane: [0], gpr: [1], fromMs: [30], toMs: [40], reason: ['head'] }, 1);
  const bars: readonly MadeBar[] = [
    { from: 10, to: 30, gpr: 0, end: 'failed' },
    { from: 40, to: 50, gpr: 1 },
    { from: 60, to: 70, gpr: 2, planned: true },
  ];
  const scene = sceneOf(bars, 1, { waits });
  const litBy = (words: string) => entriesOf(scene, meaningOf).find((entry) => entry.words === words)!.lit!;
  const litBars = (words: string) =>
    scene.bars.ofRow.flat().flatMap((bar) => (litBy(words).bar(bar) ? [bar.gpr] : []));
  assert.deepEqual(litBars('team-blue'), [0, 2]);
  assert.deepEqual(litBars('planned'), [2]);
  assert.deepEqual(litBars('provisioning failed'), [0]);
  assert.deepEqual(litBars('behind a head'), []);
  assert.equal(litBy('behind a head').reason(1), true);
  assert.equal(litBy('behind a head').reason(2), false);
  assert.equal(litBy('planned').reason(1), false);
});

test('entries fill the lines, and leave room for the count of the others', () => {
  assert.equal(fitting([40, 40, 20], 30, 100, 1), 3);
  // 40 + 40 + 30 is too wide; 40 + 30 fits.
  assert.equal(fitting([40, 40, 40], 30, 100, 1), 1);
  // 40 + 40, then 40 + 30.
  assert.equal(fitting([40, 40, 40, 40, 40], 30, 100, 2), 3);
  assert.equal(fitting([], 30, 100, 1), 0);
});

test('a running bar goes on as planned, and the next bar on its lanes is of another GPR', () => {
  const { bars } = sceneOf([
    { from: 60, to: null, gpr: 0 },
    { from: 80, to: 90, gpr: 0, planned: true },
    // On the other lane, too early, and the one.
    { from: 90, to: 99, lane: 1, gpr: 1, planned: true },
    { from: 85, to: 89, gpr: 2, planned: true },
    { from: 92, to: 97, gpr: 3, planned: true },
  ]);
  const at = (fromMs: number) => bars.ofRow[0].find((bar) => bar.fromMs === fromMs)!;
  assert.equal(continuation(bars, at(60)), at(80));
  assert.equal(nextOn(bars, at(80)), at(92));
  assert.equal(continuation(bars, at(92)), undefined);
  assert.equal(nextOn(bars, at(92)), undefined);
});

test('an arrow leads from a wait to the bar of a GPR or to a row', () => {
  const waits = new Waits(
    { row: [0, 0], lane: [1, 0], gpr: [1, 2], fromMs: [40, 10], toMs: [90, 30], reason: ['head', 'room'] },
    2,
  );
  const scene = sceneOf([{ from: 60, to: null, row: 1, gpr: 0 }], 2, { waits, height: 60 });
  // The wait is on lane 1, 14 pixels down; now is 80. The bar is 60 to 80, 30 to 43 pixels down.
  assert.deepEqual(arrowOf(scene, 1, { gpr: 0 }), { from: { x: 80, y: 15 }, to: { x: 70, y: 37 } });
  assert.deepEqual(arrowOf(scene, 1, { row: 1 }), { from: { x: 80, y: 15 }, to: { x: 80, y: 44 } });
  // The second GPR no longer waits; row 1 is below a lower view; -1 is not in the chart.
  assert.equal(arrowOf(scene, 2, { gpr: 0 }), undefined);
  assert.equal(arrowOf({ ...scene, height: 28 }, 1, { gpr: 0 }), undefined);
  assert.equal(arrowOf(scene, 1, { gpr: -1 }), undefined);
});

test('a whole queue is counted by its rows, a part of it by the state', () => {
  const gprs = (['room', 'room', 'head', null] as const).map((waitReason) => ({ waitReason })) as never;
  const all = { workspace: 5, head: 3, room: 4, down: 0, cycle: 0 };
  assert.deepEqual(countsOf({ gprs, total: 4 }, 'worker-1', all, undefined), {
    workspace: 0,
    head: 1,
    room: 2,
    down: 0,
    cycle: 0,
  });
  assert.deepEqual(countsOf({ gprs, total: 12 }, '', all, undefined), all);
  assert.equal(countsOf({ gprs, total: 12 }, 'worker-1', all, undefined), undefined);
  assert.deepEqual(countsOf({ gprs, total: 12 }, '', all, 'room'), all);
  assert.deepEqual(countsOf({ gprs, total: 12 }, 'worker-1', all, 'room'), {
    workspace: 0,
    head: 0,
    room: 12,
    down: 0,
    cycle: 0,
  });
});
