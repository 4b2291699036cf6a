import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER } from '../../sim/index.ts';
import { valueSections } from '../../src/report/by-value.ts';
import type { Figures } from '../../src/studies/figure-catalogue.ts';
import { Grid } from '../../src/studies/grid.ts';
import { SettingsWork } from '../../src/studies/settings-work.ts';
import { metrics } from '../../src/studies/statistics/compared-metrics.ts';
import { compared } from '../../src/studies/statistics/comparison.ts';
import { Answering } from '../../src/studies/targets/answer.ts';
import { parseTarget } from '../../src/studies/targets/target.ts';
import { Settings, type VariedMember } from '../../src/studies/varied/settings.ts';
import type { Json } from '../../src/studies/varied/varied-values.ts';

const own = [{ queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' }];
const metric = metrics.find(({ metric }) => metric === 'utilization')!;

function sectionsOf(
  members: readonly VariedMember[],
  queues: readonly string[],
  samples: number[][],
  work = new SettingsWork(),
): string[] {
  const grid = new Grid(new Settings(['demo'], members), { given: { queue: queues }, own }, [1, 2]);
  assert.equal(samples.length, grid.variantCount);
  return valueSections(grid, [compared(metric, samples)], undefined, work);
}

const member = (pointer: string, ...values: Json[]): VariedMember => ({ pointer, values });
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

test('a member with numeric values has a picture for each figure, with a line for each other combination', () => {
  const samples = [
    [0.2, 0.3],
    [0.4, 0.4],
    [0.1, 0.2],
    [0.3, 0.3],
  ];
  const [section, ...others] = sectionsOf([member('/a/count', 8, 4)], ['strict', 'greedy'], samples);
  assert.deepEqual(others, []);
  assert.match(section, /<h2>Figures by \/a\/count<\/h2>/);
  assert.match(section, /<li><span class="swatch c0"><\/span>strict<\/li><li>.*greedy<\/li>/);
  assert.equal(count(section, /<circle /g), 4);
  // Lines go from the lowest value to the highest, whatever the order of --vary.
  const [, line] = /class="line c0 d0" d="M([0-9. L]+)"/.exec(section)!;
  const [[x4, y4], [x8, y8]] = line.split('L').map((point) => point.split(' ').map(Number));
  assert.ok(x4 < x8 && y4 > y8, 'strict has 15 % with 4 nodes, below its 25 % with 8');
  // Equal samples have no interval.
  assert.equal(count(section, /M[0-9.]+ [0-9.]+V[0-9.]+/g), 2);
  assert.ok(section.includes('utilization,strict,8,0.25,'), section.slice(-600));
  assert.ok(
    section.includes('utilization,greedy,8,0.4,</pre>') || section.includes('utilization,greedy,8,0.4,\n'),
  );
});

test('machines are at the number of their GPUs on the axis', () => {
  const samples = [[0.5], [0.25], [0.75]].map(([share]) => [share, share]);
  const [section] = sectionsOf([member('/machine', '9x8', '4x8', '8x8')], ['strict'], samples);
  // 32 and 72 GPUs at the ends, 64 at four fifths between them.
  const [, line] = /class="line c0 d0" d="M([0-9. L]+)"/.exec(section)!;
  const [x32, x64, x72] = line.split('L').map((point) => Number(point.split(' ')[0]));
  assert.ok(Math.abs((x64 - x32) / (x72 - x32) - 0.8) < 0.001, line);
  assert.deepEqual(
    sectionsOf(
      [member('/machine', '4x8', '8x4')],
      ['strict'],
      [
        [1, 1],
        [1, 1],
      ],
    ),
    [],
  );
});

test('the bound of a target has a label, and the cheapest variant a ring', () => {
  const grid = new Grid(
    new Settings(['demo'], [member('/count', 1, 2)]),
    { given: { queue: ['strict', 'greedy'] }, own },
    [1, 2],
  );
  const parsed = parseTarget('utilization>30%');
  assert.ok(parsed.ok);
  const asked = {
    targets: [parsed.value],
    by: 'gpus',
    unit: 'GPU',
    costs: [8, 16],
    parts: [[undefined], [undefined]],
  } as const;
  const answering = new Answering(asked, grid, false);
  const runs = [0.1, 0.1, 0.4, 0.4, 0.5, 0.5, 0.6, 0.6];
  for (const utilization of runs) answering.add({ utilization, parts: {} } as unknown as Figures);
  const answer = answering.answer();
  assert.deepEqual(answer.cheapest, [1]);
  const [section] = valueSections(grid, [], answer, new SettingsWork());
  assert.match(section, />&gt; 30%<\/text>/);
  assert.equal(count(section, /class="bound"/g), 1);
  const [, x, y] = /<circle cx="([0-9.]+)" cy="([0-9.]+)" r="7" class="ring"\/>/.exec(section)!;
  assert.ok(section.includes(`<circle cx="${x}" cy="${y}" r="2.5" class="c1"/>`), 'a point of greedy');
  assert.equal(count(section, /class="ring"/g), 1);
});

test('durations are numbers, other values are not, and a single number makes no picture', () => {
  const pair = [
    [0.1, 0.2],
    [0.3, 0.4],
  ];
  const [gaps] = sectionsOf([member('/gap', '2m', '80s')], ['strict'], pair);
  assert.match(gaps, />80s<\/text>.*>2m<\/text>/);
  assert.deepEqual(sectionsOf([member('/limit', 1, 'none')], ['strict'], pair), []);
  assert.deepEqual(sectionsOf([member('/kind', 'a', 'b')], ['strict'], pair), []);
});

test('each numeric member has a section; further lines than twelve are not drawn, but in the CSV', () => {
  const many = Array.from({ length: 13 }, (_, i) => `name-${i}`);
  const samples = Array.from({ length: 4 * 13 }, (_, i) => [i / 100, i / 90]);
  const sections = sectionsOf(
    [member('/a', 1, 2), member('/b', ...many), member('/c', 1, 2)],
    ['strict'],
    samples,
  );
  assert.equal(sections.length, 2);
  assert.match(sections[0], /14 further lines are not drawn/);
  assert.equal(count(sections[0], /<circle /g), 24);
  assert.equal(sections[0].split('\n').filter((line) => line.startsWith('utilization,')).length, 52);
});

test('a point of a variant with less work than another one is hollow', () => {
  const work = new SettingsWork();
  const noted = (setting: number, gpuMs: number) =>
    work.note(
      setting,
      {
        scenario: { workload: [] },
        inputs: [],
        traceOptions: [],
        reports: [
          { work: { keptMs: 10 - gpuMs, losses: gpuMs === 0 ? [] : [{ what: '', jobs: 1, gpuMs }] } },
        ],
      } as unknown as Parameters<SettingsWork['note']>[1],
      NEVER,
    );
  noted(0, 4);
  noted(1, 0);
  const samples = [
    [0.2, 0.2],
    [0.4, 0.4],
  ];
  const [section] = sectionsOf([member('/machine', 4, 8)], ['strict'], samples, work);
  assert.equal(count(section, /<circle [^>]*class="line hole c0"/g), 1);
  assert.match(section, /A hollow point is of a variant that leaves out or cuts jobs/);
});
