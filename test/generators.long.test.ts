// Generators make clients of both OpenAPI documents that TypeScript compiles, and that demand what is mandatory.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gprsim } from './cli/gprsim.ts';
import { project } from './documents/documents.ts';
import { temporaryFolder } from './support/folder.ts';

const installed = join(project, 'fixtures/generators/node_modules');
const isRequired = process.env.GPRSIM_GENERATORS === 'required';
const skip =
  !isRequired && !existsSync(installed) && 'npm ci --prefix fixtures/generators installs the generators';

const documents = ['service', 'simulation'];
const heyConfig = documents.map((name) => ({
  input: `${name}.json`,
  output: { path: `hey-${name}` },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'warn', file: false },
}));
const orvalConfig = Object.fromEntries(
  documents.map((name) => [
    name,
    { input: { target: `./${name}.json` }, output: { target: `./orval-${name}/client.ts`, client: 'fetch' } },
  ]),
);
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  types: [],
};

/** Calls of the generated clients. */
const calls = `import * as hey from './hey-service';
import * as orval from './orval-service/client';
import * as heySim from './hey-simulation';
import * as orvalSim from './orval-simulation/client';
import type { paths } from './types-service';
import type { paths as simPaths } from './types-simulation';

type Query<O> = O extends { parameters: { query: infer Q } } ? Q : never;
type View = Query<paths['/api/v1/gpr']['get']>;

hey.getGprById({ query: { gprId: 'gpr-1' } });
orval.getGprById({ gprId: 'gpr-1' });
export const view: View = { gprId: 'gpr-1' };
// @ts-expect-error: no gprId
hey.getGprById({ query: {} });
// @ts-expect-error: no gprId
orval.getGprById({});
// @ts-expect-error: no gprId
export const blind: View = {};

hey.deleteApiKey({ body: { apiKey: 'k' } });
orval.deleteApiKey({ apiKey: 'k' });
// @ts-expect-error: a spelling that is not declared
hey.deleteApiKey({ body: { 'api-key': 'k' } });

heySim.advanceClock({ body: { by: '1h' } });
orvalSim.advanceClock({ by: '1h' });
export type Advance = simPaths['/sim/clock/advance']['post'];
// @ts-expect-error: a duration is a text
heySim.advanceClock({ body: { by: 1 } });
`;

test('clients of orval, Hey API and openapi-typescript compile and demand what is mandatory', {
  skip,
}, (t) => {
  const folder = temporaryFolder(t);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
    assert.equal(status, 0, `${program}: ${stdout}${stderr}`);
  };
  write('service.json', gprsim(['openapi']).stdout);
  write('simulation.json', gprsim(['openapi', '--sim']).stdout);
  write('hey.config.mjs', `export default ${JSON.stringify(heyConfig)}`);
  write('orval.config.mjs', `export default ${JSON.stringify(orvalConfig)}`);
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  write('calls.ts', calls);

  const bin = join(installed, '.bin');
  run(join(bin, 'openapi-ts'), '-f', 'hey.config.mjs');
  run(join(bin, 'orval'), '--config', 'orval.config.mjs');
  for (const name of documents)
    run(join(bin, 'openapi-typescript'), `${name}.json`, '-o', `types-${name}.d.ts`);
  run(join(project, 'node_modules/typescript/bin/tsc'), '-p', '.');
});
