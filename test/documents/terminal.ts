// A shell that runs the blocks of a document. It keeps its variables between blocks, and `gprsim` is on its path.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { project } from './documents.ts';

const launcher = join(project, 'src/pack/launch.mjs');
const patienceMs = 120_000;

/** An environment with `gprsim` and this Node first on the path, and with the folder as home. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  const program = join(bin, 'gprsim');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(program, 0o755);
  // NODE_TEST_CONTEXT would make a Node process part of this test run.
  const { NODE_TEST_CONTEXT: _, GPRSIM_API_KEY: __, GPRSIM: ___, ...inherited } = process.env;
  return {
    ...inherited,
    PATH: [bin, dirname(process.execPath), inherited.PATH].join(delimiter),
    HOME: folder,
    XDG_DATA_HOME: join(folder, '.data'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

export class Terminal {
  readonly #shell: ChildProcessWithoutNullStreams;
  readonly #exit: Promise<unknown[]>;
  readonly #folder: string;
  #errors = '';
  #blocks = 0;

  constructor(t: TestContext, folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#shell = spawn('sh', ['-eu'], { cwd: folder, env, detached: true });
    this.#exit = once(this.#shell, 'exit');
    this.#shell.stdin.on('error', () => {});
    this.#shell.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.#shell.stdout.setEncoding('utf8');
    // Kills the process group: the shell and its background processes.
    t.after(() => {
      try {
        process.kill(-this.#shell.pid!, 'SIGKILL');
      } catch {}
    });
  }

  /** Runs a block; returns its output. @throws Error if one of its commands fails */
  async type(text: string): Promise<string> {
    this.#blocks += 1;
    const file = join(this.#folder, `.block-${this.#blocks}`);
    const end = `--end of block ${this.#blocks}--`;
    writeFileSync(file, text);
    const { stdin, stdout } = this.#shell;
    const signal = AbortSignal.timeout(patienceMs);
    const ended = this.#exit.then(([code]) => {
      throw new Error(`exit ${code}\n${this.#errors}\n${text}`);
    });
    let printed = '';
    const done = (async () => {
      while (!printed.endsWith(`${end}\n`)) printed += (await once(stdout, 'data', { signal }))[0];
    })();
    stdin.write(`. '${file}' </dev/null\necho '${end}'\n`);
    await Promise.race([done, ended]);
    return printed.slice(0, -end.length - 1);
  }
}
