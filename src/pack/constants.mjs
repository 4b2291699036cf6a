// esbuild makes a variable of every constant at the top of a module. V8 folds constants into the code that it compiles,
// variables it reads and checks each time: they would be a sixth of the engine's instructions. So they become constants
// again, which they are in the sources that run unbundled.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What esbuild writes before each module. */
const moduleComment = /^\/\/ (.+\.(?:ts|js|mjs|cjs|json))$/;

/** A bundle, not minified, with the constants of the sources below `root`, the project's folder. */
export function withConstants(bundle, root) {
  let declared = new Map();
  return bundle
    .split('\n')
    .map((line) => {
      const path = moduleComment.exec(line)?.[1];
      if (path !== undefined) declared = declaredIn(root, path);
      const name = /^var ([\w$]+) = /.exec(line)?.[1];
      if (name === undefined) return line;
      // Where two modules have a name in common, one of them has it with a number.
      const kind = declared.get(name) ?? declared.get(name.replace(/\d+$/, ''));
      return kind === 'const' ? line.replace('var', 'const') : line;
    })
    .join('\n');
}

/** Name → `const` or `let`, of what stands at the top of a source of the project. */
function declaredIn(root, path) {
  if (!/^(?:sim|src|bench)\/.*\.ts$/.test(path)) return new Map();
  const source = readFileSync(join(root, path), 'utf8');
  return new Map(
    [...source.matchAll(/^(?:export )?(const|let) ([\w$]+)/gm)].map(([, kind, name]) => [name, kind]),
  );
}
