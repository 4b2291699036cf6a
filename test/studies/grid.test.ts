import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Grid, runName, variantName } from '../../src/studies/grid.ts';
import { Settings } from '../../src/studies/varied/settings.ts';

const usual = { order: 'priority', backfillOrder: 'same' };
const own = { queue: 'strict', placement: 'best-fit', ...usual };
const allRuns = (grid: Grid) => Array.from({ length: grid.runCount }, (_, i) => grid.run(i));

test('a grid combines every variant with every seed, seeds innermost', () => {
  const policies = {
    given: { queue: ['strict', 'greedy'], placement: ['best-fit', 'worst-fit'] },
    own: [own],
  };
  const grid = new Grid(new Settings(['demo'], []), policies, [7, 8]);
  assert.equal(grid.variantCount, 4);
  assert.deepEqual(allRuns(grid), [
    { queue: 'strict', placement: 'best-fit', ...usual, seed: 7 },
    { queue: 'strict', placement: 'best-fit', ...usual, seed: 8 },
    { queue: 'strict', placement: 'worst-fit', ...usual, seed: 7 },
    { queue: 'strict', placement: 'worst-fit', ...usual, seed: 8 },
    { queue: 'greedy', placement: 'best-fit', ...usual, seed: 7 },
    { queue: 'greedy', placement: 'best-fit', ...usual, seed: 8 },
    { queue: 'greedy', placement: 'worst-fit', ...usual, seed: 7 },
    { queue: 'greedy', placement: 'worst-fit', ...usual, seed: 8 },
  ]);
});

test('scenarios and varied members are part of the variants and of their names', () => {
  const members = [
    { pointer: '/clusters/0/nodes/0/count', values: [3, 4] },
    { pointer: '/keepEnded', values: [7] },
  ];
  const policies = { given: {}, own: [own, { ...own, queue: 'greedy' }] };
  const grid = new Grid(new Settings(['a.json', 'b.json'], members), policies, [1]);
  assert.deepEqual(allRuns(grid).map(runName), [
    'a.json, /clusters/0/nodes/0/count=3, /keepEnded=7, strict, best-fit, seed 1',
    'a.json, /clusters/0/nodes/0/count=4, /keepEnded=7, strict, best-fit, seed 1',
    'b.json, /clusters/0/nodes/0/count=3, /keepEnded=7, greedy, best-fit, seed 1',
    'b.json, /clusters/0/nodes/0/count=4, /keepEnded=7, greedy, best-fit, seed 1',
  ]);
  assert.deepEqual(grid.variant(3), {
    scenario: 'b.json',
    varied: { '/clusters/0/nodes/0/count': 4, '/keepEnded': 7 },
    queue: 'greedy',
    placement: 'best-fit',
    ...usual,
  });
  assert.deepEqual(grid.policies(), {
    queue: undefined,
    placement: ['best-fit'],
    order: undefined,
    backfillOrder: undefined,
  });
  assert.deepEqual([grid.shortName(3), grid.shared], ['b.json count=4 greedy', ['/keepEnded=7', 'best-fit']]);
});

test('the short name of a variant has the ends of the pointers, or whole pointers that end alike', () => {
  const short = (...pointers: string[]) => {
    const members = pointers.map((pointer) => ({ pointer, values: [1, 2] }));
    return new Grid(new Settings(['demo'], members), { given: {}, own: [own] }, [1]).shortName(0);
  };
  assert.equal(short('/clusters/1/nodes/0/count'), 'count=1');
  assert.equal(short('/a/count', '/b/count', '/from'), '/a/count=1 /b/count=1 from=1');
  assert.equal(short('/a/0', '/b/from'), '/a/0=1 from=1');
});

test('a grid of a million runs takes no memory for its runs, and each has another name', () => {
  const values = Array.from({ length: 1000 }, (_, i) => i);
  const members = [
    { pointer: '/a', values },
    { pointer: '/b', values: values.slice(0, 100) },
  ];
  const seeds = values.slice(0, 10);
  const grid = new Grid(new Settings(['demo'], members), { given: {}, own: [own] }, seeds);
  assert.equal(grid.runCount, 1_000_000);
  const names = new Set<string>();
  for (let i = 0; i < grid.runCount; i += 7) names.add(runName(grid.run(i)));
  assert.equal(names.size, Math.ceil(1_000_000 / 7));
  assert.equal(runName(grid.run(999_999)), '/a=999, /b=99, strict, best-fit, seed 9');
  assert.equal(grid.settingOf(99_999), 99_999);
});

test('the name of a variant has its values in the form of --vary', () => {
  const varied = { '/a': 'x', '/b': '4', '/c': [1, 'y'], '/d': 'a,b', '/e': null };
  assert.equal(
    variantName({ varied, ...own }),
    '/a=x, /b="4", /c=[1,"y"], /d="a,b", /e=null, strict, best-fit',
  );
});
