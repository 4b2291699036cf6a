// Starts the commands of the systemd unit and of the Dockerfile, without systemd and without a container.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Server } from '../cli/gprsim.ts';
import { project } from '../documents/documents.ts';
import { temporaryFolder } from '../support/folder.ts';

const unitFile = join(project, 'fixtures/host/gprsim.service');
const unit = readFileSync(unitFile, 'utf8');
const dockerfile = readFileSync(join(project, 'fixtures/host/Dockerfile'), 'utf8');
const installed = '/usr/local/bin/gprsim';

const noSystemd = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'there is no systemd';

/**
 * Starts a server with these arguments, but with another folder and a free port. It must serve, keep its world and exit
 * with 0. Returns the address of the arguments.
 */
async function serves(t: TestContext, args: readonly string[], data: string): Promise<string> {
  const own = temporaryFolder(t);
  const address = args[args.indexOf('--listen') + 1];
  const rest = args.flatMap((arg, i) => (arg === '--listen' || args[i - 1] === '--listen' ? [] : [arg]));
  assert.equal(rest.shift(), 'serve');
  assert.ok(rest.some((arg) => arg.startsWith(`${data}/`)));
  const server = await Server.start(
    t,
    rest.map((arg) => arg.replace(data, own)),
  );
  const health = await fetch(`${server.announced.url}/healthz`);
  assert.equal(health.status, 200);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.ok(existsSync(join(own, 'world.gprsim')));
  return address;
}

function settings(name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
}

test('the unit starts a server that keeps its world in the state directory of systemd', async (t) => {
  const [command, ...args] = settings('ExecStart')[0].split(' ');
  assert.equal(command, installed);
  const address = await serves(t, args, `/var/lib/${settings('StateDirectory')[0]}`);
  assert.match(address, /^127\.0\.0\.1:\d+$/);
});

test('systemd accepts the unit', { skip: noSystemd }, (t) => {
  const check = (content: string) => {
    const file = join(temporaryFolder(t), 'gprsim.service');
    // The executable is not installed here; systemd only checks that the file exists.
    writeFileSync(file, content.replace(`ExecStart=${installed} `, `ExecStart=${process.execPath} `));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    return status === 0 ? `${stdout}${stderr}`.trim() : `exit ${status}: ${stderr}`;
  };
  assert.equal(check(unit), '');
  assert.notEqual(check(unit.replace('ProtectHome', 'ProtectTheHome')), '');
});

test('the container starts a server that keeps its world in the volume', async (t) => {
  const instructions = dockerfile
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.+)$/.exec(line)!.slice(1));
  const of = (name: string) => instructions.filter(([word]) => word === name).map(([, rest]) => rest);
  assert.deepEqual(
    instructions.map(([word]) => word),
    ['FROM', 'COPY', 'WORKDIR', 'VOLUME', 'EXPOSE', 'ENTRYPOINT', 'CMD'],
  );

  assert.equal(of('COPY')[0], `--chmod=0755 dist/gprsim ${installed}`);
  assert.deepEqual(JSON.parse(of('ENTRYPOINT')[0]), [installed]);
  const address = await serves(t, JSON.parse(of('CMD')[0]), of('VOLUME')[0]);
  assert.equal(address, `0.0.0.0:${of('EXPOSE')[0]}`);
});
