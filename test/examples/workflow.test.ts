import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import packageFile from '../../package.json' with { type: 'json' };
import { project } from '../documents/documents.ts';

const text = readFileSync(join(project, 'fixtures/ci/github-actions.yml'), 'utf8');

const word = v.pipe(v.string(), v.nonEmpty());
const common = { name: v.optional(word), id: v.optional(word), if: v.optional(word) };
const action = v.strictObject({
  ...common,
  uses: v.pipe(word, v.regex(/^actions\/(checkout|setup-node|cache)@v\d+$/)),
  with: v.optional(v.record(word, word)),
});
const command = v.strictObject({
  ...common,
  run: word,
  'working-directory': v.optional(word),
  env: v.optional(v.record(word, word)),
});

/** The part of GitHub's workflow syntax that this workflow uses. */
const workflow = v.strictObject({
  name: word,
  on: v.strictObject({ push: v.null(), pull_request: v.null() }),
  permissions: v.strictObject({ contents: v.literal('read') }),
  jobs: v.record(
    word,
    v.strictObject({
      'runs-on': word,
      'timeout-minutes': v.pipe(word, v.regex(/^\d+$/)),
      steps: v.array(v.union([action, command])),
    }),
  ),
});

const { jobs } = v.parse(workflow, load(text, { schema: FAILSAFE_SCHEMA }));
const steps = Object.values(jobs).flatMap((job) => job.steps);
const commands = steps.filter((step) => 'run' in step);

test('every command is valid shell, and every npm script exists', () => {
  assert.equal(commands.length, 4);
  for (const { run } of commands) {
    assert.equal(spawnSync('sh', ['-n', '-c', run]).status, 0, run);
    for (const [, script] of run.matchAll(/npm run (\S+)/g)) {
      assert.ok(Object.hasOwn(packageFile.scripts, script), script);
    }
  }
});

test('expressions name existing steps and files', () => {
  const ids = steps.flatMap(({ id }) => id ?? []);
  for (const [, id] of text.matchAll(/steps\.(\w+)\./g)) assert.ok(ids.includes(id), id);
  const hashed = [...text.matchAll(/'\.gprsim\/([^'*]+)(?:\/\*\*)?'/g)].map(([, path]) => path);
  assert.ok(hashed.length > 2);
  for (const path of hashed) assert.ok(existsSync(join(project, path)), path);
});

test('the workflow caches, installs and runs the package that it builds', () => {
  const built = `.gprsim/${packageFile.name}-${packageFile.version}.tgz`;
  const cache = steps.find((step) => 'uses' in step && step.uses.startsWith('actions/cache'))!;
  assert.equal((cache as v.InferOutput<typeof action>).with!.path, built);
  assert.ok(commands.some(({ run }) => run.endsWith(`--prefix .tools ${built}`)));
  const suites = commands.filter(({ env }) => env !== undefined);
  assert.equal(suites.length, 2);
  for (const { env } of suites) assert.ok(env!.GPRSIM.endsWith('/.tools/node_modules/.bin/gprsim'));
});
