// What a scenario may take is checked before anything is built.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { bytesOf, CLIENT_BYTES, OWN_BYTES } from '../../src/scenario/fields/budget.ts';
import { list, name } from '../../src/scenario/fields/strict-fields.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { readStoredScenario } from '../../src/scenario/stored/stored-scenario.ts';
import { example, type Json, now } from './example.ts';

/** One cluster with one group of nodes: 300 bytes for each, 9,000 + 5. */
function small(of: Json): Json {
  const { instanceTypes } = example();
  return {
    name: 'small',
    instanceTypes: [instanceTypes[0]],
    clusters: [{ name: 'c', nodes: [{ instanceType: 'small', count: 1 }] }],
    ...of,
  };
}

const entry = (workspaces: number | string[]) => ({
  kind: 'generated',
  interArrival: { mean: '10m' },
  workspaces,
  exitDuration: { from: '10m', to: '2h' },
});
const ofClient = (content: Json) => scenarioOf(content, 'scenario', { now, namesNoFile: true });

test('a scenario of a client that takes too much is refused with the fields and the bound', () => {
  const huge = small({ workload: Array.from({ length: 10 }, () => entry(10_000_000)) });
  const refused = ofClient(huge);
  assert.ok(!refused.ok);
  // 10 × 160,000,000 bytes of workspaces, 10 × 6,100 and 9,305.
  assert.deepEqual(
    refused.problems,
    Array.from({ length: 10 }, (_, w) => ({
      path: `workload[${w}].workspaces`,
      message:
        'must be smaller: it takes 160 MB of about 1601 MB of memory; a world may take 20 MB at its start',
    })),
  );
  assert.ok(scenarioOf(huge, 'mine.json', { now }).ok, 'a file of the user');

  // 9,305 + 6,100 + 16 × 1,249,037 = 19,999,997.
  const most = ofClient(small({ workload: [entry(1_249_037)] }));
  assert.ok(most.ok);
  assert.equal(bytesOf(most.scenario), 19_999_997);
  const more = ofClient(small({ workload: [entry(1_249_038)] }));
  assert.deepEqual(more.ok || more.problems.map(({ path }) => path), ['workload[0].workspaces']);
});

test('products of parts count, too', () => {
  const nodes = (count: number) => [{ name: 'c', nodes: [{ instanceType: 'small', count }] }];
  const groups = [
    { name: 'c', nodes: Array.from({ length: 1000 }, () => ({ instanceType: 'small', count: 1 })) },
  ];
  const workspaces = [{ name: 'w', clusters: ['c'] }];
  const many = (of: object) => Array.from({ length: 1000 }, () => of);
  for (const [content, path] of [
    [{ clusters: nodes(1_000_000) }, 'clusters'],
    // 1000 × 1000 × 100 bytes.
    [{ clusters: groups, workspaces, workload: many(entry(['w'])) }, 'workload[0]'],
  ] as const) {
    const refused = ofClient(small(content));
    assert.ok(!refused.ok, path);
    assert.ok(
      refused.problems.some((problem) => problem.path === path),
      JSON.stringify(refused.problems),
    );
  }
});

test('a stored scenario is refused like one of a client where it must be as small', () => {
  const loaded = scenarioOf(small({ workload: [entry(2_000_000)] }), 'mine.json', { now });
  assert.ok(loaded.ok);
  const text = JSON.stringify(loaded.scenario);
  assert.ok(readStoredScenario(text).ok);
  const refused = readStoredScenario(text, CLIENT_BYTES);
  assert.deepEqual(refused.ok || refused.problems.map(({ path }) => path), ['workload[0].workspaces']);
  const long = readStoredScenario(' '.repeat(5_000_001), CLIENT_BYTES);
  assert.deepEqual(long, {
    ok: false,
    isTooLarge: true,
    problems: [{ path: '', message: 'must have at most 5000000 characters, but has 5000001' }],
  });
});

test('a stored scenario of the user may be larger than a scenario file', () => {
  // 20 × 160,000,000 bytes of workspaces.
  const made = scenarioOf(small({ workload: [entry(10_000_000)] }), 'mine.json', { now });
  assert.ok(made.ok);
  const workload = Array.from({ length: 20 }, () => made.scenario.workload[0]);
  const stored = JSON.stringify({ ...made.scenario, workload });
  assert.ok(bytesOf(JSON.parse(stored)) > OWN_BYTES);
  assert.ok(readStoredScenario(stored).ok);
});

test('of a list that is too long, only its length is reported, and of many unknown members the first twenty', () => {
  const wrong = v.safeParse(list(name(), 0, 2), [1, 2, 3]);
  assert.deepEqual(
    wrong.issues?.map(({ message }) => message),
    ['must be a list of 0 to 2 items, but has 3'],
  );
  const unknown = Object.fromEntries(Array.from({ length: 22 }, (_, i) => [`k${i}`, 1]));
  const refused = ofClient(small(unknown));
  assert.match(refused.ok ? '' : refused.problems[0].message, /"k18", "k19" and 2 more; known members are/);
});

test('of a long list, only the first hundred wrong items are reported', () => {
  const schema = list(name(), 0, 1000);
  const wrong = v.safeParse(schema, [...Array.from({ length: 101 }, () => 1), 'right']);
  assert.equal(wrong.issues?.length, 100);
  assert.deepEqual(v.parse(schema, ['a', 'b']), ['a', 'b']);
});
