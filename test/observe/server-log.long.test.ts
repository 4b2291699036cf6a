import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logText } from '../../src/observe/server-log.ts';
import { temporaryFolder } from '../cli/gprsim.ts';
import { environmentIn } from '../documents/terminal.ts';

test('a line shows its level, message and members, without hidden characters', () => {
  const line = (members: object) => JSON.stringify({ time: '2026-01-05T08:00:00.000Z', ...members });
  assert.equal(
    logText(line({ level: 40, speed: 1000, reachedSpeed: 12.5, msg: 'too fast' })),
    'gprsim: warning: too fast (speed 1000, reachedSpeed 12.5)',
  );
  assert.equal(
    logText(line({ level: 50, err: { message: 'no', stack: 'Error: no\n    at x' }, msg: 'failed' })),
    'gprsim: error: failed\nError: no\n    at x',
  );
  assert.equal(logText(line({ level: 30, msg: 'a\u001b[2Jb\u202e' })), 'gprsim: a<U+001B>[2Jb<U+202E>');
});

test('a warning is text on a terminal and JSON in a pipe', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, (t) => {
  const folder = temporaryFolder(t);
  const play = join(folder, 'play');
  writeFileSync(
    play,
    '{"at": "+0s", "method": "DELETE", "path": "/api/v1/gpr", "body": {"gprId": "none"}}\n',
  );
  const serve = `sleep 3 | gprsim serve quiet --db :memory: --listen 127.0.0.1:0 --play ${play} --until-stdin-ends`;
  const env = environmentIn(folder);
  const shown = (line: string) =>
    spawnSync('script', ['-qec', line, '/dev/null'], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    }).stdout;
  assert.match(shown(serve), /^gprsim: warning: a line of --play was refused \(line 1, at "\+0s", /m);
  assert.match(shown(`(${serve}) 2>&1 | cat`), /^\{"level":40,.*"msg":"a line of --play was refused"\}\r?$/m);
});
