// The executable as a user has it: alone in a folder where nothing can be written, started without an environment.

import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';

const built = resolve(import.meta.dirname, '../../dist/gprsim');

/** Whoever has built it sets GPRSIM_EXECUTABLE=required: then it must be there. */
export const missing: string | false =
  existsSync(built) || process.env.GPRSIM_EXECUTABLE === 'required'
    ? false
    : 'dist/gprsim is not built: npm run build:exe';

/** The user that tests run as may be root, for whom nothing is read-only. */
export const isRoot: boolean = process.getuid?.() === 0;
export const NOBODY = 65534;

/** Path of a copy that lies alone, as long as the file's tests. */
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

/** A folder that any user may write in, gone with the test. */
export function openFolder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  chmodSync(made, 0o1777);
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export interface Start {
  /** Nothing but this is in the environment. */
  readonly env?: Record<string, string>;
  readonly uid?: number | undefined;
}

/** Runs a command to its end. */
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
  /** Sends a signal and waits: exit code, or the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | string>;
}

/** `gprsim serve --json` on a free port, as long as the test. */
export async function serve(t: TestContext, args: readonly string[], start: Start = {}): Promise<Served> {
  const { env = {}, uid } = start;
  const child: ChildProcess = spawn(executable, ['serve', ...args, '--listen', '127.0.0.1:0', '--json'], {
    cwd: resolve(executable, '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr!.on('data', (chunk) => (said += chunk));
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`serve ended with ${line}: ${said}`);
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code, by] = await exit;
    return code ?? by;
  };
  return { ...(JSON.parse(line) as { url: string; apiKey: string; db: string }), pid: child.pid!, end };
}
