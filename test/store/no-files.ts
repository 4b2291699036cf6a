// Run by left-behind.test.ts in a process that may open few files: makes and removes temporary folders while none is left.

import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTemporary, temporaryFolder } from '../../src/store/sqlite/file/left-behind.ts';
import { Client } from '../http/client.ts';
import { openMemoryWorld } from '../http/memory-world.ts';

/** Opens files until no descriptor is left. */
function exhaust(): number[] {
  const files: number[] = [];
  try {
    for (;;) files.push(openSync('/dev/null', 'r'));
  } catch {
    return files;
  }
}

function folderWithFile(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'content'), 'content');
  return folder;
}

const client = new Client(openMemoryWorld());
const Authorization = `Bearer ${await client.token(client.key('Owner'))}`;
const removedLater = folderWithFile();
const removedAtEnd = folderWithFile();

let files = exhaust();
removeTemporary(removedLater);
const leftAtFirst = existsSync(removedLater);
const exported = await client.app.request('/sim/export', { headers: { Authorization, Host: 'localhost' } });
const why = await exported.text();
for (const file of files) closeSync(file);
for (let i = 0; existsSync(removedLater) && i < 600; i++) await sleep(100);

files = exhaust();
removeTemporary(removedAtEnd);
for (const file of files) closeSync(file);
console.log(
  JSON.stringify({
    leftAtFirst,
    status: exported.status,
    why,
    logged: client.logged.map((details) => String((details as { err?: unknown }).err)),
    leftLater: existsSync(removedLater),
    leftBeforeEnd: existsSync(removedAtEnd),
  }),
);
process.exit(0);
