import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gprsim, temporaryFolder } from './gprsim.ts';

const lacks = (shell: string) =>
  spawnSync(shell, ['-c', ':']).status === 0 ? false : `${shell} is not installed`;

function script(t: TestContext, shell: string): string {
  const file = join(temporaryFolder(t), `gprsim.${shell}`);
  const { status, stdout } = gprsim(['completion', shell]);
  assert.equal(status, 0);
  writeFileSync(file, stdout);
  return file;
}

/** What bash offers where the last word ends, in a folder of two files. */
function offered(t: TestContext, file: string, words: readonly string[]): string[] {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'my worlds'));
  writeFileSync(join(folder, 'mine.json'), '');
  const program = `source "$1"; shift; COMP_WORDS=(gprsim "$@"); COMP_CWORD=$#; _gprsim; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = spawnSync('bash', ['--norc', '-c', program, 'bash', file, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(ran.stderr, '');
  return ran.stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, flags, values and files where each may stand', {
  skip: lacks('bash'),
}, (t) => {
  const file = script(t, 'bash');
  const files = ['mine.json', 'my worlds'];
  const cases: [string[], string[]][] = [
    [['re'], ['replay']],
    [['keys', 'a'], ['add']],
    [
      ['keys', 'add', '--role', ''],
      ['Owner', 'Editor', 'Viewer'],
    ],
    [['run', 'de'], ['demo']],
    [
      ['run', 'm'],
      ['million', ...files],
    ],
    [
      ['run', 'tiny', '--queue', ''],
      ['strict', 'greedy', 'backfill'],
    ],
    [['run', 'tiny', '--queue', '=', 'g'], ['greedy']],
    [
      ['run', 'tiny', '--placement', '='],
      ['best-fit', 'first-fit', 'worst-fit'],
    ],
    [['run', '--pl'], ['--placement']],
    [['run', 'tiny', '--seed', ''], []],
    [['serve', '--db', 'm'], files],
    [['serve', '--db', 'run', '--pa'], ['--paused']],
    [['replay', 'm'], files],
    [['scenarios', 'm'], ['million']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['version', '--l'], ['--licenses']],
    [['nonsense', 'x'], []],
  ];
  for (const [words, right] of cases) {
    assert.deepEqual(offered(t, file, words).sort(), right.toSorted(), words.join(' '));
  }
});

test('bash has it under the name of the program', { skip: lacks('bash') }, (t) => {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', 'source "$1" && complete -p gprsim', 'bash', script(t, 'bash')],
    {
      encoding: 'utf8',
    },
  );
  assert.deepEqual([stdout, stderr], ['complete -F _gprsim gprsim\n', '']);
});

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`${shell} takes its script`, { skip: lacks(shell) }, (t) => {
    const { status, stderr } = spawnSync(shell, ['-n', script(t, shell)], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });

  test(`the script for ${shell} knows every command and flag that help shows`, () => {
    const { script } = gprsim(['completion', shell, '--json']).json;
    for (const path of [[], ['run'], ['keys', 'add'], ['scenarios']]) {
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

test('a shell that is not known is bad usage', () => {
  const { status, stderr } = gprsim(['completion', 'tcsh']);
  assert.equal(status, 2);
  assert.match(stderr, /bash, zsh, fish/);
});
