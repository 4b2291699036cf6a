// Every script here imports this first. If Node is too old, it prints one line and exits; SQLite's addon would crash
// without a message. It uses only old syntax, so that an old Node can parse it.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

var needed = [22, 18];
var have = process.versions.node.split('.').map(Number);

if (have[0] < needed[0] || (have[0] === needed[0] && have[1] < needed[1])) {
  process.stderr.write(
    'gprsim needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.' +
      // Only a checkout has npm scripts.
      (existsSync(fileURLToPath(new URL('../main.ts', import.meta.url)))
        ? ' Use the npm scripts, which run a newer Node: npm start, npm test, npm run -s gprsim -- ARGS\n'
        : ' Install a newer Node, or use the executable, which contains Node\n'),
  );
  process.exit(1);
}
