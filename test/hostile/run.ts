// Runs the commands that read a file, each in a process, and records what the process took.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { freshBundle } = await import(join(import.meta.dirname, '../../src/pack/bundling/bundle.mjs'));
const program = fileURLToPath(await freshBundle('gprsim'));

/** Far more than any command needs. */
const LIMIT_SECONDS = 60;
export const KILLED = 137;
export const MEMORY_MAX_MB = 450;

/** By name: the arguments of a command that reads a file, and may write a new one. */
export const COMMANDS: Readonly<Record<string, (file: string, target: string) => string[]>> = {
  doctor: (file) => ['doctor', '--db', file],
  import: (file, target) => ['import', file, target],
  export: (file, target) => ['export', file, target],
  replay: (file) => ['replay', file, '--verify'],
  gprs: (file) => ['gprs', file],
  tables: (file, target) => ['tables', file, target],
  serve: (file) => ['serve', '--db', file, '--listen', '127.0.0.1:0', '--until-stdin-ends'],
};

export interface Ran {
  /** KILLED if the process took LIMIT_SECONDS. */
  readonly status: number;
  readonly stderr: string;
  readonly peakMb: number;
}

/** Runs a command whose standard input ends at once. */
export async function ran(args: readonly string[], folder: string): Promise<Ran> {
  const measured = join(mkdtempSync(join(folder, 'run-')), 'peak');
  const hook = `process.on('exit', () => process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(measured)}, String(process.resourceUsage().maxRSS)))`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, program, ...args];
  // Other programs on this machine need memory, too, and a process must not outlive the tests.
  const child = spawn(
    'timeout',
    [
      '-s',
      'KILL',
      `${LIMIT_SECONDS}`,
      'sh',
      '-c',
      'ulimit -d 2000000; exec "$@"',
      'sh',
      process.execPath,
      ...node,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_DATA_HOME: folder, TMPDIR: folder },
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const status = await new Promise<number>((resolve) =>
    child.once('close', (code) => resolve(code ?? KILLED)),
  );
  const peakMb = existsSync(measured) ? Number(readFileSync(measured, 'utf8')) / 1024 : 0;
  return { status, stderr, peakMb };
}
