// The printed scripts and manifests: engines that are installed run them, and give the bytes of a plain comparison.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { loadAll } from 'js-yaml';
import { Slurm, withoutSlurm } from '../../support/slurm.ts';
import { words } from '../../support/words.ts';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { hashOf, installIn, type Outputs, outputsOf, STUDY, start, withoutRun } from './study.ts';

const root = join(import.meta.dirname, '../../..');
const withoutParallel = /^GNU/.test(spawnSync('parallel', ['--version'], { encoding: 'utf8' }).stdout ?? '')
  ? false
  : 'GNU parallel is not installed';

let plain: Outputs;

/** A trace of one node and one pod. */
const TRACE: Readonly<Record<string, string>> = {
  'nodes.csv': 'sn,cpu_milli,memory_mib,gpu,model\nn1,64000,262144,2,T4\n',
  'pods.csv':
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\np1,1000,1024,1,1000,,LS,Succeeded,0,600,0\n',
};

before((t) => {
  plain = outputsOf(temporaryFolder(t as TestContext), STUDY);
});

function script(engine: string, ...args: string[]): string {
  const { status, stdout, stderr } = gprsim([...STUDY, '--for', engine, ...args]);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Runs a script as a user would: from a file, in a folder, with `gprsim` in PATH. */
async function run(folder: string, text: string, env: NodeJS.ProcessEnv) {
  installIn(folder);
  writeFileSync(join(folder, 'study.sh'), text);
  const path = `${folder}:${env.PATH}`;
  return start('sh', ['study.sh'], { cwd: folder, env: { ...env, PATH: path } }).ended;
}

for (const engine of ['GNU parallel', 'xargs']) {
  const skip = engine === 'xargs' ? false : withoutParallel;
  test(`the script for parallel runs the parts with ${engine} and prints the result`, { skip }, async (t) => {
    const folder = temporaryFolder(t);
    if (engine === 'xargs') {
      writeFileSync(join(folder, 'parallel'), '#!/bin/sh\nexit 1\n');
      chmodSync(join(folder, 'parallel'), 0o755);
    }
    const results = 'my "study" {1} $x';
    const text = script('parallel', '--parts', '5', '--results', results);
    const { status, stdout, stderr } = await run(folder, text, { ...process.env, JOBS: '2' });
    assert.equal(status, 0, stderr);
    assert.equal(withoutRun(stdout), plain.text);
    assert.equal(stderr.match(/^part [0-4]\/5 of 60 runs has 12 runs: .* 12 ended/gm)?.length, 5, stderr);
    assert.deepEqual(outputsOf(folder, STUDY, '--results', join(folder, results), '--merge'), plain);
  });
}

test('the script for Slurm submits an array and a merge after it', { skip: withoutSlurm }, async (t) => {
  const slurm = await Slurm.start(t);
  const folder = temporaryFolder(t);
  const text = script('slurm', '--parts', '4', '--results', 'my study 100%', '--report', 'report.html');
  const { status, stdout, stderr } = await run(folder, text, slurm.env);
  assert.equal(status, 0, stderr);
  const [, array, result] = /are job (\d+)\. Job \d+ will write the result to (.+)\.$/m.exec(stdout)!;
  await slurm.idle();
  const printed = readFileSync(join(folder, result), 'utf8');
  assert.equal(withoutRun(printed), plain.text);
  assert.equal(hashOf(readFileSync(join(folder, 'report.html'), 'utf8')), plain.report);
  for (let k = 0; k < 4; k++) {
    const ofPart = readFileSync(join(folder, `my study 100%/part-${array}-${k}.txt`), 'utf8');
    assert.match(ofPart, new RegExp(`^part ${k}/4 of 60 runs has 15 runs: 0 found in`, 'm'));
  }
  assert.deepEqual(outputsOf(folder, STUDY, '--results', join(folder, 'my study 100%'), '--merge'), plain);
});

test('a task of Slurm that is killed is completed by the same script', { skip: withoutSlurm }, async (t) => {
  const slurm = await Slurm.start(t);
  const folder = temporaryFolder(t);
  const text = script('slurm', '--parts', '2');
  // The first program of part 1 kills its task.
  installIn(folder);
  const program = readFileSync(join(folder, 'gprsim'), 'utf8');
  writeFileSync(join(folder, 'study.sh'), text);
  writeFileSync(
    join(folder, 'gprsim'),
    program.replace(
      '\n',
      () => '\ncase "$*" in *"--part 1/2"*) mkdir once 2>/dev/null && kill -9 $$;; esac\n',
    ),
  );
  const env = { ...slurm.env, PATH: `${folder}:${slurm.env.PATH}` };
  const submit = () => start('sh', ['study.sh'], { cwd: folder, env }).ended;
  const first = await submit();
  await slurm.idle();
  const resultOf = (stdout: string) =>
    readFileSync(join(folder, /to (\S+\.txt)\.$/m.exec(stdout)![1]), 'utf8');
  assert.match(resultOf(first.stdout), /30 of 60 runs are missing in study/);
  const second = await submit();
  await slurm.idle();
  assert.equal(withoutRun(resultOf(second.stdout)), plain.text);
});

// biome-ignore lint/suspicious/noExplicitAny: tests know the members of a manifest
type ManifestObject = any;

const objectsOf = (manifest: string) => loadAll(manifest) as ManifestObject[];

/** What the compiler reports for objects that are literals of the published types. */
function typeErrors(t: TestContext, objects: readonly { readonly kind: string }[]): string {
  // In the project, so that the types are found.
  const folder = mkdtempSync(join(root, 'test/cli/compare/kubernetes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const modules: Record<string, string> = { Job: 'batch/v1.js' };
  const lines = objects.map(
    (object, i) =>
      `export const o${i}: import('kubernetes-types/${modules[object.kind] ?? 'core/v1.js'}').${object.kind} = ${JSON.stringify(object)};\n`,
  );
  writeFileSync(join(folder, 'manifest.ts'), lines.join(''));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--ignoreConfig'];
  const { stdout } = spawnSync('npx', words`--no-install tsc ${options} ${join(folder, 'manifest.ts')}`, {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout;
}

test('the manifest for Kubernetes agrees with the published types, which notice a misspelled member', (t) => {
  const scenario = join(temporaryFolder(t), 'my scenario.json');
  writeFileSync(scenario, gprsim('init -').stdout);
  const args = ['compare', scenario, 'demo', '--until', '1h', '--for', 'kubernetes', '--results', 'a/$(B)'];
  const objects = objectsOf(gprsim(args).stdout);
  assert.deepEqual(
    objects.map(({ kind }) => kind),
    ['PersistentVolumeClaim', 'ConfigMap', 'Job', 'Job'],
  );
  const [claim, map, parts, merge] = objects;
  assert.equal(typeErrors(t, objects), '');
  for (const [member, wrong] of [
    ['completionMode', 'completionmode'],
    ['restartPolicy', 'restartpolicy'],
    ['image', 'imagee'],
    ['claimName', 'claim'],
  ]) {
    const text = JSON.stringify(objects).replace(`"${member}":`, `"${wrong}":`);
    assert.match(typeErrors(t, JSON.parse(text)), new RegExp(`'"?${wrong}"?' does not exist`), wrong);
  }
  const wrong = JSON.stringify(objects).replace('"completions":2', '"completions":"many"');
  assert.match(typeErrors(t, JSON.parse(wrong)), /Type 'string' is not assignable to type 'number'/);

  assert.deepEqual(claim.metadata.name, 'gprsim-a-b');
  assert.equal(map.data['my-scenario.json'], readFileSync(scenario, 'utf8'));
  const { completionMode, completions, parallelism, template } = parts.spec;
  assert.deepEqual([completionMode, completions, parallelism], ['Indexed', 2, 2]);
  const { command } = template.spec.containers[0];
  assert.deepEqual(command.slice(0, 4), ['gprsim', 'compare', '/scenario/my-scenario.json', 'demo']);
  assert.deepEqual(command.slice(-6), [
    '--results',
    'a/$$(B)',
    '--jobs',
    '1',
    '--part',
    '$(JOB_COMPLETION_INDEX)/2',
  ]);
  assert.equal(merge.spec.template.spec.containers[0].command.at(-1), '--merge');
  assert.equal(basename(scenario), 'my scenario.json');
});

/** Prints the manifest of a comparison in a folder. */
function manifestIn(folder: string, args: readonly string[]): string {
  installIn(folder);
  const program = join(folder, 'gprsim');
  const ran = spawnSync(program, words`${args} --for kubernetes`, { cwd: folder, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout;
}

test('a manifest names the scenario that must be in the volume, and the files that it names', (t) => {
  const folder = temporaryFolder(t);
  const scenario = join(folder, 'sampled.json');
  const file = JSON.parse(gprsim('scenarios demo').stdout);
  const { gpus: _, nodes: __, exitDuration: ___, runtimeShare: ____, ...entry } = file.workload[0];
  writeFileSync(scenario, JSON.stringify({ ...file, workload: [{ ...entry, jobsFile: 'jobs.csv' }] }));
  writeFileSync(join(folder, 'jobs.csv'), 'gpus,duration\n1,600\n');
  const stdout = manifestIn(folder, words`compare sampled.json --until 1h`);
  assert.ok(
    stdout.includes(
      '# Copy these files into the volume before: "sampled.json", and what it names: "jobs.csv"\n',
    ),
    stdout,
  );
});

test('the commands of a manifest run as they are, part by part', (t) => {
  const results = join(temporaryFolder(t), 'results');
  const objects = objectsOf(script('kubernetes', '--parts', '3', '--results', 'results'));
  const [, , parts, merge] = objects;
  const wordsOf = (job: ManifestObject): string[] =>
    job.spec.template.spec.containers[0].command
      .slice(1)
      .map((word: string) => (word === 'results' ? results : word));
  for (const index of ['1', '0', '2']) {
    const words = wordsOf(parts).map((word) => word.replace('$(JOB_COMPLETION_INDEX)', index));
    assert.equal(gprsim(words).status, 0);
  }
  assert.equal(withoutRun(gprsim(wordsOf(merge)).stdout), plain.text);
});

test('no name of a scenario file is taken for another word, and each has its own key', (t) => {
  const folder = temporaryFolder(t);
  const content = gprsim('init -').stdout;
  const names = ['compare', 'strict', '$(POD).json', 'x/a.json', 'y/a.json', '2-a.json'];
  for (const name of ['x', 'y']) mkdirSync(join(folder, name));
  for (const name of names)
    writeFileSync(join(folder, name), content.replace('"name": "', `"name": "${names.indexOf(name)}`));
  const args = words`compare ${names} --until 1h --queue strict --results compare`;
  const [, map, parts] = objectsOf(manifestIn(folder, args));
  const { command } = parts.spec.template.spec.containers[0];
  const scenarios = command.slice(2, 2 + names.length);
  assert.deepEqual(
    scenarios.map((word: string) => /"name": "(\d)/.exec(map.data[basename(word)])?.[1]),
    names.map((_, i) => `${i}`),
  );
  assert.equal(new Set(scenarios).size, names.length);
  assert.equal(command[1], 'compare');
  for (const [option, value] of [
    ['--queue', 'strict'],
    ['--results', 'compare'],
  ]) {
    assert.equal(command[command.indexOf(option) + 1], value);
  }
});

test('a manifest is refused that its pods or Kubernetes could not use, with all that is wrong', (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['pods.csv', 'nodes.csv']) writeFileSync(join(folder, name), TRACE[name]);
  const outside = join(folder, 'pods.csv');
  const { status, stdout, stderr } = gprsim(words`compare --trace openb --nodes
    ${join(folder, 'nodes.csv')} --workload ${outside} --for kubernetes --results ../other --report
    /tmp/page.html`);
  assert.deepEqual([status, stdout], [2, '']);
  for (const file of ['../other', '/tmp/page.html', outside])
    assert.ok(stderr.includes(JSON.stringify(file)), stderr);
  const many = gprsim('compare demo --until 1h --seeds 1..100001 --for kubernetes --parts 100001');
  assert.deepEqual([many.status, many.stdout], [2, '']);
  assert.match(many.stderr, /--parts 100001 is more than a Job of Kubernetes has; give at most 100000/);
  assert.match(script('kubernetes', '--results', './a/../study'), /--results/);
});

test('a file name cannot end a comment of a manifest', (t) => {
  const folder = temporaryFolder(t);
  const name = 'pods\u2028kind: x.csv';
  writeFileSync(join(folder, name), TRACE['pods.csv']);
  writeFileSync(join(folder, 'nodes.csv'), TRACE['nodes.csv']);
  const stdout = manifestIn(folder, words`compare --trace openb --nodes nodes.csv --workload ${name}`);
  assert.match(stdout, /^# Copy this file into the volume before: "pods\\u2028kind: x\.csv"$/m);
  // YAML 1.1 ends a line at this character too.
  assert.ok(!stdout.includes('\u2028'));
});

test('a part for ten runs, at most 100; --json has the script', () => {
  const parts = (...args: string[]) => gprsim(words`${args} --for parallel --json`).json.parts;
  assert.equal(parts(...STUDY), 6);
  assert.equal(parts('compare', 'demo', '--until', '1h', '--seeds', '1..9'), 1);
  assert.equal(parts('compare', 'demo', '--until', '1h', '--seeds', '1..20000'), 100);
  const { script: text, ...rest } = gprsim(words`${STUDY} --for slurm --json`).json;
  assert.deepEqual(rest, { for: 'slurm', parts: 6, runs: 60 });
  assert.equal(text, script('slurm'));
});
