// Rules for the source tree: which layer may import which, no circular imports, and forbidden names and words.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The layers that each layer may import, besides itself. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  sim: [],
  'src/wire': ['sim', 'src/looks'],
  'src/files': [],
  'src/looks': [],
  'src/store': ['sim', 'src/files', 'src/wire'],
  // The driver checks stored scenarios with the checks of src/scenario.
  'src/driver': ['sim', 'src/store', 'src/scenario', 'src/files', 'src/wire'],
  // Runs code of users. The server never imports it.
  'src/modules': ['sim', 'src/files', 'src/looks'],
  'src/traces': ['sim', 'src/files', 'src/wire'],
  'src/scenario': ['sim', 'src/traces', 'src/files', 'src/wire', 'fixtures'],
  'src/observe': ['sim', 'src/driver', 'src/looks'],
  'src/studies': [
    'sim',
    'src/modules',
    'src/driver',
    'src/scenario',
    'src/observe',
    'src/files',
    'src/looks',
    'src/wire',
  ],
  'src/report': ['sim', 'src/studies', 'src/observe', 'src/looks', 'src/wire'],
  'src/api/frame': ['sim', 'src/driver', 'src/observe', 'src/wire', 'package.json'],
  'src/api/v1': ['sim', 'src/driver', 'src/wire', 'src/api/frame'],
  'src/api/program': ['src/driver', 'src/observe', 'src/wire', 'src/api/frame', 'package.json'],
  // The import of a file has schemas of /api/v1, and what-ifs have its bodies.
  'src/api/sim': ['sim', 'src/driver', 'src/files', 'src/wire', 'src/looks', 'src/api/frame', 'src/api/v1'],
  // Flags, options and variables as values, for the command line and the library.
  'src/arguments': ['sim', 'src/scenario', 'src/store', 'src/files', 'src/wire'],
  'src/server': [
    'sim',
    'src/driver',
    'src/observe',
    'src/api/frame',
    'src/api/v1',
    'src/api/program',
    'src/api/sim',
    // Opening a server reads scenarios, files and plans.
    'src/arguments',
    'src/scenario',
    'src/store',
    'src/files',
    'src/wire',
    'src/looks',
  ],
  // Opens a server for the worlds of clients, and judges them by what the server kept.
  'src/hunt': ['sim', 'src/arguments', 'src/modules', 'src/server', 'src/api/frame', 'src/files', 'src/wire'],
  // A command opens files and connects the layers.
  'src/cli': [
    'src/arguments',
    'src/modules',
    'sim',
    'src/driver',
    'src/store',
    'src/scenario',
    'src/observe',
    'src/studies',
    'src/report',
    'src/api/frame',
    'src/api/v1',
    'src/api/program',
    'src/api/sim',
    'src/server',
    'src/hunt',
    'src/files',
    'src/wire',
    'src/looks',
    'package.json',
  ],
  'src/main.ts': ['src/cli'],
  // The library starts the server as the command does.
  'src/library': [
    'sim',
    'src/hunt',
    'src/server',
    'src/arguments',
    'src/driver',
    'src/store',
    'src/wire',
    'package.json',
  ],
  // Runs in browsers. It imports types from src/api/sim, files there that import nothing, and the table of roles.
  'src/dashboard': ['src/api/sim', 'src/api/frame', 'src/looks', 'src/wire'],
  'src/pack': [],
};

/** Members of Math that give the same bits in every JavaScript engine. */
const EXACT_MATH = ['LN2', 'abs', 'ceil', 'clz32', 'floor', 'imul', 'max', 'min', 'round', 'sign', 'trunc'];

interface SourceFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

function sourceFiles(): SourceFile[] {
  return ['sim', 'src', 'test', 'bench'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => {
        const path = `${top}/${name.replaceAll('\\', '/')}`;
        return { path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}

/** Returns the imports of a file: names of packages, and paths of files relative to the root. */
function importsOf({ path, text }: SourceFile): string[] {
  const statement =
    /^\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(statement)]
    .map((match) => match[1] ?? match[2] ?? match[3])
    .map((target) =>
      target.startsWith('.') ? normalize(join(dirname(path), target)).replaceAll('\\', '/') : target,
    );
}

/** Returns the layer of a file: `src/<name>`, `src/api/<name>`, or the top folder. */
function layerOf(path: string): string {
  return /^src\/(?:api\/)?[^/]+/.exec(path)?.[0] ?? path.split('/')[0];
}

function codeOf({ text }: SourceFile): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

type Rule = (file: SourceFile) => string[];

const allowedImports: Rule = (file) => {
  const from = layerOf(file.path);
  if (from === 'test' || from === 'bench') return [];
  const allowed = ALLOWED_IMPORTS[from];
  if (allowed === undefined) return [`${file.path} is in a layer without an entry in ALLOWED_IMPORTS`];
  return importsOf(file)
    .filter(
      (target) =>
        /^(sim|src|test|bench|fixtures|package\.json)(\/|$)/.test(target) || target.startsWith('..'),
    )
    .filter((target) => layerOf(target) !== from && !allowed.includes(layerOf(target)))
    .map((target) => `${file.path} imports ${target}`);
};

const simIndexOnly: Rule = (file) =>
  file.path.startsWith('src/')
    ? importsOf(file)
        .filter((target) => target.startsWith('sim/') && target !== 'sim/index.ts')
        .map((target) => `${file.path} imports ${target} instead of sim/index.ts`)
    : [];

/**
 * Rooms of layers with inner walls, lowest first: each may import the ones before it. Files that are not listed may import all,
 * and only they import these files.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  sim: [
    'base',
    'language',
    'facts',
    'capacity',
    'tables',
    'kernel',
    'followers',
    'world.ts',
    'admission',
    'resources',
    'forecast',
    'commands',
    'workload',
    'reading',
  ],
  'src/store': ['store-error.ts', 'codecs', 'file', 'durability', 'opening', 'tables'],
  'src/scenario': ['fields', 'file', 'stored'],
  'src/driver': [
    'slice.ts',
    'loop-turn.ts',
    'forked.ts',
    'charted.ts',
    'differing.ts',
    'explanation.ts',
    'event.ts',
    'contract',
    'world.ts',
    'stored',
    'commits',
    'branches',
    'reads',
    'what-if',
    'clock',
    'import',
  ],
  'src/studies': [
    'steps.ts',
    'figure-catalogue.ts',
    'figures.ts',
    'meaning.ts',
    'settings-work.ts',
    'varied',
    'grid.ts',
    'pictures.ts',
    'statistics',
    'table',
    'targets',
    'judged.ts',
    'results',
    'threads',
  ],
  'src/api/frame': [
    'errors',
    'answers',
    'request-log',
    'access',
    'operation',
    'request',
    'handling',
    'openapi',
  ],
  'src/api/v1': ['workload', 'rejection-errors.ts'],
  'src/report': ['script', 'page', 'charts'],
  'src/cli': ['support', 'help', 'commands'],
  'src/hunt': ['clients', 'faults', 'judging', 'worlds'],
  'src/api/sim': ['shared'],
  'src/dashboard': [
    'address',
    'text',
    'session',
    'live',
    'page',
    'form',
    'clock',
    'axis',
    'estimated',
    'gantt',
    'events',
    'plots',
    'what-if',
    'branches',
    'gpr',
    'nodes',
    'subjects',
    'queue',
    'resources',
    'list',
    'create',
    'world-file',
    'overview',
    'frame',
  ],
  'src/server': ['connections'],
};

/** Returns the position of a file's room in its layer, lowest first. */
function roomOf(path: string): number {
  const layer = layerOf(path);
  const room = path.slice(layer.length + 1).split('/')[0];
  const position = ROOMS[layer].indexOf(room);
  return position < 0 ? ROOMS[layer].length : position;
}

const roomsImportOneWay: Rule = (file) => {
  const layer = layerOf(file.path);
  if (ROOMS[layer] === undefined) return [];
  return importsOf(file)
    .filter((target) => layerOf(target) === layer && roomOf(target) > roomOf(file.path))
    .map((target) => `${file.path} imports ${target}`);
};

const simStandsAlone: Rule = (file) =>
  file.path.startsWith('sim/')
    ? importsOf(file)
        .filter((target) => !target.startsWith('sim/'))
        .map((target) => `${file.path} imports ${target}`)
    : [];

const simIsPure: Rule = (file) => {
  if (!file.path.startsWith('sim/')) return [];
  const code = codeOf(file);
  const found = [
    ...[...code.matchAll(/\bMath\.(\w+)/g)]
      .filter(([, name]) => !EXACT_MATH.includes(name))
      .map(([use]) => use),
    // Powers of two are exact; other powers may differ between engines.
    ...[...code.matchAll(/(\S+)\s*\*\*\s*\S+/g)]
      .filter(([, base]) => !/^\(*2$/.test(base))
      .map(([use]) => use),
    ...(code.match(
      /\b(Date|async|await|Promise|performance|process|crypto|console|fetch|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask|structuredClone|Worker|WeakRef|FinalizationRegistry)\b/g,
    ) ?? []),
  ];
  return found.map((use) => `${file.path} uses ${use}`);
};

/** Returns the resource folder of a file of src/api, undefined for other files. */
function resourceOf(path: string): string | undefined {
  return /^src\/api\/(?:program|v1\/(?!workload\/)|sim\/(?!shared\/))\/?[^/]+(?=\/)/.exec(path)?.[0];
}

const resourcesStandApart: Rule = (file) => {
  const own = resourceOf(file.path);
  if (own === undefined) return [];
  return importsOf(file)
    .filter((target) => (resourceOf(target) ?? own) !== own)
    .map((target) => `${file.path} imports ${target}`);
};

/** A locale must be given, because the default locale depends on the machine. */
const sameOnEveryMachine: Rule = (file) =>
  [...codeOf(file).matchAll(/\b(localeCompare|Intl)\b|\.toLocale\w+\(\s*\)/g)].map(
    ([use]) => `${file.path} uses ${use}`,
  );

const noUnfinishedMarks: Rule = (file) =>
  [...file.text.matchAll(/\b(TODO|FIXME|XXX)\b/g)].map(([mark]) => `${file.path} has ${mark}`);

/** All rules, each with files that break it. */
const RULES: readonly {
  name: string;
  rule: Rule;
  broken: readonly (readonly [path: string, text: string])[];
}[] = [
  {
    name: 'layers of src import only allowed layers',
    rule: allowedImports,
    broken: [
      ['src/driver/bad.ts', "import { app } from '../server/app.ts';"],
      ['src/store/bad.ts', "import type { World } from '../driver/world.ts';"],
      ['src/api/v1/gpr/bad.ts', "import { WorldFile } from '../../../store/world-file.ts';"],
      ['src/api/sim/nodes/bad.ts', "export * from '../../../store/schema.ts';"],
      ['src/api/frame/bad.ts', "import { nodeOperations } from '../sim/nodes/routes.ts';"],
      ['src/api/frame/bad.ts', "import {\n  run,\n  stop,\n} from '../../cli/run.ts';"],
      ['src/scenario/bad.ts', "const world = await import('../driver/world.ts');"],
      ['src/studies/bad.ts', "import { WorldFile } from '../store/world-file.ts';"],
      ['src/wire/bad.ts', "import '../../test/support/world.ts';"],
      ['src/novel/bad.ts', "import './other.ts';"],
    ],
  },
  {
    name: 'src imports the simulator only through sim/index.ts',
    rule: simIndexOnly,
    broken: [
      ['src/driver/bad.ts', "import { Engine } from '../../sim/engine.ts';"],
      ['src/cli/bad.ts', "export type { Pool } from '../../sim/pool.ts';"],
    ],
  },
  {
    name: 'rooms of a layer import only lower rooms',
    rule: roomsImportOneWay,
    broken: [
      ['src/store/codecs/bad.ts', "import { openSqlite } from '../file/sqlite.ts';"],
      ['src/cli/support/bad.ts', "import { run } from '../commands/run.ts';"],
      ['src/driver/commits/bad.ts', "import { Motion } from '../clock/motion.ts';"],
      ['src/dashboard/form/bad.tsx', "import { notice } from '../clock/moves.ts';"],
      ['src/scenario/file/bad.ts', "import { loadScenario } from '../load.ts';"],
      ['src/driver/reads/bad.ts', "import type { Driver } from '../driver.ts';"],
      ['src/api/frame/access/bad.ts', "import { gather } from '../request/gather.ts';"],
      ['src/api/v1/workload/bad.ts', "import { gprRecord } from '../gpr/record.ts';"],
      ['src/api/sim/shared/bad.ts', "import { gprOperations } from '../gprs/routes.ts';"],
      ['src/server/connections/bad.ts', "import { createServer } from '../server.ts';"],
      ['sim/kernel/bad.ts', "import { moveOverdue } from '../resources/bursts.ts';"],
      ['sim/capacity/bad.ts', "import type { Core } from '../kernel/core.ts';"],
      ['sim/kernel/bad.ts', "import type { World } from '../world.ts';"],
      ['sim/world.ts', "export * from './simulation.ts';"],
    ],
  },
  {
    name: 'sim imports nothing from outside sim',
    rule: simStandsAlone,
    broken: [
      ['sim/bad.ts', "import { readFileSync } from 'node:fs';"],
      ['sim/policy/bad.ts', "import type { World } from '../../src/driver/world.ts';"],
      ['sim/bad.ts', "import * as v from 'valibot';"],
    ],
  },
  {
    name: 'sim uses no clock, no system randomness, no inexact arithmetic and nothing asynchronous',
    rule: simIsPure,
    broken: [
      ['sim/bad.ts', 'const now = Date.now();'],
      ['sim/bad.ts', 'const chance = Math.random();'],
      ['sim/bad.ts', 'const gap = -Math.log(chance);'],
      ['sim/bad.ts', 'const power = base ** exponent;'],
      ['sim/bad.ts', 'async function run() {}'],
      ['sim/bad.ts', 'const started = performance.now();'],
      ['sim/bad.ts', 'const home = process.env.HOME;'],
    ],
  },
  {
    name: 'resources of the server do not import each other',
    rule: resourcesStandApart,
    broken: [
      ['src/api/v1/gpr/bad.ts', "import { nodeOf } from '../inventory/node.ts';"],
      ['src/api/sim/nodes/bad.ts', "import { factOf } from '../facts/fact.ts';"],
      ['src/api/sim/gprs/bad.ts', "import { r } from '../../v1/gpr/record.ts';"],
    ],
  },
  {
    name: 'nothing depends on the locale of the machine',
    rule: sameOnEveryMachine,
    broken: [
      ['src/api/frame/bad.ts', 'names.sort((a, b) => a.localeCompare(b));'],
      ['test/bad.ts', "new Intl.NumberFormat('en')"],
      ['bench/bad.ts', 'total.toLocaleString()'],
    ],
  },
  {
    name: 'no marks of unfinished work',
    rule: noUnfinishedMarks,
    broken: [
      ['src/api/frame/bad.ts', '// TODO: later'],
      ['sim/bad.ts', '/* FIXME */'],
    ],
  },
];

// This file contains what it forbids.
const files = sourceFiles().filter(({ path }) => path !== 'test/tidy.test.ts');

test('every layer has files, and their imports are found', () => {
  for (const layer of ['sim', 'test', ...Object.keys(ALLOWED_IMPORTS)]) {
    assert.ok(
      files.some(({ path }) => layerOf(path) === layer),
      `no files in ${layer}`,
    );
  }
  const imports = files.flatMap(importsOf);
  assert.ok(imports.length > files.length, 'fewer imports than files: imports are not found');
});

for (const { name, rule, broken } of RULES) {
  describe(name, () => {
    test('no file breaks the rule', () => {
      assert.deepEqual(files.flatMap(rule), []);
    });

    for (const [path, text] of broken) {
      test(`${JSON.stringify(text)} in ${path} breaks it`, () => {
        assert.equal(rule({ path, text }).length, 1);
      });
    }
  });
}

/**
 * Returns the imports of each file or layer, types included. A layer may import its own files, but a file must not import
 * itself.
 */
function importGraph(sources: readonly SourceFile[], nameOf = (path: string) => path): Map<string, string[]> {
  const graph = new Map(sources.map(({ path }) => [nameOf(path), [] as string[]]));
  for (const source of sources) {
    const from = nameOf(source.path);
    const targets = importsOf(source)
      .map(nameOf)
      .filter((target) => graph.has(target) && (target !== from || from === source.path));
    graph.get(from)!.push(...targets);
  }
  return graph;
}

/** Returns import circles, each as a list of its members; finds at least one if there are any. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    const known = path.indexOf(name);
    if (known >= 0) circles.add([...path.slice(known), name].join(' → '));
    if (known >= 0 || done.has(name)) return;
    for (const target of graph.get(name)!) visit(target, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return [...circles];
}

describe('no circular imports, types included', () => {
  const sources = files.filter(({ path }) => /^(sim|src)\//.test(path));

  test('between files', () => {
    assert.deepEqual(circlesIn(importGraph(sources)), []);
  });

  test('between layers', () => {
    assert.deepEqual(circlesIn(importGraph(sources, layerOf)), []);
  });

  test('the import graph has every file and most imports', () => {
    const graph = importGraph(sources);
    assert.equal(graph.size, sources.length);
    assert.ok([...graph.values()].flat().length > sources.length);
  });

  const broken: readonly { circle: string; texts: Readonly<Record<string, string>> }[] = [
    { circle: 'sim/a.ts → sim/a.ts', texts: { 'sim/a.ts': "import { a } from './a.ts';" } },
    {
      circle: 'sim/a.ts → sim/b.ts → sim/a.ts',
      texts: { 'sim/a.ts': "import { b } from './b.ts';", 'sim/b.ts': "import type { A } from './a.ts';" },
    },
    {
      circle: 'sim/b.ts → sim/world/c.ts → sim/b.ts',
      texts: {
        'sim/a.ts': "import { b } from './b.ts';",
        'sim/b.ts': "export type * from './world/c.ts';",
        'sim/world/c.ts': "type B = import('../b.ts').B;",
      },
    },
    {
      circle: 'src/api/frame/a.ts → src/api/frame/b.ts → src/api/frame/gpr/c.ts → src/api/frame/a.ts',
      texts: {
        'src/api/frame/a.ts': "import './b.ts';",
        'src/api/frame/b.ts': "import {\n  one,\n  type Two,\n} from './gpr/c.ts';",
        'src/api/frame/gpr/c.ts': "import type { A } from '../a.ts';",
      },
    },
  ];
  for (const { circle, texts } of broken) {
    test(`${circle} is found`, () => {
      const sources = Object.entries(texts).map(([path, text]) => ({ path, text }));
      assert.deepEqual(circlesIn(importGraph(sources)), [circle]);
    });
  }

  test('a circle between layers is found even if their files have none', () => {
    const sources = [
      { path: 'src/api/frame/app.ts', text: "import { routes } from '../sim/routes.ts';" },
      { path: 'src/api/frame/failure.ts', text: '' },
      { path: 'src/api/sim/routes.ts', text: "import type { Failure } from '../frame/failure.ts';" },
    ];
    assert.deepEqual(circlesIn(importGraph(sources)), []);
    assert.deepEqual(circlesIn(importGraph(sources, layerOf)), [
      'src/api/frame → src/api/sim → src/api/frame',
    ]);
  });

  test('two import paths to one file are not a circle', () => {
    const sources = [
      { path: 'sim/a.ts', text: "import './b.ts';\nimport './c.ts';" },
      { path: 'sim/b.ts', text: "import './d.ts';" },
      { path: 'sim/c.ts', text: "import './d.ts';\nimport './b.ts';" },
      { path: 'sim/d.ts', text: "import 'valibot';" },
    ];
    assert.deepEqual(circlesIn(importGraph(sources)), []);
  });
});

test('allowed code breaks no rule', () => {
  const sound: SourceFile[] = [
    {
      path: 'src/api/v1/gpr/routes.ts',
      text: "import { allow } from '../../frame/access/scope.ts';\nimport './schema.ts';",
    },
    { path: 'src/driver/driver.ts', text: "import { Simulation } from '../../sim/index.ts';" },
    { path: 'sim/policy/strict.ts', text: "import type { Pool } from '../pool.ts';\nconst half = 2 ** 31;" },
    { path: 'sim/heap.ts', text: '// Math.log would differ\nconst floor = Math.floor(x);' },
    { path: 'test/sim/heap.test.ts', text: "import { IndexedHeap } from '../../sim/heap.ts';" },
    { path: 'bench/heap.ts', text: "import { IndexedHeap } from '../sim/base/collections/heap.ts';" },
  ];
  assert.deepEqual(
    sound.flatMap((file) => RULES.flatMap(({ rule }) => rule(file))),
    [],
  );
});
