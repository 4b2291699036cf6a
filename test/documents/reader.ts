// Follows a document from its top to its end: starts its servers, runs its commands, and compares their output.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { type Block, type Document, linesOf, project } from './documents.ts';
import { environmentIn, Terminal } from './terminal.ts';

export const traceFolder = resolve(project, '../shared/data/openb');
export const traceFiles = ['openb_node_list_gpu_node.csv', 'openb_pod_list_default.csv'];

/** Why the recorded trace cannot be replayed; false if it can. */
export const withoutTrace = traceFiles.every((file) => existsSync(join(traceFolder, file)))
  ? false
  : `the trace is not in ${traceFolder}`;

/** A log of a batch machine, and its name in the documents. */
const log = resolve(project, '../shared/data/swf/sdsc-sp2-1998-first5000-lines.swf.gz');
const logFile = 'sdsc.swf';
const withoutLog = !existsSync(log);

/** Why documents that use jq cannot be followed; false when they can. */
export const withoutJq = spawnSync('jq', ['--version']).status === 0 ? false : 'jq is not installed';

const withoutSqlite = spawnSync('sqlite3', ['--version']).status !== 0;
const withoutPython = spawnSync('python3', ['--version']).status !== 0;

/** Commands that are not run here, and why. */
const untyped: readonly [RegExp, string][] = [
  [/^npm run bench\b/, 'takes minutes'],
  [/^npm ci && npm test$/, '.ci/run does this'],
  [/^npm run build:exe$/, 'has separate tests'],
  [/^npm (pack|install|i)\b|^npx /, 'test/pack/package.long.test.ts does this'],
  [/fixtures\/clients\/typescript/, 'test/clients.long.test.ts does this, in a separate folder'],
  [/^sudo /, 'changes the machine'],
  [/^docker /, 'needs a registry'],
  [/^kubectl /, 'needs a cluster'],
  [/^sacct | jobs\.txt\b/, 'needs a Slurm with accounting; test/traces/csv.test.ts reads such a table'],
];

/** Texts that no block prints, and what they are. */
const unprinted: readonly [RegExp, string][] = [
  [/^gpr-fd8106db-f66b Complete$/m, 'test/clients.long.test.ts compares it'],
];

const start = packageFile.scripts.start.replace('node src/pack/launch.mjs', 'gprsim');

interface Server {
  readonly shown: string;
  readonly real: string;
  stop(): Promise<void>;
}

export class Reader {
  typed = 0;
  readonly #t: TestContext;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #terminal: Terminal;
  #server: Server | undefined;

  constructor(t: TestContext) {
    this.#t = t;
    this.#folder = mkdtempSync(join(tmpdir(), 'gprsim-reader-'));
    t.after(() => rmSync(this.#folder, { recursive: true, force: true }));
    for (const name of ['fixtures', 'node_modules', 'src'])
      symlinkSync(join(project, name), join(this.#folder, name));
    if (!withoutTrace)
      for (const file of traceFiles) symlinkSync(join(traceFolder, file), join(this.#folder, file));
    if (!withoutLog) symlinkSync(log, join(this.#folder, logFile));
    this.#env = environmentIn(this.#folder);
    this.#terminal = new Terminal(t, this.#folder, this.#env);
  }

  async read({ path, text, blocks }: Document): Promise<void> {
    let printed: string | undefined;
    let isLeftOut = false;
    for (const block of blocks) {
      if (block.language === 'sh') {
        isLeftOut = lacksInput(block);
        printed = isLeftOut ? undefined : await this.#do(block, path);
      } else if (isLeftOut && block.isPrinted) continue;
      else if (block.language === 'text') {
        if (unprinted.some(([pattern]) => pattern.test(block.text))) continue;
        assert.ok(block.isPrinted && printed !== undefined, `${path}: no block prints\n${block.text}`);
        assert.match(printed, patternOf(block.text), `${path} does not show the actual output`);
      } else if (block.language === 'json') this.#write(block, text);
    }
    await this.#server?.stop();
  }

  async #do(block: Block, path: string): Promise<string | undefined> {
    const lines = linesOf(block).map((line) => line.replace(/^npm ci && npm start$/, start));
    if (lines.every(isUntyped)) return undefined;
    assert.ok(!lines.some(isUntyped), `${path}: a block is run as a whole or not at all:\n${block.text}`);
    this.typed += 1;
    if (isServer(lines)) {
      await this.#stop();
      this.#server = await this.#serve(lines[0]);
      const listen = `GPRSIM_LISTEN=${this.#server.real}`;
      await this.#terminal.type(`export KEY=${this.#env.KEY} GPRSIM_API_KEY=${this.#env.KEY} ${listen}`);
      return undefined;
    }
    const { shown = '', real = '' } = this.#server ?? {};
    const text = block.text.replaceAll('npm run -s gprsim -- ', 'gprsim ');
    const printed = await this.#terminal.type(shown === '' ? text : text.replaceAll(shown, real));
    assert.doesNotMatch(printed, /"statusCode":(4|500)/, `${path}: a request was refused`);
    return printed;
  }

  async #serve(line: string): Promise<Server> {
    const shown = /--listen (\S+)/.exec(line)?.[1] ?? '127.0.0.1:8080';
    const elsewhere = `${line.replace(/ --listen \S+/, '')} --listen 127.0.0.1:0 --json`;
    const process = spawn('sh', ['-c', elsewhere.replace('gprsim ', 'exec gprsim ')], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let remarks = '';
    process.stderr.setEncoding('utf8').on('data', (text) => (remarks += text));
    this.#t.after(() => process.kill('SIGKILL'));
    const ended = once(process, 'exit');
    const failed = ended.then(([code]) => Promise.reject(new Error(`${line} ended with ${code}`)));
    const [first] = await Promise.race([once(createInterface(process.stdout), 'line'), failed]);
    const { url, apiKey } = JSON.parse(first) as { url: string; apiKey: string | null };
    if (apiKey !== null) this.#env.KEY = apiKey;
    return {
      shown,
      real: new URL(url).host,
      async stop() {
        process.kill('SIGINT');
        assert.deepEqual(await ended, [0, null], `${line} did not exit with 0`);
        assert.equal(remarks, '', `${line} wrote to standard error`);
      },
    };
  }

  async #stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Writes a JSON block to the file that the text names ("This is `FILE`"). */
  #write({ text: content }: Block, text: string): void {
    const name = /This is `([\w.-]+)`/.exec(text)?.[1];
    if (name !== undefined) writeFileSync(join(this.#folder, name), content);
  }
}

function isServer(lines: readonly string[]): boolean {
  return lines.length === 1 && /^(?:\w+=\S+ )*gprsim serve\b/.test(lines[0]);
}

/** Whether a block needs a recorded trace, a log, or what runs of them left, and this is missing, or SQLite. */
function lacksInput({ text }: Block): boolean {
  if (withoutSqlite && /\bsqlite3\b/.test(text)) return true;
  if (withoutLog && /\bsdsc\b/.test(text)) return true;
  return withoutTrace !== false && text.includes('--trace openb');
}

function isUntyped(line: string): boolean {
  if (withoutPython && /\bpython3\b/.test(line)) return true;
  return untyped.some(([pattern]) => pattern.test(line));
}

/** The shown output as a pattern: `…` matches any text within a line. */
function patternOf(shown: string): RegExp {
  const escaped = shown.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '[^\\n]*');
  return new RegExp(`^${escaped}$`);
}
