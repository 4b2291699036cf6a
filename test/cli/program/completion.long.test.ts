import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gprsim, temporaryFolder } from '../gprsim.ts';
import { usageIn } from '../refusals.ts';

const lacks = (shell: string) =>
  spawnSync(shell, ['-c', ':']).status === 0 ? false : `${shell} is not installed`;

function script(t: TestContext, shell: string): string {
  const file = join(temporaryFolder(t), `gprsim.${shell}`);
  const { status, stdout } = gprsim(['completion', shell]);
  assert.equal(status, 0);
  writeFileSync(file, stdout);
  return file;
}

/** Returns the words that a shell offers at the end of each line. */
type Ask = (file: string, lines: readonly string[], cwd: string) => string[][];

function ran(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  assert.deepEqual([status, stderr], [0, ''], command);
  return stdout;
}

const wordsOf = (text: string) => text.split('\n').filter((word) => word !== '');

const shells: Readonly<Record<string, Ask>> = {
  // Readline splits a line at blanks and at "=".
  bash: (file, lines, cwd) => {
    const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gprsim; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ask = (line: string) => {
      const words = line.replaceAll('=', ' = ').split(/ +/);
      if (words.at(-1) === '' && line.endsWith('=')) words.pop();
      return wordsOf(ran('bash', ['--norc', '-c', program, 'bash', file, ...words], cwd));
    };
    return lines.map(ask);
  },
  zsh: (file, lines, cwd) => {
    const harness = join(import.meta.dirname, 'offers.zsh');
    const printed = ran('zsh', ['-f', harness, file, ...lines], cwd)
      .split('<end>\n')
      .slice(0, -1);
    return printed.map((offered) => wordsOf(offered.replaceAll('\\', '')));
  },
  // fish adds the flag before a word, a description after it, and a slash to a folder.
  fish: (file, lines, cwd) => {
    const ask = (line: string) =>
      wordsOf(
        ran('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, line], cwd),
      ).map((word) =>
        word
          .replace(/\t.*$/, '')
          .replace(/^--[a-z]+=/, '')
          .replace(/\/$/, ''),
      );
    return lines.map(ask);
  },
};

const cases = Object.entries(usageIn<Record<string, string[]>>('completion'));

for (const [shell, ask] of Object.entries(shells)) {
  test(`${shell} completes commands, flags, values and files in their places`, {
    skip: lacks(shell),
  }, (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'my worlds'));
    writeFileSync(join(folder, 'mine.json'), '');
    const lines = cases.map(([line]) => `gprsim ${line}`);
    const offered = ask(script(t, shell), lines, folder);
    assert.equal(offered.length, cases.length);
    for (const [i, [line, right]] of cases.entries()) {
      assert.deepEqual(offered[i].sort(), right.toSorted(), line);
    }
  });
}

test('bash registers the completion under the name of the program', { skip: lacks('bash') }, (t) => {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', 'source "$1" && complete -p gprsim', 'bash', script(t, 'bash')],
    {
      encoding: 'utf8',
    },
  );
  assert.deepEqual([stdout, stderr], ['complete -F _gprsim gprsim\n', '']);
});

for (const shell of Object.keys(shells)) {
  test(`${shell} accepts the syntax of its script`, { skip: lacks(shell) }, (t) => {
    const { status, stderr } = spawnSync(shell, ['-n', script(t, shell)], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });

  test(`the script for ${shell} has every command and flag of the help`, () => {
    const { script } = gprsim(['completion', shell, '--json']).json;
    for (const path of [[], ['run'], ['compare'], ['keys', 'add'], ['scenarios']]) {
      const { stdout } = gprsim([...path, '--help']);
      const [, commands = ''] = stdout.split(/^Commands:\n/m);
      const names = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
      const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, flag]) => flag);
      assert.ok(names.length + flags.length > 2);
      for (const name of [...names, ...flags]) {
        assert.match(script, new RegExp(`(?<![\\w])${name}(?![\\w-])`), `${path.join(' ')} ${name}`);
      }
    }
  });
}

test('an unknown shell is bad usage', () => {
  const { status, stderr } = gprsim('completion tcsh');
  assert.equal(status, 2);
  assert.match(stderr, /takes bash, zsh or fish, not "tcsh"\n/);
});
