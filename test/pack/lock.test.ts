// The lock files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import heapsLock from '../../bench/heap/package-lock.json' with { type: 'json' };
import generatorsFile from '../../fixtures/generators/package.json' with { type: 'json' };
import generatorsLock from '../../fixtures/generators/package-lock.json' with { type: 'json' };
import packageFile from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

test('npm ci runs no script of a package', () => {
  for (const [{ packages }, { allowScripts }] of [
    [lock, packageFile],
    [generatorsLock, generatorsFile],
  ] as const) {
    const scripted = Object.entries<object>(packages)
      .filter(([, entry]) => 'hasInstallScript' in entry)
      .map(([path]) => path.replace('node_modules/', ''));
    for (const name of scripted) assert.equal(Object(allowScripts)[name], false, name);
  }
  // Older versions of npm ignore allowScripts and compile packages that have a binding.gyp.
  const sqlite = lock.packages['node_modules/better-sqlite3'];
  assert.equal(
    Object(sqlite).gypfile,
    false,
    'package-lock.json must have "gypfile": false at better-sqlite3; npm install removes it',
  );
});

test('the lock files name no registry', () => {
  for (const { packages } of [lock, generatorsLock, heapsLock]) {
    for (const [path, entry] of Object.entries<object>(packages))
      assert.ok(!('resolved' in entry) || 'link' in entry, path);
  }
});
