// A study of 60 runs, the result that all ways to run it must print, and the program as scripts find it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gprsim, programPath, type Ran } from '../gprsim.ts';

export const STUDY: readonly string[] = [
  'compare',
  'demo',
  '--until',
  '2h',
  '--queue',
  'strict,backfill',
  '--vary',
  '/clusters/0/nodes/0/count=3..5',
  '--seeds',
  '1..10',
];
export const RUNS = 60;

export interface Outputs {
  readonly text: string;
  /** SHA-256 of the other outputs, so that a failed test prints no pages. */
  readonly json: string;
  readonly csv: string;
  readonly report: string;
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** All outputs of a study. @param args such as `--results study --merge` @param folder a temporary folder for the report */
export function outputsOf(folder: string, study: readonly string[], ...args: string[]): Outputs {
  const page = join(folder, 'report.html');
  return {
    text: withoutRun(printed([...study, ...args, '--report', page])),
    json: hashOf(printed([...study, ...args, '--json'])),
    csv: hashOf(printed([...study, ...args, '--csv'])),
    report: hashOf(readFileSync(page, 'utf8')),
  };
}

/** Text without the lines that depend on the machine or name a file. */
export function withoutRun(text: string): string {
  const lines = text.split('\n');
  const kept = lines.filter((line) => !/^ {2}(run|report) +/.test(line));
  assert.ok(kept.length < lines.length && kept.length > lines.length - 3, text);
  // The widest name of these lines sets the width of all.
  return kept.join('\n').replace(/^ {2}(hash|by|again) +/gm, '  $1 ');
}

function printed(args: readonly string[]): string {
  const { status, stdout, stderr } = gprsim(args);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Writes a program `gprsim` into the folder, for scripts that look for it in PATH. */
export function installIn(folder: string): void {
  const file = join(folder, 'gprsim');
  writeFileSync(file, `#!/bin/sh\nexec ${programPath()} "$@"\n`);
  chmodSync(file, 0o755);
}

interface Started {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Pick<Ran, 'status' | 'stdout' | 'stderr'>>;
}

/** Starts a program without waiting for its end. */
export function start(
  program: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Started {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  }
  return {
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([status]) => ({ status, ...output })),
  };
}
