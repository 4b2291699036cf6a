import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scenarioOf } from '../../src/scenario/load.ts';
import { example, type Json, now, problemsAfter } from './example.ts';
import mistakes from './mistakes.json' with { type: 'json' };

/** Sets members of a file by their paths, such as `clusters[0].name`; "<none>" removes a member. */
function set(file: Json, members: object): void {
  for (const [path, value] of Object.entries(members)) {
    const keys = path.split(/\]?[.[]|\]$/).filter((key) => key !== '');
    const last = keys.pop()!;
    const parent = keys.reduce((at, key) => at[key], file);
    if (value === '<none>') delete parent[last];
    else parent[last] = value;
  }
}

test('every problem has the path of its field and states what is allowed', () => {
  for (const { set: members, field, problem } of mistakes) {
    const problems = problemsAfter((file) => set(file, members));
    const reported = problems.filter((problem) => problem.startsWith(`${field} `));
    assert.ok(
      reported.some((reported) => new RegExp(problem).test(reported)),
      `${field} ${problem}: ${JSON.stringify(problems)}`,
    );
  }
});

test('what does not fit together in an entry is reported beside its wrong values', () => {
  const problems = problemsAfter((file) => {
    Object.assign(file.workload[0], {
      jobsFile: 'jobs.csv',
      cluster: 'east',
      pools: [{ cluster: 'east', instanceType: 'small', weight: 0 }],
    });
  });
  assert.deepEqual(problems.map((problem) => problem.split(' ').slice(0, 4).join(' ')).sort(), [
    'workload[0].cluster must be left',
    'workload[0].exitDuration must be left',
    'workload[0].gpus must be left',
    'workload[0].nodes must be left',
    'workload[0].pools[0].weight must be a',
  ]);
});

test('a number with more decimals than the simulator keeps is refused, not rounded', () => {
  const noon = (rate: number) => Array.from({ length: 24 }, (_, hour) => (hour === 12 ? rate : 1));
  const cases: [(file: Json, value: number) => void, number, number, string][] = [
    [(f, rate) => (f.workload[0].arrivals = { hourOfDay: noon(rate) }), 0.001, 0.0014, 'three'],
    [(f, rate) => (f.workload[0].arrivals = { hourOfDay: noon(rate) }), 999.999, 999.9999, 'three'],
    [(f, share) => (f.workload[0].runtimeShare = { from: share, to: 1 }), 0.333, 0.3333, 'three'],
    [(f, share) => (f.workload[0].evicts = share), 0.07, 0.0701, 'three'],
    [(f, share) => (f.workload[0].requeues = share), 0.999, 1e-9, 'three'],
    [(f, share) => (f.workload[0].idle = share), 0.29, 0.29000000000001, 'three'],
    [(f, share) => (f.failures.provisioning = share), 0.000001, 0.0000015, 'six'],
  ];
  for (const [change, right, wrong, decimals] of cases) {
    assert.deepEqual(
      problemsAfter((file) => change(file, right)),
      [],
      String(change),
    );
    const [problem, ...others] = problemsAfter((file) => change(file, wrong));
    assert.ok(problem.endsWith(`with at most ${decimals} decimals, but is ${wrong}`), problem);
    assert.deepEqual(others, []);
  }
});

test('problems are reported together, twenty at most', () => {
  const problems = problemsAfter((file) => {
    file.seed = 'x';
    file.keepEnded = -1;
    file.clusters[1].name = 5;
  });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['seed', 'keepEnded', 'clusters[1].name'],
  );
  assert.equal(problemsAfter((file) => (file.workload[0].gpus = Array(30).fill(0))).length, 20);
});

test('content that is not an object is refused', () => {
  for (const content of [null, 5, 'x', true, [], [{ name: 'x' }]]) {
    const loaded = scenarioOf(content, 'x.json', { now });
    assert.ok(!loaded.ok);
    assert.equal(loaded.problems[0].path, '');
    assert.match(loaded.problems[0].message, /must be an object with name, start, seed/);
  }
});

test('a second trace of a kind is refused, and so is a cluster with the name of a trace', () => {
  const entry = { kind: 'openb', nodes: 'nodes.csv', pods: 'pods.csv' };
  const twice = problemsAfter((file) => file.workload.push(entry, entry));
  assert.match(twice[0], /^workload\[3\] must be the only trace of the kind "openb"/);
  const named = problemsAfter((file) => {
    file.clusters[1].name = 'openb';
    file.workspaces[1].clusters = ['east'];
    file.workload = [entry];
  });
  assert.match(named[0], /^workload\[0\] adds a cluster "openb"/);
});

/** Returns the path of keys to every value inside a JSON value, itself included. */
function places(value: Json, keys: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [keys];
  const inner = Object.keys(value).map((key) => (Array.isArray(value) ? Number(key) : key));
  return [keys, ...inner.flatMap((key) => places(value[key], [...keys, key]))];
}

test('a random value anywhere in a file is accepted, or refused with a path', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places(example()).slice(1)), fc.jsonValue(), (keys, value) => {
      const file = example();
      const parent = keys.slice(0, -1).reduce((at: Json, key) => at[key], file);
      parent[keys.at(-1)!] = value;
      const loaded = scenarioOf(file, 'example.json', { now });
      if (loaded.ok) return;
      assert.ok(loaded.problems.length >= 1 && loaded.problems.length <= 20);
      for (const { path, message } of loaded.problems) {
        assert.notEqual(path, '');
        assert.doesNotMatch(message, /undefined|\[object|Invalid/);
      }
    }),
    { numRuns: 1000 },
  );
});
