// Bundles the tests, so that each test process loads a few files instead of hundreds. A process per test file that loads the
// server from its sources spends most of its time on loading them.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.mjs';
import { replaceFile } from './bundle.mjs';
import { packed } from './packed.mjs';

/** The same at each run, because Node caches compiled code by path. */
const folder = join(root, 'dist/cache/tests');

/** Sources refer to files beside them; a bundle is elsewhere. */
const inPlace = {
  name: 'in-place',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** What tests start: a thread, programs in separate processes, and a module of such programs. */
const STARTED = [
  'src/store/world-file.ts',
  'test/cli/program-thread.ts',
  'test/faults/run.ts',
  'test/store/no-files.ts',
  'test/worlds/second-server.ts',
];

/** Bundles test files with shared chunks. Returns the files by the paths of their bundles. */
export async function bundleTests(files) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: [
        ...files.map((file) => relative(root, file)),
        ...STARTED.filter((file) => existsSync(join(root, file))),
      ],
      outbase: '.',
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      write: false,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node22.18',
      // These locate files relative to their package folders.
      external: ['better-sqlite3', 'esbuild', 'playwright-core', 'typescript'],
      // Each process would make the files of the dashboard again.
      plugins: [packed, inPlace],
      sourcemap: 'linked',
      banner: {
        js: [
          "import { createRequire as bundleRequire } from 'node:module';",
          'const require = bundleRequire(import.meta.url);',
        ].join(' '),
      },
      logLevel: 'warning',
    })
    .finally(() => esbuild.stop());
  const written = new Set(outputFiles.map(({ path }) => path));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    // Another run may use younger files.
    const isOld = statSync(path, { throwIfNoEntry: false })?.mtimeMs < Date.now() - DAY_MS;
    if (isOld && /\.mjs(\.map)?$/.test(name) && !written.has(path)) rmSync(path, { force: true });
  }
  for (const { path, contents } of outputFiles) {
    if (!existsSync(path) || !readFileSync(path).equals(contents)) await replaceFile(path, contents);
  }
  return new Map(files.map((file) => [join(folder, relative(root, file).replace(/\.ts$/, '.mjs')), file]));
}
