import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ListedGpr, NodeState } from '../../../src/api/sim/answers.ts';
import { clusterLines } from '../../../src/cli/commands/serving/top/clusters.ts';
import { keysIn } from '../../../src/cli/commands/serving/top/screen.ts';
import { draw, type View, withSelection } from '../../../src/cli/commands/serving/top/top-frame.ts';
import { programPath, Server } from '../gprsim.ts';

const apiKey = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

const plain = (_: unknown, text: string) => text;

function node(name: string, cluster: string, more: Partial<NodeState> = {}): NodeState {
  const what = { instanceType: 'a2', gpuModelName: 'A100', gpus: 4, freeGpus: 4 };
  return { name, cluster, ...what, up: true, repairAt: null, allocations: [], ...more };
}

function allocation(gpus: number, state: 'Successful' | 'Provisioning', idle = false) {
  const since = '2026-01-05T08:30:00.000Z';
  return { gprId: 'gpr-1', gprName: 'one', workspace: 'red', priority: 5, gpus, since, state, idle };
}

function queued(position: number): ListedGpr {
  return {
    gprId: `gpr-${position}`,
    gprName: `name\u001b[2J${position}`,
    workspace: 'red',
    cluster: 'east',
    gpuModelName: 'A100',
    idle: false,
    enableEviction: false,
    waitedMs: 3_600_000,
    exitMs: 3_600_000,
    instanceType: 'a2',
    nodeCount: 2,
    gpusPerNode: 4,
    gpus: 8,
    priority: 100 - position,
    state: 'Queued',
    failureReason: '',
    createdAt: '2026-01-05T08:00:00.000Z',
    startedAt: null,
    endedAt: null,
    nodes: null,
    position,
    why: 'waits',
    waitReason: 'room',
    estimatedStartTime: '2026-01-05T10:00:00.000Z',
  };
}

function view(count: number, more: Partial<View> = {}): View {
  const now = '2026-01-05T09:00:00.000Z';
  const nodes = [
    node('e-0', 'east', {
      freeGpus: 1,
      allocations: [allocation(2, 'Successful'), allocation(1, 'Provisioning')],
    }),
    node('e-1', 'east', { up: false, freeGpus: 0 }),
    node('w-0', 'west', { freeGpus: 2, allocations: [allocation(2, 'Successful', true)] }),
  ];
  const cluster = {
    cloudProvider: 'gcp',
    region: 'west',
    nodes: 1,
    gpus: 4,
    availableGpus: 2,
    idleGpus: 0,
    downNodes: 0,
    instanceTypes: [],
    partiallyAllocatedNodes: 1,
    queuedGprs: 0,
    queuedGpus: 0,
  };
  return {
    source: 'http://here',
    state: {
      clock: {
        now,
        nowMs: 3_600_000,
        mode: 'paused',
        speed: 60,
        reachedSpeed: 0,
        branch: 1,
        seq: 9,
        hash: '',
        advance: null,
      },
      branch: 1,
      seq: 9,
      caller: { name: 'owner', role: 'Owner', workspace: null },
      scenario: {
        name: 'demo',
        seed: 42,
        start: '2026-01-05T08:00:00.000Z',
        oneGprPerWorkspace: true,
      },
      scheduler: { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' },
      policies: { queue: [], placement: [], order: [], refused: [] },
      arrivalRate: 1,
      waits: { workspace: 0, head: 0, room: count, down: 0, cycle: 0 },
      medianAgeMs: null,
      blocked: [],
      counts: { Queued: count, Provisioning: 1, Successful: 2, Complete: 3, TimedOut: 4, Failed: 5 },
      clusters: [
        {
          ...cluster,
          name: 'east',
          nodes: 2,
          gpus: 8,
          allocatedGpus: 3,
          availableGpus: 1,
          queuedGprs: count,
        },
        { ...cluster, name: 'west', allocatedGpus: 2 },
      ],
      nodesTotal: nodes.length,
      nodes,
    },
    queue: {
      branch: 1,
      seq: 9,
      now,
      total: count,
      sums: { gpus: 0, waitedMs: 0 },
      gprs: Array.from({ length: count }, (_, i) => queued(i + 1)),
    },
    selected: 0,
    scroll: 0,
    isHelpOpen: false,
    notice: '',
    ...more,
  };
}

test('the first line names the world, before the address of its server', () => {
  const [line] = draw(
    view(0, { source: 'http://here/worlds/checkout-1' }),
    { columns: 120, rows: 24 },
    plain,
  );
  assert.match(line!, / in world checkout-1 at http:\/\/here *$/);
  const [root] = draw(view(0), { columns: 120, rows: 24 }, plain);
  assert.match(root!, /[^d] at http:\/\/here *$/);
});

test('a frame shows clock, GPUs and queue, and fills the terminal exactly', () => {
  const lines = draw(view(2), { columns: 80, rows: 24 }, plain);
  assert.equal(lines.length, 24);
  assert.equal(lines[0], '2026-01-05 09:00:00 UTC  +1h  paused (speed 60)  demo at http://here');
  assert.equal(lines[1], 'GPUs 5/8 (63 %)  Queued 2  Provisioning 1  Successful 2');
  assert.deepEqual(lines.slice(2, 7), [
    'east  3/4 GPUs allocated, 2 nodes, 2 queued',
    '  |##p·||xxxx|',
    'west  2/4 GPUs allocated, 1 node, 0 queued',
    '  |~~··|',
    'Queue: 2 GPRs (2 no room), strict',
  ]);
  assert.match(lines[8], /^name<U\+001B>\[2J1 +red +99 +2x4 +1h +1h +no room +east *$/);
  assert.match(lines[22], /^gpr-1: waits/);
  assert.match(lines[23], /^q quit/);
});

test('a frame names the branch if it is not the first one', () => {
  const { state } = view(0);
  const [line] = draw(view(0, { state: { ...state, branch: 3 } }), { columns: 80, rows: 24 }, plain);
  assert.equal(line, '2026-01-05 09:00:00 UTC  +1h  branch 3  paused (speed 60)  demo at http://here');
});

test('a frame names a load other than that of the scenario', () => {
  const { state } = view(0);
  const [line] = draw(view(0, { state: { ...state, arrivalRate: 1.2 } }), { columns: 80, rows: 24 }, plain);
  assert.equal(line, '2026-01-05 09:00:00 UTC  +1h  paused (speed 60)  load 1.2  demo at http://here');
});

test('frames of every size have as many lines as the terminal, none longer, and no control characters', () => {
  for (const rows of [1, 5, 8, 24, 60]) {
    for (const columns of [1, 20, ...Array.from({ length: 161 }, (_, i) => 40 + i)]) {
      for (const isHelpOpen of [false, true]) {
        const lines = draw(view(40, { isHelpOpen, notice: 'a\nb' }), { columns, rows }, plain);
        assert.equal(lines.length, rows);
        for (const line of lines)
          assert.ok(line.length <= columns && !/\p{Cc}/u.test(line), `${columns}: ${line}`);
      }
    }
  }
});

test('a machine has processors', () => {
  const { state, ...rest } = view(2);
  const instanceTypes = [{ instanceType: 'machine', gpuModelName: 'processor', nodes: 1 }];
  const clusters = state.clusters.map((one) => ({ ...one, instanceTypes }));
  const machine = { ...rest, state: { ...state, clusters } };
  const [frame, help] = [machine, { ...machine, isHelpOpen: true }].map((one) =>
    draw(one, { columns: 160, rows: 40 }, plain).join('\n'),
  );
  assert.doesNotMatch(frame + help, /GPU/);
  assert.match(frame, /processors [0-9]+\/[0-9]+ \(/);
  assert.match(frame, /processors allocated, 1 node/);
  assert.match(frame, /priority +processors +wait/);
  assert.match(help, /is a processor: # busy/);
});

test('the selected GPR is in view and marked, up to the last one, and its workspace has the color of its GPUs', () => {
  const size = { columns: 80, rows: 24 };
  const all = view(40);
  const placesOf = (selected: number, scroll = 0) => {
    const { selected: at, scroll: above } = withSelection({ ...all, selected, scroll }, size);
    return [at, above];
  };
  // 24 lines without clock, counts, clusters (4), title, header, notice and keys leave 14.
  assert.deepEqual(
    [placesOf(-1), placesOf(13), placesOf(14), placesOf(99)],
    [
      [0, 0],
      [13, 0],
      [14, 1],
      [39, 26],
    ],
  );
  assert.deepEqual(
    [placesOf(3, 20), placesOf(39, 40)],
    [
      [3, 3],
      [39, 26],
    ],
  );
  assert.deepEqual(withSelection({ ...view(0), selected: 5, scroll: 2 }, size).selected, 0);
  const lines = draw(
    withSelection({ ...all, selected: 39 }, size),
    size,
    (format, text) => `<${format}>${text}`,
  );
  assert.equal(lines[6], '<bold>Queue: 40 GPRs (40 no room), strict, 27–40 shown');
  assert.match(lines[8], /^name<U\+001B>\[2J27 +<\w+>red +73 /);
  assert.match(lines[21], /^<inverse>name<U\+001B>\[2J40 +red +60 /);
  assert.equal(lines[21].length, '<inverse>'.length + 80);
  assert.match(lines[22], /^<yellow>gpr-40: waits/);
});

test('clusters with many nodes show a character for each node, then a bar, then only counts', () => {
  const { state } = view(0);
  const nodes = [
    ...Array.from({ length: 100 }, (_, i) => node(`e-${i}`, 'east', { freeGpus: i % 5 })),
    node('w-0', 'west', { up: false }),
  ];
  const clusters = [
    { ...state.clusters[0], name: 'east', gpus: 400, allocatedGpus: 200, availableGpus: 200 },
    { ...state.clusters[0], name: 'west', gpus: 4, allocatedGpus: 0, availableGpus: 0 },
  ];
  const large = { ...state, clusters, nodes, nodesTotal: nodes.length };
  const [, line, , last] = clusterLines(large, { columns: 200, linesMax: 4 }, plain);
  // 4, 3, 2, 1 and 0 of 4 GPUs are allocated.
  assert.equal(line, `  ${'#752·'.repeat(20)}`);
  assert.equal(last, '  x');
  // east: 200 of 400 GPUs are free; west: its 4 GPUs are on a node that is down.
  const bars = clusterLines(large, { columns: 22, linesMax: 4 }, plain);
  assert.deepEqual([bars[1], bars[3]], [`  ${'#'.repeat(10)}${'·'.repeat(10)}`, `  ${'x'.repeat(20)}`]);
  // Nodes that do not fit on the terminal are not read.
  assert.deepEqual(clusterLines({ ...large, nodes: [] }, { columns: 22, linesMax: 4 }, plain), bars);
  assert.deepEqual(
    clusterLines(large, { columns: 200, linesMax: 2 }, plain).map((text) => text.split(' ')[0]),
    ['east', 'west'],
  );
  assert.deepEqual(clusterLines(large, { columns: 200, linesMax: 1 }, plain), ['… 2 more clusters']);
});

test('keys are read from the sequences of terminals', () => {
  assert.deepEqual(keysIn('q \u001b[A\u001bOB\u001b[5~\u001b[200~\u0003+'), [
    'q',
    ' ',
    'up',
    'down',
    'page up',
    'interrupt',
    '+',
  ]);
});

const LEFT = '\u001b[?25h\u001b[?1049l';

/** The program under a terminal of 80 columns and 24 rows. */
class Terminal {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  output = '';

  constructor(t: TestContext, url: string, before: string) {
    const line = `stty cols 80 rows 24; ${before} exec ${programPath()} top ${url}`;
    const { NO_COLOR: _, CI: __, ...env } = process.env;
    this.#child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { ...env, TERM: 'xterm-256color', GPRSIM_API_KEY: apiKey },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => this.#child.kill('SIGKILL'));
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (text) => {
      this.output += text;
    });
  }

  /** Waits until the output since the last call shows a text. */
  async shows(text: RegExp): Promise<void> {
    for (const until = performance.now() + 20_000; !text.test(this.output); await wait(20))
      assert.ok(performance.now() < until, `no ${text} in ${JSON.stringify(this.output.slice(-3000))}`);
    this.output = '';
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Waits for the end; returns the exit code. */
  async end(): Promise<number> {
    const [code] = await once(this.#child, 'close');
    return code;
  }
}

test('top shows a server, moves its clock, and restores the terminal at each end', {
  skip: spawnSync('script', ['--version']).status === 0 ? false : 'no program gives a terminal',
}, async (t) => {
  const server = await Server.start(t, ['quiet', '--db', ':memory:', '--paused'], { GPRSIM_API_KEY: apiKey });
  await server.signIn();
  const { url } = server.announced;

  const terminal = new Terminal(t, url, '');
  await terminal.shows(/\?1049h.*2026-01-05 08:00:00 UTC/s);
  terminal.type('j');
  await terminal.shows(/2026-01-05 09:00:00 UTC/);
  terminal.type('+');
  await terminal.shows(/paused \(speed 10\)/);
  terminal.type(' ');
  await terminal.shows(/ {2}running at speed 10 /);
  terminal.type(' ');
  await terminal.shows(/paused \(speed 10\)/);
  terminal.type('?');
  await terminal.shows(/run to the next event/);
  terminal.type('?');
  await server.post('/sim/rewind', { to: '2026-01-05T08:30:00Z' });
  await terminal.shows(/08:30:00 UTC.* branch 2 .*now branch 2/s);
  await server.post('/sim/branches/1/switch');
  await terminal.shows(/09:\d\d:\d\d UTC.*now branch 1/s);
  await server.delete('/sim/branches/2');
  await terminal.shows(/UTC {2}\+\S+( \d+s)? {2}paused/);
  terminal.type('q');
  assert.equal(await terminal.end(), 0);
  assert.ok(terminal.output.endsWith(LEFT), JSON.stringify(terminal.output.slice(-200)));

  const interrupted = new Terminal(t, url, 'NO_COLOR=1');
  await interrupted.shows(/quiet at/);
  interrupted.type('\u0003');
  assert.equal(await interrupted.end(), 130);
  assert.ok(interrupted.output.endsWith(LEFT));
  assert.ok(!/\[[0-9;]+m/.test(interrupted.output));

  await server.post('/sim/worlds', { name: 'a' });
  const inWorld = new Terminal(t, `${url}/worlds/a`, '');
  await inWorld.shows(/08:00:00 UTC.*quiet in world a at http/s);
  inWorld.type('j');
  await inWorld.shows(/09:00:00 UTC/);
  inWorld.type('q');
  assert.equal(await inWorld.end(), 0);

  const lost = new Terminal(t, url, '');
  await lost.shows(/quiet at/);
  assert.equal(await server.end('SIGTERM'), 0);
  assert.equal(await lost.end(), 1);
  assert.match(lost.output, /\?1049l.*does not answer as a gprsim server/);
});
