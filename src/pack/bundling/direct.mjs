// esbuild puts a module into the same chunk as all modules that its imports reach. So an import of `sim/index.ts`, which
// exports from the whole simulator, becomes imports of the modules that it needs.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../root.mjs';

const index = join(root, 'sim/index.ts');

/** esbuild plugin that replaces the imports of `sim/index.ts`. */
export const direct = {
  name: 'direct',
  setup({ onLoad }) {
    let modules;
    onLoad({ filter: /\bsrc\b.*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules') || path.endsWith('.packed.ts')) return undefined;
      const text = readFileSync(path, 'utf8');
      const contents = text.replaceAll(/^import \{([^}]*)\} from '[./]+\/sim\/index\.ts';/gm, (_, names) => {
        modules ??= exportedBy();
        return importsOf(names, modules, dirname(path));
      });
      return { contents, loader: 'ts' };
    });
  },
};

/** Returns the module of each value that `sim/index.ts` exports. */
function exportedBy() {
  const text = readFileSync(index, 'utf8');
  const modules = new Map();
  for (const [, names, module] of text.matchAll(/^export \{([^}]*)\} from '([^']+)';/gm))
    for (const name of valuesIn(names)) modules.set(name, join(dirname(index), module));
  return modules;
}

/** Returns the imports, with as many lines as the import that they replace. */
function importsOf(names, modules, folder) {
  const lines = valuesIn(names).map((name) => {
    const [exported] = name.split(' as ');
    const path = relative(folder, modules.get(exported)).replaceAll('\\', '/');
    return `import { ${name} } from '${path}';`;
  });
  return lines.join(' ') + names.replaceAll(/[^\n]/g, '');
}

function valuesIn(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}
