import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { span } from '../../src/looks/span.ts';
import { builtInScenarios } from '../../src/scenario/builtin.ts';
import { gprsim } from '../cli/gprsim.ts';
import { temporaryFolder } from '../support/folder.ts';
import { commandsOf, documentAt, documents, project, sectionOf } from './documents.ts';
import { traceFiles, traceFolder, withoutTrace } from './reader.ts';

interface PackageFile {
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
}

/** What the guide shows of a scenario. */
interface ShownScenario {
  readonly start: string;
  readonly instanceTypes: readonly { instanceType: string; gpuModelName: string; gpuCount: number }[];
  readonly clusters: readonly { name: string; nodes: readonly { instanceType: string; count: number }[] }[];
}

const packageFiles: readonly PackageFile[] = [
  packageFile,
  ...[...packageFile.workspaces, 'fixtures/generators', 'bench/heap'].map((path) =>
    JSON.parse(readFileSync(join(project, path, 'package.json'), 'utf8')),
  ),
];

/** The first cells of a document's table rows, if they are code. */
function firstCells(path: string): string[] {
  return [...documentAt(path).text.matchAll(/^\| `([^`]+)`(?:[^|]*) \| .+ \|$/gm)].map(([, name]) => name);
}

test('the table of dependencies has a row for each package, and no other rows', () => {
  const named = packageFiles.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  assert.deepEqual(firstCells('docs/architecture.md').sort(), named.sort());
});

test('the documents name the version of glibc that SQLite needs', () => {
  const addon = readFileSync(join(project, 'node_modules/better-sqlite3/prebuilds/linux-x64.node'), 'latin1');
  const minor = Math.max(...[...addon.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, version]) => Number(version)));
  for (const path of ['README.md', 'docs/files.md'])
    assert.ok(documentAt(path).text.includes(`glibc 2.${minor}`), `${path}: glibc 2.${minor}`);
});

test('no document has marks of an unfinished merge', () => {
  const marked = documents.filter(({ text }) => /^(<{7}|>{7}) /m.test(text));
  assert.deepEqual(
    marked.map(({ path }) => path),
    [],
  );
});

test('each decision has a number that no other decision has', () => {
  const ids = [...documentAt('docs/decisions.md').text.matchAll(/^\| (D\d+) \|/gm)].map(([, id]) => id!);
  assert.ok(ids.length > 50);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test('every built-in scenario has a row', () => {
  const rows = firstCells('docs/scenarios.md');
  for (const { name } of builtInScenarios) assert.ok(rows.includes(name), name);
});

test('every command has a row', () => {
  const { text } = documentAt('docs/command-line.md');
  const listed = gprsim(['--help'])
    .stdout.split(/^Commands:\n/m)[1]
    .matchAll(/^ {2}([a-z-]+)/gm);
  const commands = [...listed].map(([, name]) => name).filter((name) => name !== 'help');
  assert.ok(commands.length >= 10);
  for (const name of commands) assert.match(text, new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'), name);
});

test('the documents explain exactly the members of a summary', () => {
  const section = sectionOf(documentAt('docs/studies.md'), 'What the figures mean');
  const summary = gprsim('run tiny --json').json;
  const rows = [...section.matchAll(/^\| (`[a-z]\w+`(?:, `\w+`)*) \| /gm)];
  const explained = rows.flatMap(([, names]) => names.replaceAll('`', '').split(', '));
  const obvious = [
    'scenario',
    'seed',
    'queue',
    'placement',
    'order',
    'backfillOrder',
    'cycle',
    'simMs',
    'name',
  ];
  const members = new Set([...Object.keys(summary), ...Object.keys(summary.parts.pools[0])]);
  assert.deepEqual(
    [...members].filter((name) => !obvious.includes(name)).sort(),
    [...new Set(explained)].sort(),
  );
});

test('the example scenario runs and places all of its GPRs', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'small.json');
  writeFileSync(
    file,
    documentAt('docs/scenarios.md').blocks.find(({ language }) => language === 'json')!.text,
  );
  const { gprs, placed } = gprsim(['run', file, '--json']).json;
  assert.equal(gprs, 1001);
  assert.equal(placed, gprs);
});

test('the table of the trace shows the results of the runs', { skip: withoutTrace }, () => {
  const { text } = documentAt('docs/logs.md');
  const command = commandsOf(documentAt('docs/logs.md')).find((line) =>
    line.startsWith('run --trace openb'),
  )!;
  const args = traceFiles.reduce((line, file) => line.replace(file, join(traceFolder, file)), command);
  for (const queue of ['strict', 'greedy', 'backfill']) {
    const sum = gprsim([...args.replace('strict', queue).split(' '), '--json']).json;
    assert.equal(sum.completed, sum.gprs);
    const waits = [sum.waitMsMean, sum.waitMsP95, sum.waitMsMax].map(span);
    const row = `| \`${queue}\` | ${waits.join(' | ')} | ${sum.boundedSlowdownMean.toFixed(1)} |`;
    assert.ok(text.includes(row), `docs/logs.md lacks the row ${row}`);
  }
});

test('the guide shows the nodes of the scenarios quiet and demo', () => {
  const { text } = documentAt('docs/scenarios.md');
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  for (const name of ['quiet', 'demo']) {
    const file = readFileSync(join(project, `fixtures/scenarios/${name}.json`), 'utf8');
    const { start, instanceTypes, clusters } = JSON.parse(file) as ShownScenario;
    assert.ok(text.includes(start));
    for (const cluster of clusters)
      for (const { instanceType, count } of cluster.nodes) {
        const type = instanceTypes.find((type) => type.instanceType === instanceType)!;
        const names = [cluster.name, instanceType, type.gpuModelName].map((name) => code([name]));
        const row = `| ${[...names, type.gpuCount, count].join(' | ')} |\n`;
        assert.ok(text.includes(row), `docs/scenarios.md lacks the row ${row}`);
      }
  }
});
