import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { environmentIn } from '../../documents/terminal.ts';
import { commandPaths, gprsim, Server, temporaryFolder } from '../gprsim.ts';

const module = join(import.meta.dirname, '../../../fixtures/policies/smallest-first.mjs');
const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

function examplesOf(path: readonly string[]): string[] {
  const [, shown = ''] = gprsim([...path, '--help']).stdout.split(/^Examples:\n/m);
  return [...shown.matchAll(/^ {2}\$ (.+?) +# \S/gm)].map(([, line]) => line);
}

class Shell {
  readonly #t: TestContext;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(t: TestContext) {
    this.#t = t;
    this.#folder = temporaryFolder(t);
    this.#env = environmentIn(this.#folder);
    cpSync(module, join(this.#folder, 'mine.mjs'));
    writeFileSync(
      join(this.#folder, 'client.mjs'),
      "await fetch(process.env.GPRSIM_URL + '/api/v1/auth').catch(() => {});\n",
    );
    const cases = [{ seed: 1, kind: 'leak', faults: [] }];
    writeFileSync(
      join(this.#folder, 'cases.json'),
      JSON.stringify({ scenario: 'quiet', step: '10s', cases }),
    );
  }

  /** Runs a line: by the program alone, or by a shell if it has more than words. */
  type(line: string): void {
    const isPlain = !/[|<>$&;"`\\*?(){}~#]/.test(line.replace(/'[^']*'/g, ''));
    const { status, stderr } = isPlain ? this.#ran(line) : this.#typed(line);
    const complaints = stderr.split('\n').filter((text) => !text.startsWith('{"progress":'));
    assert.deepEqual([status, complaints], [0, ['']], line);
  }

  #ran(line: string) {
    const words = line.match(/(?:'[^']*'|[^\s'])+/g)!.map((word) => word.replaceAll("'", ''));
    const at = words.indexOf('gprsim');
    const given = Object.fromEntries(words.slice(0, at).map((word) => word.split('=')));
    const { HOME, XDG_DATA_HOME } = this.#env;
    const before = process.cwd();
    process.chdir(this.#folder);
    try {
      return gprsim(words.slice(at + 1), { HOME: HOME!, XDG_DATA_HOME: XDG_DATA_HOME!, ...given });
    } finally {
      process.chdir(before);
    }
  }

  #typed(line: string) {
    return spawnSync('bash', ['--norc', '-euc', line], {
      cwd: this.#folder,
      env: this.#env,
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
  }

  /** Waits until the server that a line starts listens, then ends it. */
  async serve(line: string): Promise<void> {
    const elsewhere = `${line.replace('gprsim', 'exec gprsim')} --listen 127.0.0.1:0 --json`;
    const child = spawn('bash', ['--norc', '-euc', elsewhere], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const [first] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    assert.equal(typeof first, 'string', `${line} ended with ${first}`);
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null], line);
  }
}

test('every command shows two to four examples, and they work', async (t) => {
  const paths = commandPaths();
  assert.ok(paths.length > 14, String(paths));
  const shell = new Shell(t);
  const tiny = await Server.start(t, ['tiny', '--db', ':memory:', '--paused', '--keep-requests', '100'], {
    GPRSIM_API_KEY: apiKey,
  });
  await tiny.signIn(apiKey);
  await tiny.advance('10m');
  let servedWithKey = '';

  for (const path of paths) {
    const lines = examplesOf(path);
    assert.ok(lines.length >= 2 && lines.length <= 4, `gprsim ${path.join(' ')} --help`);
    const name = path.join(' ');
    for (const line of lines) {
      if (path.length > 0) assert.ok(line.includes(`gprsim ${name}`), `${line} in the help of ${name}`);
      if (/gprsim serve\b/.test(line)) {
        await shell.serve(line);
        if (line.includes(apiKey)) servedWithKey = line;
        continue;
      }
      // `top` needs a terminal, and bench.long.test.ts runs `bench`.
      if (name === 'top' || name === 'bench') continue;
      if (name === 'keys remove') await shell.serve(servedWithKey);
      shell.type(line.replace('http://127.0.0.1:8080', tiny.announced.url));
    }
  }
});

test('output has colors on a terminal only, and never with NO_COLOR', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  // With CI set, Node reports a terminal without colors.
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...env } = environmentIn(folder);
  const typed = (line: string, more: NodeJS.ProcessEnv = {}) =>
    spawnSync('script', ['-qec', line, '/dev/null'], {
      env: { ...env, TERM: 'xterm-256color', ...more },
      encoding: 'utf8',
    }).stdout;
  const esc = String.fromCharCode(27);
  const colored = typed('gprsim run --help');
  for (const title of ['Usage:', 'Examples:']) assert.ok(colored.includes(`${esc}[1m${title}`), title);
  const plain = typed('gprsim run --help', { NO_COLOR: '1' });
  assert.ok(!plain.includes(`${esc}[`));
  assert.match(plain, /^Usage: gprsim run/);
  for (const more of [{}, { FORCE_COLOR: '1' }]) {
    assert.ok(!typed('gprsim run --help | cat', more).includes(`${esc}[`));
  }

  assert.ok(typed('gprsim rnu').includes(`${esc}[31mgprsim:`));
  assert.ok(typed('gprsim run tinny').includes(`${esc}[31mgprsim:`));
  assert.ok(typed('gprsim doctor').includes(`${esc}[32mok`));
  for (const line of ['gprsim run tinny', 'gprsim doctor']) {
    assert.ok(!typed(`${line} 2>&1 | cat`, { FORCE_COLOR: '1' }).includes(esc), line);
    for (const more of [{ NO_COLOR: '1' }, { NO_COLOR: 'no', FORCE_COLOR: '1' }, { TERM: 'dumb' }]) {
      assert.ok(!typed(line, more).includes(esc), `${line} with ${JSON.stringify(more)}`);
    }
  }
});
