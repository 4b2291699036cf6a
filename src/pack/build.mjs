// npm run build [-- NAME...]: builds the named bundles, without a name the program.

import './require-node.mjs';
import { build, entries } from './bundle.mjs';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(entries, name));

if (unknown.length > 0) {
  console.error(`There is no bundle ${unknown.join(', ')}. There are: ${Object.keys(entries).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of names.length > 0 ? names : ['gprsim']) console.log(await build(name));
}
