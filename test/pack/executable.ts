// Runs the executable as a user does: from a read-only folder without other files, without an environment.

import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';

const built = resolve(import.meta.dirname, '../../dist/gprsim');

/** Reason to skip the tests. With GPRSIM_EXECUTABLE=required there is none, so that they fail without an executable. */
export const missing: string | false =
  existsSync(built) || process.env.GPRSIM_EXECUTABLE === 'required'
    ? false
    : 'dist/gprsim is not built; run npm run build:exe';

/** Tests may run as root, which can write to read-only folders; then they use another user id. */
export const isRoot: boolean = process.getuid?.() === 0;
export const OTHER_USER = 65534;

/** Path of a copy without other files in its folder; removed after the tests of the file. */
export const executable: string = missing === false ? copyAlone() : built;

function copyAlone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-alone-'));
  after(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  copyFileSync(built, join(folder, 'gprsim'));
  chmodSync(folder, 0o555);
  return join(folder, 'gprsim');
}

/** Makes a folder that all users may write to; removed after the test. */
export function openFolder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  chmodSync(made, 0o1777);
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export interface Start {
  readonly env?: Record<string, string>;
  readonly uid?: number | undefined;
}

export function run(args: readonly string[], { env = {}, uid }: Start = {}): SpawnSyncReturns<string> {
  return spawnSync(executable, args, {
    cwd: resolve(executable, '..'),
    env,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 26,
    ...(uid !== undefined && { uid, gid: uid }),
  });
}

export interface Served {
  readonly url: string;
  readonly apiKey: string;
  readonly db: string;
  readonly pid: number;
  /** Sends a signal, waits, and returns the exit code or the signal that ended the process. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | string>;
}

/** Starts `gprsim serve --json` on a free port; killed after the test. */
export async function serve(t: TestContext, args: readonly string[], start: Start = {}): Promise<Served> {
  const { env = {}, uid } = start;
  const child: ChildProcess = spawn(executable, ['serve', ...args, '--listen', '127.0.0.1:0', '--json'], {
    cwd: resolve(executable, '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  t.after(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr!.on('data', (chunk) => (errors += chunk));
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`serve ended with ${line}: ${errors}`);
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code, by] = await exit;
    return code ?? by;
  };
  return { ...(JSON.parse(line) as { url: string; apiKey: string; db: string }), pid: child.pid!, end };
}
