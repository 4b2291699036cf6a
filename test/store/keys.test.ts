import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorldFile } from '../../src/store/world-file.ts';
import { temporaryFile } from '../driver/world.ts';

const newKey = {
  name: 'ci',
  description: '',
  role: 'Editor',
  userName: 'admin',
  workspaceName: 'blue',
  workspaceCreation: 7,
  validity: '2027-01-01',
} as const;

test('keys are found by value and id, also by the next process, until they are removed', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  const kept = file.keys.create(newKey);
  const gone = file.keys.create({ ...newKey, role: 'Viewer' });
  const own = file.keys.create({ ...newKey, role: 'Owner', workspaceName: '' }, 'a-value-of-ones-own');
  assert.notEqual(kept.apiKey, gone.apiKey);
  assert.equal(own.apiKey, 'a-value-of-ones-own');
  assert.equal(file.keys.remove(gone.apiKey), true);
  assert.equal(file.keys.remove(gone.apiKey), false);
  const secret = file.keys.secret;
  assert.equal(secret.length, 32);
  file.close();

  const again = WorldFile.open(path);
  t.after(() => again.close());
  assert.deepEqual(again.keys.byValue(kept.apiKey), kept);
  assert.deepEqual(again.keys.byId(kept.id), kept);
  assert.equal(again.keys.byValue(gone.apiKey), undefined);
  assert.equal(again.keys.list().length, 2);
  assert.deepEqual(again.keys.secret, secret);
});

test('keys are listed in creation order, not in the order of their ids', (t) => {
  const path = temporaryFile(t);
  const names = Array.from({ length: 12 }, (_, i) => `key ${i}`);
  const file = WorldFile.open(path);
  for (const name of names) file.keys.create({ ...newKey, name });
  file.close();
  const again = WorldFile.open(path);
  t.after(() => again.close());
  assert.deepEqual(
    again.keys.list().map(({ name }) => name),
    names,
  );
});

test("a key's last valid day can be changed", (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  const key = file.keys.create(newKey);
  file.keys.extend(key, '2030-01-01');
  assert.equal(file.keys.byId(key.id)?.validity, '2030-01-01');
  file.close();
  const again = WorldFile.open(path);
  t.after(() => again.close());
  assert.equal(again.keys.byValue(key.apiKey)?.validity, '2030-01-01');
});

test('every file has a different secret', (t) => {
  const files = [WorldFile.open(temporaryFile(t)), WorldFile.open(temporaryFile(t))];
  const [a, b] = files.map((file) => Buffer.from(file.keys.secret).toString('hex'));
  assert.notEqual(a, b);
  for (const file of files) file.close();
});
