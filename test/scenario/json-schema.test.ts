import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { builtInScenarios } from '../../src/scenario/builtin.ts';
import { scenarioJsonSchema } from '../../src/scenario/file/scenario-json-schema.ts';
import { scenarioOf } from '../../src/scenario/load.ts';
import { documentAt } from '../documents/documents.ts';
import { example, type Json, now } from './example.ts';

const ajv = new Ajv2020({ strictTypes: false, allowUnionTypes: true, keywords: ['allowComments'] });
const validate = ajv.compile(scenarioJsonSchema());

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
