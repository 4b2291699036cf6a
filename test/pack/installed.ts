// Installs the package as a user does: packed from this checkout, in an empty folder, with an empty npm cache.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { project } from '../documents/documents.ts';

/** Removed after the tests of the file. */
export const work: string = mkdtempSync(join(tmpdir(), 'gprsim-package-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** The environment without the variables that npm and the test runner set. */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT$|GPRSIM)/.test(name)),
  ),
  // The programs of packages find Node with `env node`.
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  XDG_DATA_HOME: join(work, 'data'),
};

/** Returns the standard output of a program; throws if it fails. */
export function ran(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 26,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stdout + stderr}`);
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Parses the report of `npm pack`: a list with npm 11, an object by name with later versions. */
function reported(text: string): Packed {
  const report: Record<string, Packed> = JSON.parse(text.slice(text.search(/^[[{]/m)));
  return Object.values(report)[0];
}

export const packed: Packed = reported(ran('npm', ['pack', '--json', '--pack-destination', work], project));
export const tarball: string = join(work, packed.filename);

const quietly = ['--cache', join(work, 'cache'), '--no-audit', '--no-fund', '--loglevel', 'error'];

export const folder: string = join(work, 'project');
mkdirSync(folder);
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
ran('npm', ['install', ...quietly, tarball], folder);

/** Installs the package globally and returns the path of the program. */
export function installedGlobally(): string {
  const prefix = join(work, 'global');
  ran('npm', ['install', '--global', '--prefix', prefix, ...quietly, tarball], work);
  return join(prefix, 'bin/gprsim');
}
