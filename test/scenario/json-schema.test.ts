import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { builtInScenarios } from '../../src/scenario/builtin.ts';
import { scenarioJsonSchema } from '../../src/scenario/file/scenario-json-schema.ts';
import { filesOfDisk, type InputFiles } from '../../src/scenario/input-files.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { documentAt } from '../documents/documents.ts';
import { example, type Json, now } from './example.ts';

const ajv = new Ajv2020({ strictTypes: false, allowUnionTypes: true, keywords: ['allowComments'] });
const validate = ajv.compile(scenarioJsonSchema());

/** Every file of jobs has one job. */
const oneJob: InputFiles = {
  ...filesOfDisk,
  readJobs: () => ({
    ok: true,
    jobs: [{ line: 2, job: { gpus: 1, nodes: 1, duration: 60_000, weight: 1 } }],
    sha256: '',
  }),
};

/** Returns the errors that an editor shows; empty if none. */
function underlined(file: unknown): string {
  return validate(file) ? '' : ajv.errorsText(validate.errors);
}

test('the built-in scenarios and the scenarios in documents fit the JSON Schema', () => {
  for (const { name, file } of builtInScenarios) assert.equal(underlined(file), '', name);
  const shown = documentAt('docs/scenarios.md').blocks.filter(({ language }) => language === 'json');
  assert.ok(shown.length > 0);
  for (const { text } of shown) assert.equal(underlined(JSON.parse(text)), '');
  assert.equal(underlined(example()), '');
});

test('a name has at most 253 characters, in the JSON Schema and when it is loaded', () => {
  for (const [characters, fits] of [
    [253, true],
    [254, false],
  ] as const) {
    const file = { ...example(), name: '🚀'.repeat(characters) };
    assert.equal(underlined(file) === '', fits);
    assert.equal(scenarioOf(file, 'example', { now }).ok, fits);
  }
});

test('every accepted spelling of a value fits the JSON Schema', () => {
  const changes: ((file: Json) => void)[] = [
    (file) => (file.$schema = './scenario.schema.json'),
    (file) => (file.start = 'now'),
    (file) => (file.start = '2026-02-28T08:00:00.123Z'),
    (file) => (file.scheduler = { workspaceLimit: 'none', provisioningDelay: '000005' }),
    (file) => (file.recordEstimatesEvery = '1d2h3m4s'),
    (file) =>
      (file.workspaces[1].policy = { priorityRange: 'HIGH', maxExitDurationPerGPR: '2W', maxGPRs: null }),
    (file) => (file.workspaces[1].policy = { priorityRange: '1-300', maxExitDurationPerGPR: '0' }),
    (file) => (file.workload[1].steps[1].gpr.idleTimeOutDuration = ''),
    (file) => (file.instanceTypes[0].pricePerHour = '0.000001'),
  ];
  for (const change of changes) {
    const file = example();
    change(file);
    const loaded = scenarioOf(file, 'example.json', { now });
    assert.ok(loaded.ok, `${change}: ${JSON.stringify(loaded)}`);
    assert.equal(underlined(file), '', String(change));
  }
});

test('the JSON Schema and the program agree about which members an entry has', () => {
  const [generated, script] = example().workload;
  const values: Json = {
    cluster: 'west',
    instanceType: 'large',
    pools: [{ cluster: 'west', instanceType: 'large' }],
    jobs: [{ gpus: 1, duration: '1h' }],
    jobsFile: 'jobs.csv',
    gpus: [1],
    nodes: [1],
    exitDuration: { from: '1h', to: '2h' },
    runtimeShare: { from: 0.5, to: 1 },
  };
  const { gpus: _, nodes: __, exitDuration: ___, ...always } = generated;
  const names = Object.keys(values);
  const agrees = (file: Json) => {
    const loaded = scenarioOf(file, 'example.json', { now, files: oneJob });
    const why = loaded.ok ? '' : JSON.stringify(loaded.problems);
    assert.equal(underlined(file) === '', loaded.ok, `${JSON.stringify(file.workload)}: ${why}`);
    return loaded.ok;
  };
  let accepted = 0;
  for (let set = 0; set < 2 ** names.length; set++) {
    const chosen = names.filter((_, i) => (set >> i) % 2 === 1).map((name) => [name, values[name]]);
    const entry = { ...always, workspaces: ['blue'], ...Object.fromEntries(chosen) };
    if (agrees({ ...example(), workload: [entry] })) accepted += 1;
  }
  // One of three ways to give sizes, of which one has three optional members; without pools, a cluster and an instance type or not.
  assert.equal(accepted, (2 ** 3 + 1 + 1) * (2 ** 2 + 1));
  const [{ nodeDown }, { gpr }, { nodeUp }] = script.steps;
  for (let set = 0; set < 2 ** 3; set++) {
    const kinds = { ...(set & 1 && { nodeDown }), ...(set & 2 && { gpr }), ...(set & 4 && { nodeUp }) };
    const steps = [{ at: '+5m', ...kinds }];
    assert.equal(agrees({ ...example(), workload: [{ kind: 'script', steps }] }), [1, 2, 4].includes(set));
  }
  const zeros = new Array(7).fill(0);
  for (const arrivals of [{}, { dayOfWeek: zeros }, { dayOfWeek: zeros.with(3, 1) }, { hourOfDay: zeros }])
    agrees({ ...example(), workload: [{ ...generated, arrivals }] });
});

test('the JSON Schema reports a mistake at its path', () => {
  const mistakes: [(file: Json) => void, RegExp][] = [
    [(file) => delete file.name, /must have required property 'name'/],
    [(file) => (file.sead = 1), /must NOT have additional properties/],
    [(file) => (file.start = 'tomorrow'), /data\/start must match pattern/],
    [(file) => (file.scheduler = { queue: 'fifo' }), /data\/scheduler\/queue must be equal to one of/],
    [(file) => (file.scheduler = { provisioningDelay: '20 s' }), /provisioningDelay must match pattern/],
    [(file) => (file.clusters[0].name = 'a/b'), /data\/clusters\/0\/name must match pattern/],
    [(file) => (file.clusters[0].nodes[0].count = 0), /nodes\/0\/count must be >= 1/],
    [(file) => (file.instanceTypes[0].gpuCount = 1.5), /instanceTypes\/0\/gpuCount must be integer/],
    [(file) => (file.instanceTypes[0].pricePerHour = 29.39), /pricePerHour must be string/],
    [(file) => (file.instanceTypes[0].pricePerHour = '29,39'), /pricePerHour must match pattern/],
    [(file) => (file.workspaces[0].policy = { priorityRange: 'urgent' }), /priorityRange must match pattern/],
    [(file) => (file.workload[0].kind = 'invented'), /workload\/0\/kind/],
    [(file) => (file.workload[0].evicts = 2), /workload\/0\/evicts must be <= 1/],
    [(file) => (file.workload[1].steps[0].at = '5m'), /steps\/0\/at must match pattern/],
    [(file) => (file.faults[0].times = 0), /faults\/0\/times must be >= 1/],
  ];
  for (const [change, message] of mistakes) {
    const file = example();
    change(file);
    assert.ok(!scenarioOf(file, 'example.json', { now }).ok, String(change));
    assert.match(underlined(file), message, String(change));
  }
});

test('members have descriptions', () => {
  const { properties } = scenarioJsonSchema() as Json;
  for (const member of ['name', 'start', 'seed', 'recordEstimatesEvery', 'clusters']) {
    assert.ok(properties[member].description.length > 10, member);
  }
  assert.match(properties.durations.properties.imagePull.description, /"90s", "2h30m" or "1d"/);
  assert.match(properties.instanceTypes.items.properties.pricePerHour.description, /"29\.39"/);
});
