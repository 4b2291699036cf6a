// npm run build [-- NAME...]: builds the named bundles; the default is the program.

import './require-node.mjs';
import { build, entries } from './bundling/bundle.mjs';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(entries, name));

if (unknown.length > 0) {
  console.error(`unknown bundle ${unknown.join(', ')}; bundles are ${Object.keys(entries).join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of names.length > 0 ? names : ['gprsim']) console.log(await build(name, 0));
}
