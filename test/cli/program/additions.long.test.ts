// Adds a queue policy, a placement policy and a trace format to a copy of the sources, each as one file and one line in
// a list. No further change is necessary.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { assertRefused } from '../refusals.ts';

const root = resolve(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'gprsim-additions-'));
const jobsTable = join(copy, 'jobs.csv');
after(() => rmSync(copy, { recursive: true }));

interface Addition {
  readonly file: string;
  readonly text: string;
  readonly list: string;
  readonly line: string;
}

const onePasses: Addition = {
  file: 'sim/kernel/queue/one-passes.ts',
  text: `import type { Queue, QueuePolicy, Reservation, Withheld } from './queue-policy.ts';

/** In each cycle of a pool, one head may pass the blocked one. */
export const onePasses: QueuePolicy = {
  name: 'one-passes',
  summary: 'lets one GPR at a time pass the first that waits',
  allowsTimeline: false,
  queueOf: () => new OnePasses(),
};

class OnePasses implements Queue, Reservation {
  readonly longestMs = -1;
  readonly readsEnds = false;
  #left = 0;

  withholds(): Withheld {
    return 'gpus';
  }

  goesOn(): Reservation {
    this.#left = 1;
    return this;
  }

  leavesRoom(): boolean {
    return this.#left > 0;
  }

  take(): void {
    this.#left--;
  }

  mayEvict(): boolean {
    return false;
  }
}
`,
  list: 'sim/kernel/queue/queue-policies.ts',
  line: "export { onePasses } from './one-passes.ts';",
};

const lastFit: Addition = {
  file: 'sim/capacity/placement/last-fit.ts',
  text: `import type { PlacementPolicy } from './placement-policy.ts';

/** The highest node index with room. */
export const lastFit: PlacementPolicy = {
  name: 'last-fit',
  summary: 'takes the nodes with the highest numbers',
  choose(nodes, demand, lots, at) {
    const all: number[] = [];
    const next = (after: number) => nodes.next(demand, 0, nodes.gpusMax, after);
    for (let place = next(-1); place >= 0; place = next(place)) all.push(place);
    const wanted = nodes.wanted(demand);
    for (let got = 0; got < wanted; got++) lots[at + got] = all[all.length - 1 - got];
  },
};
`,
  list: 'sim/capacity/placement/placement-policies.ts',
  line: "export { lastFit } from './last-fit.ts';",
};

const jobs: Addition = {
  file: 'sim/workload/formats/jobs/jobs.ts',
  text: `import { numberOption, type TraceFormat } from '../format.ts';
import { readTable, wholeCells } from '../trace-table.ts';
import { Work } from '../work.ts';

const COLUMNS = ['name', 'submit', 'gpus', 'seconds'];

type Options = { readonly machines: number };

/** One job a line, on machines that are all alike. */
export const jobs: TraceFormat<'jobs', Options> = {
  name: 'jobs',
  files: { jobs: { flag: '--workload', summary: 'a line for each job' } },
  options: {
    machines: numberOption({ flag: '--machines', value: 'N', summary: 'machines of 8 GPUs', default: 1 }, 100),
  },
  read({ jobs }, { machines }) {
    const table = readTable(jobs, COLUMNS);
    if (!table.ok) return { ok: false, problems: [{ file: 'jobs', message: table.why }] };
    const gprs = table.rows.map(({ cells }) => {
      const [submit, gpusPerNode, seconds] = wholeCells(cells, COLUMNS, ['submit', 'gpus', 'seconds'], []) as [number, number, number];
      const ms = seconds * 1000;
      return {
        name: cells[0],
        arrivalMs: submit * 1000,
        priority: 100,
        gpusPerNode,
        nodeCount: 1,
        exitMs: ms,
        runMs: ms,
        gpuModels: [],
      };
    });
    const type = { instanceType: 'machine', gpuModelName: 'A100' };
    const work = new Work();
    for (const { gpusPerNode, runMs } of gprs) work.keptMs += gpusPerNode * runMs;
    return {
      ok: true,
      trace: {
        instanceTypes: [
          { ...type, gpuCount: 8, memoryGb: 80, cpuMilli: 1, memoryMib: 1, pricePerHourMicro: 0 },
        ],
        groups: [{ ...type, count: machines }],
        gprs,
        report: { data: { jobs: gprs.length }, lines: [\`\${gprs.length} jobs\`], work, warnings: [] },
      },
    };
  },
};
`,
  list: 'sim/workload/formats/formats.ts',
  line: "export { jobs } from './jobs/jobs.ts';",
};

before(() => {
  for (const name of [
    'sim',
    'src',
    'fixtures',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, text, list, line } of [onePasses, lastFit, jobs]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
    writeFileSync(join(copy, list), `${readFileSync(join(copy, list), 'utf8')}${line}\n`);
  }
  writeFileSync(jobsTable, 'name,submit,gpus,seconds\na,0,8,60\nb,10,8,60\n');
});

function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: 60_000 });
}

function gprsim(...args: readonly string[]) {
  const { status, stdout, stderr } = node('src/pack/launch.mjs', ...args);
  return { status, stdout, stderr };
}

// biome-ignore lint/suspicious/noExplicitAny: tests know the members of an answer
function answered(...args: readonly string[]): any {
  const { status, stdout, stderr } = gprsim(...args, '--json');
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('the sources with the additions compile', () => {
  const { status, stdout } = node('node_modules/typescript/bin/tsc', '--noEmit');
  assert.equal(status, 0, stdout);
});

test('help, completion, the schema and the starter scenario list the additions', () => {
  const file = join(copy, 'first.json');
  gprsim('init', file);
  const init = readFileSync(file, 'utf8');
  assert.match(init, /\/\/ "one-passes" lets one GPR at a time pass the first that waits\n/);
  assert.match(init, /\/\/ "last-fit" takes the nodes with the highest numbers\n/);
  const help = gprsim('run', '--help').stdout.replace(/\s+/g, ' ');
  assert.match(
    help,
    /--trace <FORMAT> replay a recorded trace of this format \(choices: "csv", "jobs", "openb", "swf"\)/,
  );
  assert.match(help, /--nodes <FILE> the trace's table of nodes \(openb\)/);
  assert.match(help, /--machines <N> machines of 8 GPUs \(default: 1\) \(jobs\)/);
  assert.match(help, /\(choices: "backfill", "conservative", "greedy", "one-passes", "refuse", "strict"\)/);
  assert.match(help, /\(choices: "best-fit", .*"first-fit", "last-fit", .*"worst-fit"\)/);
  assert.match(gprsim('compare', '--help').stdout, /"one-passes"/);
  const completion = gprsim('completion', 'bash').stdout;
  for (const word of ['one-passes', 'last-fit', 'jobs openb', '--machines']) {
    assert.ok(completion.includes(word), word);
  }
  const schema = gprsim('scenarios', '--schema').stdout;
  for (const word of ['one-passes', 'last-fit', 'jobs', 'machines']) {
    assert.ok(schema.includes(`"${word}"`), word);
  }
});

test('added policies run and compare, and a stored run replays to the same facts', () => {
  const db = join(copy, 'run.gprsim');
  const day = ['demo', '--until', '12h'];
  const own = answered(
    'run',
    ...day,
    '--queue',
    'one-passes',
    '--placement',
    'last-fit',
    '--db',
    db,
    '--check',
  );
  assert.deepEqual([own.queue, own.placement], ['one-passes', 'last-fit']);
  assert.equal(gprsim('replay', db, '--verify').status, 0);
  const lists = ['--queue', 'strict,greedy,one-passes', '--placement', 'best-fit,last-fit', '--seeds', '1'];
  const { runs } = answered('compare', ...day, ...lists);
  assert.equal(new Set(runs.map(({ hash }: { hash: string }) => hash)).size, 6);
});

test('an added trace format runs from flags and from a scenario file, and compares', () => {
  const flags = ['--trace', 'jobs', '--workload', jobsTable];
  const one = answered('run', ...flags);
  assert.deepEqual([one.completed, one.waitMsMax], [2, 50_000]);
  assert.deepEqual([one.traces[0].jobs, one.traces[0].work.keptGpuMs], [2, 2 * 8 * 60_000]);
  assert.equal(answered('run', ...flags, '--machines', '2').waitMsMax, 0);
  assert.match(gprsim('run', ...flags).stdout, /^2 jobs\n/);
  const file = join(copy, 'traced.json');
  const entry = { kind: 'jobs', jobs: 'jobs.csv', machines: 2 };
  writeFileSync(file, JSON.stringify({ name: 'traced', workload: [entry] }));
  assert.equal(answered('run', file).waitMsMax, 0);
  assert.match(
    answered('compare', ...flags, '--machines', '2').command,
    /--trace jobs --workload .* --machines 2 /,
  );
});

test('errors name the additions', () => {
  assertRefused('additions', { jobs: jobsTable }, (args) => gprsim(...args));
});
