// The lock file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

test('npm ci runs no script of a package', () => {
  const scripted = Object.entries(lock.packages)
    .filter(([, entry]) => 'hasInstallScript' in entry)
    .map(([path]) => path.replace('node_modules/', ''));
  for (const name of scripted) assert.equal(Object(packageFile.allowScripts)[name], false, name);
  // Older versions of npm ignore allowScripts and compile packages that have a binding.gyp.
  const sqlite = lock.packages['node_modules/better-sqlite3'];
  assert.equal(
    Object(sqlite).gypfile,
    false,
    'package-lock.json must have "gypfile": false at better-sqlite3; npm install removes it',
  );
});
