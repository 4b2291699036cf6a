// Imported first by every script here: stops with one line under a Node that is too old. SQLite's addon would
// crash such a Node without a word. Old syntax only, so that the line is reached there.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

var needed = [22, 18];
var have = process.versions.node.split('.').map(Number);

if (have[0] < needed[0] || (have[0] === needed[0] && have[1] < needed[1])) {
  process.stderr.write(
    'gprsim needs Node ' +
      needed.join('.') +
      ' or newer, and this is Node ' +
      process.versions.node +
      '.' +
      // An installed package has no such scripts.
      (existsSync(fileURLToPath(new URL('../main.ts', import.meta.url)))
        ? ' The npm scripts bring their own: npm start, npm test, npm run -s gprsim -- ARGS\n'
        : ' Install a newer Node, or use the executable, which needs none\n'),
  );
  process.exit(1);
}
