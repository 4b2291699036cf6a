// The README is true: its commands run, its sessions print what it shows, its paths and packages exist.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };

const project = resolve(import.meta.dirname, '..');
const launcher = join(project, 'src/pack/launch.mjs');
const readme = readFileSync(join(project, 'README.md'), 'utf8');
const traceFolder = resolve(project, '../shared/data/openb');
const traceFiles = ['openb_node_list_gpu_node.csv', 'openb_pod_list_default.csv'];
const withoutTrace = traceFiles.every((file) => existsSync(join(traceFolder, file)))
  ? false
  : `the trace is not in ${traceFolder}`;

/** Commands that go on until they are told to end, or for longer than a test should. */
const longCommands = /^(serve|run million)\b/;

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language, text]) => ({ language, text }),
);

/** The commands of the README as arguments of the program, in their order. */
const commands = blocks
  .flatMap(({ text }) => text.replace(/\\\n\s*/g, '').split('\n'))
  .flatMap((line) => /(?:^|npm run -s )gprsim (?:-- )?(.*)$/.exec(line)?.[1] ?? []);

function gprsim(args: string, cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const options = { cwd, env, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 } as const;
  return execFileSync(process.execPath, [launcher, ...args.split(' ')], options);
}

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'gprsim-readme-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

/** Starts `serve` with the arguments; resolves when it listens, to its URL and the way to end it. */
async function serving(args: string, cwd: string, apiKey: string) {
  const env = { ...process.env, GPRSIM_API_KEY: apiKey };
  const server = spawn(process.execPath, [launcher, ...args.split(' '), '--json'], { cwd, env });
  const ended = once(server, 'exit');
  const failed = ended.then(([code]) =>
    Promise.reject(new Error(`serve ended with ${code} before it listened`)),
  );
  const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), failed]);
  const stop = async () => {
    server.kill();
    await ended;
  };
  return { url: (JSON.parse(line) as { url: string }).url, stop };
}

test('every command line is one that the program takes', (t) => {
  const helpOf = new Map<string, string>();
  assert.ok(commands.length > 15, `only ${commands.length} commands were found`);
  for (const command of commands.filter((line) => /^[a-z]/.test(line))) {
    const words = command.split(' ');
    const name = words[0] === 'keys' ? `keys ${words[1]}` : words[0];
    if (!helpOf.has(name)) helpOf.set(name, gprsim(`${name} --help`, folder(t)));
    for (const flag of words.filter((word) => word.startsWith('--'))) {
      assert.match(helpOf.get(name)!, new RegExp(`^  ${flag}\\b`, 'm'), `gprsim ${command}: ${flag}`);
    }
  }
});

test('the commands run as they stand, one after the other', async (t) => {
  const cwd = folder(t);
  const key = /keys remove (\S+)/.exec(readme)![1];
  const first = commands.find((line) => line.startsWith('serve quiet --db'))!;
  const server = await serving(`${first} --listen 127.0.0.1:0`, cwd, key);
  await server.stop();
  if (!withoutTrace) for (const file of traceFiles) symlinkSync(join(traceFolder, file), join(cwd, file));

  const listed = blocks.find(({ text }) => text.includes('gprsim doctor'))!.text.trim();
  for (const line of listed.split('\n')) {
    const args = line.replace(/^gprsim /, '');
    if (!longCommands.test(args)) gprsim(args, cwd);
  }
});

test('the step-by-step session prints what the README shows', async (t) => {
  const serve = commands.find((line) => line.startsWith('serve quiet --paused'))!;
  const at = blocks.findIndex(({ text }) => text.includes('gpr urgent 250'));
  const [session, shown] = [blocks[at].text, blocks[at + 1].text];
  const address = /--listen (\S+)/.exec(serve)![1];
  assert.ok(
    session.includes(`url=http://${address}\n`),
    'the session talks to the server of the line before it',
  );
  const key = /key=(\S+)/.exec(session)![1];
  assert.ok(readme.includes(`GPRSIM_API_KEY=${key} `), 'the session has the key of the line before it');

  const server = await serving(serve.replace(address, '127.0.0.1:0'), folder(t), key);
  try {
    const script = session.replace(`http://${address}`, server.url);
    assert.equal(execFileSync('sh', ['-eu', '-c', script], { encoding: 'utf8' }), shown);
  } finally {
    await server.stop();
  }
});

test('the example of a scenario file runs', (t) => {
  const cwd = folder(t);
  const { text } = blocks.find(({ language }) => language === 'json')!;
  writeFileSync(join(cwd, 'small.json'), text);
  const { gprs, placed } = JSON.parse(gprsim('run small.json --json', cwd).trim().split('\n').at(-1)!);
  assert.equal(gprs, 1001);
  assert.equal(placed, gprs);
});

test('the table of the trace is what the runs give', { skip: withoutTrace }, () => {
  const command = commands.find((line) => line.startsWith('run --trace openb'))!;
  for (const queue of ['strict', 'greedy', 'backfill']) {
    const lines = gprsim(`${command.replace('strict', queue)} --json`, traceFolder)
      .trim()
      .split('\n');
    const sum = JSON.parse(lines.at(-1)!);
    assert.equal(sum.completed, sum.gprs);
    const waits = [sum.waitMsMean, sum.waitMsP95, sum.waitMsMax].map(
      (ms: number) => `${Math.round(ms / 1000).toLocaleString('en-US')} s`,
    );
    const row = `| \`${queue}\` | ${waits.join(' | ')} | ${sum.boundedSlowdownMean.toFixed(1)} |`;
    assert.ok(readme.includes(row), `the README lacks the row ${row}`);
  }
});

test('every path that is named exists, or is made by a line above', () => {
  const made = [...readme.matchAll(/> (\S+\.json)$/gm)].map(([, path]) => path);
  const paths = readme.match(/(?<![\w/.-])(?:sim|src|fixtures|bench|test)\/[\w./-]*/g) ?? [];
  assert.ok(paths.length > 15, `only ${paths.length} paths were found`);
  for (const path of paths) {
    // A sentence may end behind a path.
    const named = path.replace(/\.$/, '');
    assert.ok(made.includes(named) || existsSync(join(project, named)), `the README names ${named}`);
  }
});

test('every npm script that is named exists', () => {
  for (const [, script] of readme.matchAll(/npm run (?:-s )?([\w-]+)/g)) {
    assert.ok(Object.hasOwn(packageFile.scripts, script), `npm run ${script}`);
  }
});

test('every package has a row with a reason, and no other has', () => {
  const { dependencies, devDependencies, optionalDependencies } = packageFile;
  const section = /^## Dependencies\n(.*)/ms.exec(readme)![1];
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name).sort(),
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort(),
  );
});

test('decisions are numbered without a gap', () => {
  const ids = [...readme.matchAll(/^\| D(\d+) \|/gm)].map(([, id]) => Number(id));
  assert.ok(ids.length > 0);
  assert.deepEqual(
    ids,
    ids.map((_, i) => i + 1),
  );
});

test('no address but that of the own machine is named', () => {
  for (const [address] of readme.matchAll(/https?:\/\/[^\s`"']*/g)) {
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+/);
  }
  assert.doesNotMatch(readme, /(?<![\w.])\/(?:work|home|root|tmp|Users)\//);
});
