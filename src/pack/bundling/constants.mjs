// esbuild turns the top-level constants of a module into variables. V8 inlines constants but reads variables each time,
// which costs a sixth of the engine's instructions. So this module turns them back into constants.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The comment that esbuild writes before each module. */
const moduleComment = /^\/\/ (.+\.(?:ts|js|mjs|cjs|json))$/;

/** @param bundle text, not minified */
export function withConstants(bundle, root) {
  let declared = new Map();
  return bundle
    .split('\n')
    .map((line) => {
      const path = moduleComment.exec(line)?.[1];
      if (path !== undefined) declared = declaredIn(root, path);
      const name = /^var ([\w$]+) = /.exec(line)?.[1];
      if (name === undefined) return line;
      // If two modules declare the same name, esbuild adds a number to one of them.
      const kind = declared.get(name) ?? declared.get(name.replace(/\d+$/, ''));
      return kind === 'const' ? line.replace('var', 'const') : line;
    })
    .join('\n');
}

/** Returns `const` or `let` for each top-level name of a project source. */
function declaredIn(root, path) {
  if (!/^(?:sim|src|bench)\/.*\.ts$/.test(path)) return new Map();
  const source = readFileSync(join(root, path), 'utf8');
  return new Map(
    [...source.matchAll(/^(?:export )?(const|let) ([\w$]+)/gm)].map(([, kind, name]) => [name, kind]),
  );
}
