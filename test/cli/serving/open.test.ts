import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPage } from '../../../src/cli/commands/serving/serve/open-page.ts';
import { temporaryFolder } from '../gprsim.ts';

const isUnix = process.platform !== 'win32' && process.platform !== 'darwin';
const link = 'http://127.0.0.1:8080/#key=11111111-2222-4333-8444-555555555555';

test('the link reaches the browser in a private file, not in the arguments', {
  skip: !isUnix && 'needs xdg-open',
}, async (t) => {
  const folder = temporaryFolder(t);
  const opener = join(folder, 'xdg-open');
  const seen = join(folder, 'seen');
  writeFileSync(
    opener,
    `#!/bin/sh\necho "$@" > '${seen}.part'\nstat -c %a "$1" >> '${seen}.part'\ncat "$1" >> '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
  );
  chmodSync(opener, 0o700);
  const { PATH } = process.env;
  process.env.PATH = `${folder}:${PATH}`;
  t.after(() => (process.env.PATH = PATH));
  openPage(link, (why) => assert.fail(why));
  for (let i = 0; i < 200 && !existsSync(seen); i++) await sleep(50);
  const [args, mode, ...content] = readFileSync(seen, 'utf8').split('\n');
  assert.doesNotMatch(args, /11111111/);
  assert.equal(mode, '600');
  assert.ok(content.join('\n').includes(`location.replace(${JSON.stringify(link)})`));
});

test('without a browser, the caller learns why', { skip: !isUnix && 'needs xdg-open' }, async (t) => {
  const { PATH } = process.env;
  process.env.PATH = temporaryFolder(t);
  t.after(() => (process.env.PATH = PATH));
  const why = await new Promise<string>((refused) => openPage(link, refused));
  assert.match(why, /xdg-open/);
});
