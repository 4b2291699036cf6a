// The example clients that the guide names fit the types of the interface, and run.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gprsim, Server } from './cli/gprsim.ts';
import { documentAt, project, sectionOf } from './documents/documents.ts';

const python = join(project, 'fixtures/clients/python/client.py');
const typescript = join(project, 'fixtures/clients/typescript');
const section = sectionOf(documentAt('docs/testing.md'), 'Clients');
const printed = /^```text\n(.*?)^```$/ms.exec(section)![1];

const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';

/** Starts the server with the options in the guide; resolves to the environment for a client. */
async function environment(t: TestContext): Promise<NodeJS.ProcessEnv> {
  const [, apiKey, args] = /GPRSIM_API_KEY=(\S+) gprsim serve (.*?) --listen/.exec(section)!;
  const server = await Server.start(t, args.split(' '), { GPRSIM_API_KEY: apiKey });
  return { ...process.env, GPRSIM_URL: server.announced.url, GPRSIM_API_KEY: apiKey };
}

/** Copies the TypeScript example and the OpenAPI document to a new folder inside the project, so that packages are found. */
function typescriptFolder(t: TestContext): string {
  mkdirSync(join(project, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(project, 'dist/example-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const file of ['package.json', 'tsconfig.json', 'client.ts']) {
    cpSync(join(typescript, file), join(folder, file));
  }
  writeFileSync(join(folder, 'openapi.json'), gprsim(['openapi']).stdout);
  return folder;
}

/** Runs `npm run SCRIPT` with the programs of the checkout on the PATH. */
function npmRun(script: string, cwd: string, env: NodeJS.ProcessEnv = process.env) {
  const programs = [typescript, project].map((folder) => join(folder, 'node_modules/.bin'));
  const path = [...programs, env.PATH].join(delimiter);
  return spawnSync('npm', ['run', '-s', script], { cwd, env: { ...env, PATH: path }, encoding: 'utf8' });
}

test('the guide links to both programs', () => {
  for (const program of [python, join(typescript, 'client.ts')])
    assert.ok(section.includes(`](../${relative(project, program)})`), program);
});

test('the Python program prints the output in the guide', { skip: noPython }, async (t) => {
  const env = await environment(t);
  assert.equal(execFileSync('python3', [python], { env, encoding: 'utf8', timeout: 60_000 }), printed);
});

test('the TypeScript program fits the generated types and prints the output in the guide', async (t) => {
  const folder = typescriptFolder(t);
  const checked = npmRun('types', folder);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const ran = npmRun('start', folder, await environment(t));
  assert.equal(ran.stdout, printed, ran.stderr);

  const file = join(folder, 'client.ts');
  const program = readFileSync(file, 'utf8');
  for (const [right, wrong] of [
    ["exitDuration: '1h'", 'exitDuration: 1'],
    ['earlyRelease: true', "earlyRelease: 'yes'"],
    ["'/api/v1/gpr/gpr'", "'/api/v1/gpr/list'"],
  ]) {
    assert.ok(program.includes(right));
    writeFileSync(file, program.replace(right, wrong));
    assert.notEqual(npmRun('types', folder).status, 0, wrong);
  }
});

/** Bodies that fit the generated types, and bodies that do not. */
const bodies = `import type { components } from './gprsim.d.ts';

type Schemas = components['schemas'];
const gpr = { gprName: 'a', clusterName: 'c', instanceType: 't', gpuShape: 's', numberOfGPUNodes: 1, priority: 1, exitDuration: '1h' };
export const spelled: Schemas['CreateGprRequest'][] = [
  { ...gpr, sliceName: 'w' },
  { ...gpr, workspaceName: 'w' },
  { ...gpr, workspace: 'w' },
];
// @ts-expect-error: no spelling of sliceName
export const nameless: Schemas['CreateGprRequest'] = { ...gpr };
// @ts-expect-error: null is no name
export const unnamed: Schemas['CreateGprRequest'] = { ...gpr, sliceName: null };
const { clusterName: _, ...anywhere } = { ...gpr, sliceName: 'w' };
export const preferred: Schemas['CreateGprRequest'] = { ...anywhere, preferredClusters: ['c'] };
export const automatic: Schemas['CreateGprRequest'] = { ...anywhere, enableAutoClusterSelection: true };
// @ts-expect-error: no cluster
export const nowhere: Schemas['CreateGprRequest'] = { ...anywhere };

const question = { requestName: 'q', numberOfGPUs: 1, numberOfGPUNodes: 1, exitDuration: '1h', memoryPerGpu: 1, sliceName: 'w' };
export const anyPool: Schemas['GetGpuAvailabilityRequest'] = {
  ...question, enableAutoClusterSelection: true, enableAutoGpuSelection: true,
};
// @ts-expect-error: no preferredClusters
export const noCluster: Schemas['GetGpuAvailabilityRequest'] = {
  ...question, enableAutoClusterSelection: false, enableAutoGpuSelection: true,
};

const placement = { name: 'p', workspaceName: 'w', clusterNames: ['c'], burstDuration: '15m', deletionPolicy: 'Delete' as const };
export const whole: Schemas['CreateWorkloadPlacementRequest'] = {
  ...placement, helmConfigs: [], manifestResources: [], cmdExec: [{ name: 'a', cmd: 'b' }], steps: [{ name: 'a', type: 'command' }],
};
export const fromTemplate: Schemas['CreateWorkloadPlacementRequest'] = { name: 'p', sliceName: 'w', workloadTemplateName: 't' };
// @ts-expect-error: no steps
export const stepless: Schemas['CreateWorkloadPlacementRequest'] = { ...placement, helmConfigs: [], manifestResources: [], cmdExec: [] };
export const detailed: Schemas['CreateWorkloadPlacementRequest'] = { ...fromTemplate, gprDetails: { instanceType: 't', numberOfGPUs: 1 } };
// @ts-expect-error: GPU details without an instance type
export const vague: Schemas['CreateWorkloadPlacementRequest'] = { ...fromTemplate, gprDetails: { numberOfGPUs: 1 } };
`;

test('generated types accept each spelling of a mandatory member, and demand what is mandatory under a condition', (t) => {
  const folder = typescriptFolder(t);
  writeFileSync(join(folder, 'bodies.ts'), bodies);
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['bodies.ts'] }));
  const checked = npmRun('types', folder);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
});
