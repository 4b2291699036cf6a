// The folder tree keeps its promises: which room may import which, no import circle, and what may occur nowhere.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Rooms that each room may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  sim: [],
  'src/wire': [],
  'src/store': ['sim'],
  // Whatever a file says of a scenario is checked by those who know what one may say.
  'src/driver': ['sim', 'src/store', 'src/scenario'],
  'src/traces': ['sim', 'src/wire'],
  'src/scenario': ['sim', 'src/traces', 'src/wire', 'fixtures'],
  'src/observe': ['sim', 'src/driver'],
  'src/compare': ['sim'],
  'src/http': ['sim', 'src/driver', 'src/observe', 'src/wire', 'package.json'],
  // The control interface is built of the parts that http has; the server mounts both.
  'src/control': ['sim', 'src/driver', 'src/wire', 'src/http'],
  'src/server': ['src/driver', 'src/observe', 'src/http', 'src/control'],
  // A command opens the files and puts the rooms together.
  'src/cli': [
    'sim',
    'src/driver',
    'src/store',
    'src/scenario',
    'src/observe',
    'src/compare',
    'src/http',
    'src/server',
    'src/wire',
    'package.json',
  ],
  'src/main.ts': ['src/cli'],
  // The library opens what the command opens.
  'src/library': ['src/cli', 'src/driver', 'src/store', 'package.json'],
  'src/pack': [],
};

/** Folders of src/http that resources share: who may do what, which errors there are, what is to be deployed. */
const SHARED_FOLDERS = ['auth', 'errors', 'workload'];
const OWN_FILES = ['routes.ts', 'schema.ts'];

/** Math that gives the same bits on every engine. */
const EXACT_MATH = ['LN2', 'abs', 'ceil', 'clz32', 'floor', 'imul', 'max', 'min', 'round', 'sign', 'trunc'];

interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

function sourceFiles(): SourceFile[] {
  return ['sim', 'src', 'test', 'bench'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => {
        const path = `${top}/${name.replaceAll('\\', '/')}`;
        return { path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}

/** What a file imports: packages as they are named, files by their path from the root. */
function importsOf({ path, text }: SourceFile): string[] {
  const statement =
    /^\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(statement)]
    .map((match) => match[1] ?? match[2] ?? match[3])
    .map((target) =>
      target.startsWith('.') ? normalize(join(dirname(path), target)).replaceAll('\\', '/') : target,
    );
}

function roomOf(path: string): string {
  return path.startsWith('src/') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
}

function codeOf({ text }: SourceFile): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

type Rule = (file: SourceFile) => string[];

const directions: Rule = (file) => {
  const from = roomOf(file.path);
  if (from === 'test' || from === 'bench') return [];
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${file.path} is in a room of which nobody said what it may import`];
  return importsOf(file)
    .filter(
      (target) =>
        /^(sim|src|test|bench|fixtures|package\.json)(\/|$)/.test(target) || target.startsWith('..'),
    )
    .filter((target) => roomOf(target) !== from && !allowed.includes(roomOf(target)))
    .map((target) => `${file.path} imports ${target}`);
};

const supportsCommands: Rule = (file) =>
  file.path.startsWith('src/cli/support/')
    ? importsOf(file)
        .filter((target) => /^src\/cli\/(?!support\/)/.test(target))
        .map((target) => `${file.path} imports ${target}, which it supports`)
    : [];

const oneDoor: Rule = (file) =>
  file.path.startsWith('src/')
    ? importsOf(file)
        .filter((target) => target.startsWith('sim/') && target !== 'sim/index.ts')
        .map((target) => `${file.path} imports ${target} instead of sim/index.ts`)
    : [];

/** Of the simulator, from the bottom up: each imports those before it, and files beside the folders import all. */
const LAYERS = [
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
];

function layerOf(path: string): number {
  const layer = LAYERS.indexOf(path.split('/')[1]);
  return layer < 0 ? LAYERS.length : layer;
}

const layersImportOneWay: Rule = (file) =>
  file.path.startsWith('sim/')
    ? importsOf(file)
        .filter((target) => target.startsWith('sim/') && layerOf(target) > layerOf(file.path))
        .map((target) => `${file.path} imports ${target}`)
    : [];

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
    // Powers of two are exact; other powers need not be.
    ...[...code.matchAll(/(\S+)\s*\*\*\s*\S+/g)]
      .filter(([, base]) => !/^\(*2$/.test(base))
      .map(([use]) => use),
    ...(code.match(
      /\b(Date|async|await|Promise|performance|process|crypto|console|fetch|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask|structuredClone|Worker|WeakRef|FinalizationRegistry)\b/g,
    ) ?? []),
  ];
  return found.map((use) => `${file.path} uses ${use}`);
};

/** A folder of a resource of src/http or src/control, '' for a file that lies beside them. */
function resourceOf(path: string): string {
  const [, room, folder, file] = path.split('/');
  return (room === 'http' || room === 'control') && file !== undefined ? `${room}/${folder}` : '';
}

const resourcesStandApart: Rule = (file) => {
  const own = resourceOf(file.path);
  if (own === '') return [];
  return importsOf(file)
    .filter((target) => {
      const other = resourceOf(target);
      if (other === '' || other === own) return false;
      const [room, folder] = other.split('/');
      const isShared = room === 'http' && SHARED_FOLDERS.includes(folder);
      return !isShared || OWN_FILES.includes(target.split('/').at(-1)!);
    })
    .map((target) => `${file.path} imports ${target}`);
};

/** Texts for people may name their language; what takes the machine's is another on the next machine. */
const sameOnEveryMachine: Rule = (file) =>
  [...codeOf(file).matchAll(/\b(localeCompare|Intl)\b|\.toLocale\w+\(\s*\)/g)].map(
    ([use]) => `${file.path} uses ${use}`,
  );

/** The marks stand here, and in the files below that break the rule, because this is the rule against them. */
const nothingLeftOver: Rule = (file) =>
  [...file.text.matchAll(/\b(TODO|FIXME|XXX)\b/g)].map(([mark]) => `${file.path} says ${mark}`);

/** Every rule with files that break it, each in the way its text says. */
const RULES: readonly {
  name: string;
  rule: Rule;
  broken: readonly (readonly [path: string, text: string])[];
}[] = [
  {
    name: 'rooms import in the directions that were agreed',
    rule: directions,
    broken: [
      ['src/driver/bad.ts', "import { app } from '../server/app.ts';"],
      ['src/store/bad.ts', "import type { World } from '../driver/world.ts';"],
      ['src/http/gpr/bad.ts', "import { WorldFile } from '../../store/world-file.ts';"],
      ['src/control/nodes/bad.ts', "export * from '../../store/schema.ts';"],
      ['src/http/bad.ts', "import { nodeOperations } from '../control/nodes/routes.ts';"],
      ['src/http/bad.ts', "import {\n  run,\n  stop,\n} from '../cli/run.ts';"],
      ['src/scenario/bad.ts', "const world = await import('../driver/world.ts');"],
      ['src/compare/bad.ts', "import { Slice } from '../driver/slice.ts';"],
      ['src/wire/bad.ts', "import '../../test/support/world.ts';"],
      ['src/novel/bad.ts', "import './other.ts';"],
    ],
  },
  {
    name: 'the simulator has one door',
    rule: oneDoor,
    broken: [
      ['src/driver/bad.ts', "import { Engine } from '../../sim/engine.ts';"],
      ['src/cli/bad.ts', "export type { Pool } from '../../sim/pool.ts';"],
    ],
  },
  {
    name: 'what commands share knows no command',
    rule: supportsCommands,
    broken: [
      ['src/cli/support/bad.ts', "import { run } from '../commands/run.ts';"],
      ['src/cli/support/bad.ts', "import type { Program } from '../program.ts';"],
    ],
  },
  {
    name: 'layers of the simulator import one way',
    rule: layersImportOneWay,
    broken: [
      ['sim/kernel/bad.ts', "import { moveOverdue } from '../resources/bursts.ts';"],
      ['sim/capacity/bad.ts', "import type { Core } from '../kernel/core.ts';"],
      ['sim/kernel/bad.ts', "import type { World } from '../world.ts';"],
      ['sim/world.ts', "export * from './simulation.ts';"],
    ],
  },
  {
    name: 'the simulator imports nothing from outside itself',
    rule: simStandsAlone,
    broken: [
      ['sim/bad.ts', "import { readFileSync } from 'node:fs';"],
      ['sim/policy/bad.ts', "import type { World } from '../../src/driver/world.ts';"],
      ['sim/bad.ts', "import * as v from 'valibot';"],
    ],
  },
  {
    name: 'the simulator has no clock, no chance, no inexact arithmetic, and waits for nothing',
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
    name: 'resources of the server do not import one another',
    rule: resourcesStandApart,
    broken: [
      ['src/http/gpr/bad.ts', "import { nodeOf } from '../inventory/node.ts';"],
      ['src/http/gpr/bad.ts', "import { tokenSchema } from '../auth/schema.ts';"],
      ['src/control/nodes/bad.ts', "import { factOf } from '../facts/fact.ts';"],
      ['src/control/gprs/bad.ts', "import { recordOf } from '../../http/gpr/record.ts';"],
    ],
  },
  {
    name: 'nothing hangs on the language of the machine',
    rule: sameOnEveryMachine,
    broken: [
      ['src/http/bad.ts', 'names.sort((a, b) => a.localeCompare(b));'],
      ['test/bad.ts', "new Intl.NumberFormat('en')"],
      ['bench/bad.ts', 'total.toLocaleString()'],
    ],
  },
  {
    name: 'nothing is left to do',
    rule: nothingLeftOver,
    broken: [
      ['src/http/bad.ts', '// TODO: later'],
      ['sim/bad.ts', '/* FIXME */'],
    ],
  },
];

// This file has to name what it forbids.
const files = sourceFiles().filter(({ path }) => path !== 'test/tidy.test.ts');

test('there are files to look at, in every room', () => {
  for (const room of ['sim', 'test', ...Object.keys(MAY_IMPORT)]) {
    assert.ok(
      files.some(({ path }) => roomOf(path) === room),
      `no files in ${room}`,
    );
  }
  const imports = files.flatMap(importsOf);
  assert.ok(imports.length > files.length, 'fewer imports than files: they are not being read');
});

for (const { name, rule, broken } of RULES) {
  describe(name, () => {
    test('in every file', () => {
      assert.deepEqual(files.flatMap(rule), []);
    });

    for (const [path, text] of broken) {
      test(`not with ${JSON.stringify(text)} in ${path}`, () => {
        assert.equal(rule({ path, text }).length, 1);
      });
    }
  });
}

/** Which files, or rooms, each imports; types count. A room may import its own files, a file may not import itself. */
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

/** Import circles, each as its members in order; none if there is no circle, at least one if there is. */
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

describe('nothing imports itself through others, types included', () => {
  const sources = files.filter(({ path }) => /^(sim|src)\//.test(path));

  test('no file', () => {
    assert.deepEqual(circlesIn(importGraph(sources)), []);
  });

  test('no room', () => {
    assert.deepEqual(circlesIn(importGraph(sources, roomOf)), []);
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
      circle: 'src/http/a.ts → src/http/b.ts → src/http/gpr/c.ts → src/http/a.ts',
      texts: {
        'src/http/a.ts': "import './b.ts';",
        'src/http/b.ts': "import {\n  one,\n  type Two,\n} from './gpr/c.ts';",
        'src/http/gpr/c.ts': "import type { A } from '../a.ts';",
      },
    },
  ];
  for (const { circle, texts } of broken) {
    test(`not ${circle}`, () => {
      const sources = Object.entries(texts).map(([path, text]) => ({ path, text }));
      assert.deepEqual(circlesIn(importGraph(sources)), [circle]);
    });
  }

  test('not rooms whose files are in no circle', () => {
    const sources = [
      { path: 'src/http/app.ts', text: "import { routes } from '../control/routes.ts';" },
      { path: 'src/http/failure.ts', text: '' },
      { path: 'src/control/routes.ts', text: "import type { Failure } from '../http/failure.ts';" },
    ];
    assert.deepEqual(circlesIn(importGraph(sources)), []);
    assert.deepEqual(circlesIn(importGraph(sources, roomOf)), ['src/http → src/control → src/http']);
  });

  test('two ways to one file are no circle', () => {
    const sources = [
      { path: 'sim/a.ts', text: "import './b.ts';\nimport './c.ts';" },
      { path: 'sim/b.ts', text: "import './d.ts';" },
      { path: 'sim/c.ts', text: "import './d.ts';\nimport './b.ts';" },
      { path: 'sim/d.ts', text: "import 'valibot';" },
    ];
    assert.deepEqual(circlesIn(importGraph(sources)), []);
  });
});

test('what is allowed is not objected to', () => {
  const sound: SourceFile[] = [
    {
      path: 'src/http/gpr/routes.ts',
      text: "import { allow } from '../auth/scope.ts';\nimport './schema.ts';",
    },
    { path: 'src/driver/driver.ts', text: "import { Simulation } from '../../sim/index.ts';" },
    { path: 'sim/policy/strict.ts', text: "import type { Pool } from '../pool.ts';\nconst half = 2 ** 31;" },
    { path: 'sim/heap.ts', text: '// Math.log would differ\nconst floor = Math.floor(x);' },
    { path: 'test/sim/heap.test.ts', text: "import { IndexedHeap } from '../../sim/heap.ts';" },
    { path: 'bench/heap.ts', text: "import { IndexedHeap } from '../sim/base/heap.ts';" },
  ];
  assert.deepEqual(
    sound.flatMap((file) => RULES.flatMap(({ rule }) => rule(file))),
    [],
  );
});
