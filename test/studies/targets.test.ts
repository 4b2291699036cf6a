import assert from 'node:assert/strict';
import { test } from 'node:test';
import cases from '../../fixtures/rows/targets.json' with { type: 'json' };
import { loadScenario } from '../../src/scenario/load.ts';
import type { Figures } from '../../src/studies/figure-catalogue.ts';
import { Grid } from '../../src/studies/grid.ts';
import { Answering, type TargetQuestion } from '../../src/studies/targets/answer.ts';
import { Asking } from '../../src/studies/targets/asking.ts';
import {
  foundPart,
  KnownPartNames,
  type PartNames,
  partNamesOf,
} from '../../src/studies/targets/part-names.ts';
import { reachedBy as reachedWith, sampleOf } from '../../src/studies/targets/reached.ts';
import { parseTarget, type Target } from '../../src/studies/targets/target.ts';
import { cheapestText, targetsTable } from '../../src/studies/targets/target-texts.ts';
import { costOf } from '../../src/studies/targets/variant-cost.ts';
import { Settings } from '../../src/studies/varied/settings.ts';
import { assertMessage } from '../support/message.ts';

function target(text: string): Target {
  const parsed = parseTarget(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.why);
  return parsed.value;
}

test('a target is parsed with blanks or without, and has one spelling', () => {
  for (const { text, is: members } of cases.parsed) {
    const parsed = target(text);
    for (const [member, value] of Object.entries(members)) {
      assert.deepEqual(parsed[member as keyof Target], value, `${text}: ${member}`);
    }
    assert.deepEqual(target(parsed.text), parsed, 'the spelling is read as the same target');
  }
});

test('the error of a refused target names what there is', () => {
  for (const { text, why } of cases.refused) {
    const parsed = parseTarget(text);
    assert.ok(!parsed.ok, text);
    assertMessage(parsed.why, why);
  }
});

const names: PartNames = {
  pool: ['east/a2-8', 'east/a2-16', 'east/t4', 'west/a2-8', 'west/h100'],
  cluster: ['east', 'west'],
  workspace: ['team-a', 'team-b', 'team'],
};

test('a part is found by its name, its last part, or an unambiguous beginning', () => {
  const cases: [Target['part'], string][] = [
    [{ pool: 'east/a2-8' }, 'east/a2-8'],
    [{ pool: 'h100' }, 'west/h100'],
    [{ pool: 'h1' }, 'west/h100'],
    [{ pool: 'east/t' }, 'east/t4'],
    [{ pool: 'a2-8', cluster: 'west' }, 'west/a2-8'],
    [{ pool: 'a2', cluster: 'w' }, 'west/a2-8'],
    [{ cluster: 'e' }, 'east'],
    [{ workspace: 'team' }, 'team'],
    [{ workspace: 'team-a' }, 'team-a'],
  ];
  for (const [pattern, name] of cases) assert.deepEqual(foundPart(pattern, names), { ok: true, name });
  const refused: [Target['part'], PartNames, string][] = [
    [{ pool: 'a2-8' }, names, 'pool=a2-8 matches east/a2-8, west/a2-8; give more of the name'],
    [{ pool: 'a2', cluster: 'east' }, names, 'pool=a2 matches east/a2-8, east/a2-16; give more of the name'],
    [
      { pool: 'h100', cluster: 'east' },
      names,
      'there is no pool "h100"; there are east/a2-8, east/a2-16, east/t4',
    ],
    [{ cluster: 'north' }, names, 'there is no cluster "north"; there are east, west'],
    [{ cluster: 'wets' }, names, 'there is no cluster "wets"; there are east, west; did you mean west?'],
    [
      { workspace: 'x' },
      { ...names, workspace: undefined },
      'there are no figures of each workspace, because there are more than 20',
    ],
  ];
  for (const [pattern, of, why] of refused) assert.deepEqual(foundPart(pattern, of), { ok: false, why });
});

test('the parts of a scenario have the names that the figures of its runs have', () => {
  const tiny = loadScenario('tiny', { now: Date.now });
  assert.ok(tiny.ok);
  const { pool, cluster, workspace } = partNamesOf(tiny.scenario);
  assert.ok(pool.every((name) => cluster.some((known) => name.startsWith(`${known}/`))));
  assert.deepEqual(
    workspace,
    tiny.scenario.workspaces.map(({ name }) => name),
  );
});

test('known names are those of each scenario, also if nodes, types or workspaces change', () => {
  const tiny = loadScenario('tiny', { now: Date.now });
  assert.ok(tiny.ok);
  const { scenario } = tiny;
  const [cluster, ...others] = scenario.clusters;
  const withNodes = (count: number) => ({
    ...scenario,
    clusters: [{ ...cluster, nodes: cluster.nodes.map((group) => ({ ...group, count })) }, ...others],
  });
  const renamed = { ...scenario, clusters: [{ ...cluster, name: 'other' }, ...others] };
  const [first, ...rest] = scenario.workspaces;
  const known = new KnownPartNames();
  const variants = [
    scenario,
    withNodes(7),
    withNodes(0),
    { ...scenario, workspaces: [...rest, first] },
    ...(scenario.workload.length > 0 ? [] : [renamed]),
  ];
  for (const variant of variants) assert.deepEqual(known.of(variant), partNamesOf(variant));
  assert.equal(known.of(withNodes(7)), known.of(withNodes(8)), 'the same names are found once');
});

const empty = { pools: [], clusters: [], workspaces: [] };
const runs = (...waits: (number | null)[]) =>
  waits.map((waitMsP95) => ({ waitMsP95, gprs: 10, placed: 10, parts: empty }) as unknown as Figures);

function reachedBy(of: Target, part: string | undefined, figures: readonly Figures[], isDrawn: boolean) {
  const samples = figures.map((run) => sampleOf(of, part, run));
  return reachedWith(of, part, samples, isDrawn);
}

function answerOf(asked: TargetQuestion, grid: Grid, figures: readonly Figures[], isDrawn: boolean) {
  const answering = new Answering(asked, grid, isDrawn);
  for (const run of figures) answering.add(run);
  return answering.answer();
}

const minutes = (...values: number[]) => runs(...values.map((value) => value * 60_000));

test('a target is reached if the whole interval is on its side, missed if it is on the other', () => {
  const verdict = (text: string, figures: Figures[]) =>
    reachedBy(target(text), undefined, figures, true).reached;
  // 20 ± 2.48 min over three seeds: s = 1, t of two degrees of freedom = 4.303.
  const near20 = minutes(19, 20, 21);
  const interval = reachedBy(target('p95(wait)<30m'), undefined, near20, true);
  assert.equal((interval.halfWidth! / 60_000).toFixed(2), ((4.303 * 1) / Math.sqrt(3)).toFixed(2));
  assert.deepEqual([verdict('p95(wait)<30m', near20), verdict('p95(wait)>30m', near20)], ['yes', 'no']);
  assert.deepEqual([verdict('p95(wait)<=23m', near20), verdict('p95(wait)<=17m', near20)], ['yes', 'no']);
  assert.deepEqual(
    [verdict('p95(wait)<21m', near20), verdict('p95(wait)>=21m', near20)],
    ['not sure', 'not sure'],
  );
  // Equal samples have no interval: the mean decides, also where it equals the bound.
  assert.deepEqual(
    [verdict('p95(wait)<20m', minutes(20, 20)), verdict('p95(wait)<=20m', minutes(20, 20))],
    ['no', 'yes'],
  );
  assert.equal(verdict('p95(wait)<30m', minutes(20)), 'not sure', 'one seed is one sample');
  assert.equal(
    reachedBy(target('p95(wait)<30m'), undefined, minutes(20), false).reached,
    'yes',
    'seeds change nothing',
  );
});

test('the runs that reach a target are counted, and those without a value do not', () => {
  const counted = (...figures: Figures[]) => {
    const { runsReached, runs } = reachedBy(target('p95(wait)<=30m'), undefined, figures, true);
    return [runsReached, runs];
  };
  assert.deepEqual(counted(...minutes(10, 30, 31, 500)), [2, 4]);
  assert.deepEqual(counted(...minutes(10), ...runs(null)), [1, 2]);
});

test('a target over waits knows how many GPRs never started, of the run or of its pool', () => {
  const pool = (gprs: number, started: number) => ({ name: 'main/a', gprs, started, waitMsP95: 0 });
  const run = (gprs: number, placed: number, ofPool: [number, number]) =>
    ({
      waitMsP95: 0,
      gprs,
      placed,
      utilization: 0,
      parts: { pools: [pool(...ofPool)], clusters: [], workspaces: [] },
    }) as unknown as Figures;
  const ofOne = new Grid(new Settings(['demo'], []), { given: {}, own: [own] }, [1, 2]);
  const answer = answerOf(
    {
      targets: [target('p95(wait)<30m'), target('p95(wait, pool=a)<30m'), target('utilization<1')],
      by: 'gpus',
      unit: 'GPU',
      costs: [8],
      parts: [[undefined, 'main/a', undefined]],
    },
    ofOne,
    [run(100, 90, [20, 20]), run(110, 98, [22, 22])],
    true,
  );
  const [ofRun, ofPool, ofUtilization] = answer.notStarted;
  // Of 10 and 12: s = √2 over √2 runs, t of one degree of freedom = 12.706.
  assert.deepEqual([ofRun?.[0].mean, ofRun?.[0].gprs], [11, 105]);
  assert.equal(ofRun![0].halfWidth!.toFixed(1), '12.7');
  assert.deepEqual(ofPool, [{ mean: 0, halfWidth: null, gprs: 21 }]);
  assert.equal(ofUtilization, undefined, 'GPRs that do not start make a utilization no better');
  const { header, rows, right } = targetsTable(answer, ofOne, true, [0]);
  assert.deepEqual([header.at(-1), rows[0].at(-1)], ['not started', '11.0 ± 12.7 of 105']);
  assert.equal(right.at(-1), header.length - 1);
  assert.match(
    cheapestText(answer, ofOne),
    /with 8 GPUs\. There, 11\.0 ± 12\.7 of 105 GPRs did not start\.$/,
  );
});

test('the answer warns if another variant with yes leaves fewer GPRs without a start', () => {
  const served = (...placed: number[]) =>
    placed.map((of) => ({ ...runs(0)[0], gprs: 100, placed: of }) as unknown as Figures);
  const of = { targets: [target('p95(wait)<30m')], by: 'gpus', unit: 'GPU', costs: [24, 32, 40] } as const;
  const text = (...figures: Figures[]) =>
    cheapestText(answerOf({ ...of, parts: [0, 1, 2].map(() => [undefined]) }, grid, figures, true), grid);
  const slow = minutes(50, 50, 50);
  // 24 ± 2.5, 3 ± 2.5 and 1 ± 2.5 of 100.
  const far = [
    ...slow,
    ...served(75, 76, 77),
    ...slow,
    ...slow,
    ...served(96, 97, 98),
    ...served(98, 99, 100),
  ];
  assert.equal(
    text(...far),
    'The cheapest variant with yes for all targets is count=3 greedy, with 24 GPUs. Warning: there, 24.0 ± 2.5 of 100 GPRs did not start. With count=5 strict, which also has yes and 40 GPUs, it is only 3.0 ± 2.5 of 100. A target such as started>99% excludes variants that serve too few.',
  );
  const near = [...slow, ...served(95, 96, 97), ...slow, ...slow, ...slow, ...served(98, 99, 100)];
  assert.match(text(...near), /with 24 GPUs\. There, 4\.0 ± 2\.5 of 100 GPRs did not start\.$/);
});

test('the figure started is the share of the GPRs that started', () => {
  const part = (gprs: number, started: number) => [{ name: 'a', gprs, started }];
  const run = {
    gprs: 8,
    placed: 6,
    parts: { pools: part(4, 1), clusters: part(2, 3), workspaces: part(0, 0) },
  };
  const measured = (text: string, of?: string) => sampleOf(target(text), of, run as unknown as Figures);
  assert.equal(measured('started>99%'), 0.75);
  assert.equal(measured('started(pool=a)>99%', 'a'), 0.25);
  assert.equal(measured('started(cluster=a)>99%', 'a'), 1, 'one came from another cluster');
  assert.equal(measured('started(workspace=a)>99%', 'a'), null);
});

test('a target without a value in some run is not reached', () => {
  const { reached, missing, mean } = reachedBy(
    target('p95(wait)<30m'),
    undefined,
    runs(1000, null, 3000),
    true,
  );
  assert.deepEqual([reached, missing, mean], ['no', 1, 2000]);
  const none = reachedBy(target('p95(wait)<30m'), undefined, runs(null, null), true);
  assert.deepEqual([none.reached, none.missing, none.mean], ['no', 2, Number.NaN]);
});

test('a part that a run does not mention has no waits and no evictions', () => {
  const figures = runs(5);
  assert.equal(reachedBy(target('evictions(workspace=a)<1'), 'a', figures, false).reached, 'yes');
  assert.equal(reachedBy(target('p95(wait, workspace=a)<1h'), 'a', figures, false).missing, 1);
});

test('targets read the mean flow, the highest slowdown, and what is allocated at the end', () => {
  const [run] = runs(5);
  const figures = { ...run, flowMsMean: 60_000, boundedSlowdownMax: 12.5, allocatedAtEnd: 0.95 };
  const measured = (text: string) => sampleOf(target(text), undefined, figures);
  assert.deepEqual(
    [measured('mean(flow)<1h'), measured('max(slowdown)<1'), measured('allocated>0')],
    [60_000, 12.5, 0.95],
  );
});

const own = { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' };
const counts = new Settings(['demo'], [{ pointer: '/clusters/0/nodes/0/count', values: [3, 4, 5] }]);
const grid = new Grid(counts, { given: { queue: ['strict', 'greedy'] }, own: [own] }, [1, 2, 3]);
const asked = {
  targets: [target('p95(wait)<30m'), target('p95(wait)>1m')],
  by: 'gpus',
  unit: 'GPU',
  costs: [24, 32, 40],
  parts: [0, 1, 2].map(() => [undefined, undefined]),
} as const;

test('the cheapest variants are those of the lowest cost that reach all targets', () => {
  const figures = [
    ...minutes(50, 51, 52, 20, 30, 40),
    ...minutes(20, 21, 22, 24, 25, 26),
    ...minutes(10, 11, 12, 0, 0, 0),
  ];
  const answer = answerOf(asked, grid, figures, true);
  assert.deepEqual(
    answer.reached.map((ofTarget) => ofTarget.map(({ reached }) => reached)),
    [
      ['no', 'not sure', 'yes', 'yes', 'yes', 'yes'],
      ['yes', 'yes', 'yes', 'yes', 'yes', 'no'],
    ],
  );
  assert.deepEqual(answer.cheapest, [2, 3]);
  assert.equal(
    cheapestText(answer, grid),
    'The cheapest variants with yes for all targets are count=4 strict; count=4 greedy, with 32 GPUs each.',
  );
  const all = [0, 1, 2, 3, 4, 5];
  const { header, rows, right } = targetsTable(answer, grid, true, all);
  const heads = (figure: string) => [figure, 'reached in', 'answer'];
  assert.deepEqual(header, ['', 'GPUs', ...heads('p95(wait) < 30m, min'), ...heads('p95(wait) > 1m, s')]);
  assert.deepEqual(rows[2].slice(0, 5), ['count=4 strict', '32', '21.0 ± 2.5', '3 of 3 seeds', 'yes']);
  assert.deepEqual(rows[1].slice(3, 5), ['1 of 3 seeds', 'not sure']);
  assert.deepEqual(right, [1, 2, 3, 5, 6]);
  const fixed = targetsTable(answer, grid, false, all).header;
  assert.deepEqual(
    fixed.slice(2, 4),
    ['p95(wait) < 30m, min', 'answer'],
    'without seeds, there is no number of them',
  );
});

test('without a variant that reaches all targets there is no cheapest', () => {
  const answer = answerOf(asked, grid, minutes(...Array(18).fill(0)), true);
  assert.deepEqual(answer.cheapest, []);
  assert.equal(cheapestText(answer, grid), 'No variant has yes for all targets.');
});

test('costs count the GPUs, the nodes or the price of all nodes', () => {
  const demo = loadScenario('demo', { now: Date.now });
  assert.ok(demo.ok);
  const { clusters, instanceTypes } = demo.scenario;
  const groups = clusters.flatMap(({ nodes }) => nodes);
  const typeOf = (name: string) => instanceTypes.find((type) => type.instanceType === name)!;
  const sum = (each: (name: string) => number) =>
    groups.reduce((total, { instanceType, count }) => total + count * each(instanceType), 0);
  assert.equal(
    costOf(demo.scenario, 'nodes'),
    sum(() => 1),
  );
  assert.equal(
    costOf(demo.scenario, 'gpus'),
    sum((name) => typeOf(name).gpuCount),
  );
  const price = sum((name) => typeOf(name).pricePerHourMicro) / 1_000_000;
  assert.ok(Math.abs(costOf(demo.scenario, 'price') - price) < 1e-9 && price > 0);
});

test('the price of a scenario whose instance types have none is a problem, and so is an unknown part', () => {
  const tiny = loadScenario('tiny', { now: Date.now });
  assert.ok(tiny.ok);
  const free = {
    ...tiny.scenario,
    instanceTypes: tiny.scenario.instanceTypes.map((type) => ({ ...type, pricePerHourMicro: 0 })),
  };
  const problems = new Asking([target('mean(wait, pool=none)<1h')], 'price').read(free);
  assert.equal(problems.length, 2);
  assert.match(problems[0], /--cheapest price needs a pricePerHour of each instance type; .+ has none/);
  assert.match(problems[1], /--target mean\(wait, pool=none\) < 1h: there is no pool "none"/);
});
