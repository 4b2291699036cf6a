// GET /sim/attempts: the list equals a derivation from the facts, and its plans the estimates of queued GPRs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../../../src/library/start.ts';
import { asker } from '../../dashboard/browser.ts';
import { seed } from '../../support/property.ts';
import { Client, gprBody } from '../client.ts';
import { type Attempt, drawing, factsOf, readFacts } from '../facts/read-facts.ts';

const HOURS = 30;
const HOUR_MS = 3_600_000;
const now = HOURS * HOUR_MS;

const gpusOf = ({ perNode, nodes }: Attempt) => perNode * nodes.length;
const heldMs = ({ startMs, endMs }: Attempt) => Math.min(endMs, now) - startMs;

/** Sorting member → the key of an attempt. */
const keys: Readonly<Record<string, (attempt: Attempt) => number>> = {
  start: ({ startMs }) => startMs,
  end: ({ endMs }) => endMs,
  waited: ({ waitedMs }) => waitedMs,
  held: heldMs,
  gpus: gpusOf,
  priority: ({ priority }) => priority,
};

/** In the order of the facts. What happens at the end of the range counts if it is now. */
function overlapping(attempts: readonly Attempt[], from: number, to: number): Attempt[] {
  return attempts.filter(
    ({ startMs, endMs }) => (startMs < to || (to === now && startMs === now)) && endMs >= from,
  );
}

function ordered(attempts: readonly Attempt[], sort: string, to: number): Attempt[] {
  if (sort === '') {
    const holds = ({ endMs }: Attempt) => endMs === Infinity || (to < now && endMs >= to);
    const latestFirst = attempts.toReversed();
    return [...latestFirst.filter(holds), ...latestFirst.filter((attempt) => !holds(attempt))];
  }
  const keyOf = keys[sort.replace('-', '')]!;
  const sign = sort.startsWith('-') ? -1 : 1;
  return attempts.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : sign * (keyOf(a) - keyOf(b))));
}

test('attempts of 60 random subjects and ranges equal a derivation from the facts, in each order', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const server = await start({ scenario: 'demo', paused: true });
  t.after(() => server.close());
  const ask = await asker(server);
  await ask('POST', '/sim/clock/advance', { by: `${HOURS}h` });
  const facts = await factsOf(ask);
  const startAt = Date.parse(facts[0].at);
  const read = readFacts(facts, startAt);
  const draw = drawing();
  const pick = <T>(list: readonly T[]) => list[draw(list.length)]!;
  const instant = () => (draw(3) === 0 ? draw(now) : Date.parse(pick(facts).at) - startAt);
  const subjects = [
    () => ({}),
    () => ({ cluster: `worker-${1 + draw(3)}` }),
    () => ({ node: pick([...read.nodes.keys()]) }),
    () => ({ workspace: pick(read.attempts).workspace }),
    () => ({ gpr: pick(read.attempts).gprId }),
  ];
  const sorts = ['', ...Object.keys(keys).flatMap((key) => [key, `-${key}`])];
  let listed = 0;
  let elsewhere = 0;
  for (let run = 0; run < 60; run++) {
    const subject: { cluster?: string; node?: string; workspace?: string; gpr?: string } =
      subjects[run % subjects.length]!();
    const whole = draw(3) === 0;
    const [from, to] = (whole ? [0, now] : [instant(), instant()]).sort((a, b) => a - b) as [number, number];
    const { cluster, node, workspace, gpr } = subject;
    const its = read.attempts.filter(
      (attempt) =>
        (cluster === undefined || attempt.cluster === cluster) &&
        (node === undefined || attempt.nodes.includes(node)) &&
        (workspace === undefined || attempt.workspace === workspace) &&
        (gpr === undefined || attempt.gprId === gpr),
    );
    const sort = pick(sorts);
    const expected = ordered(overlapping(its, from, to), sort, to);
    const offset = draw(3) === 0 ? draw(expected.length + 2) : 0;
    const query = new URLSearchParams({
      ...subject,
      ...(sort !== '' && { sort }),
      ...(!whole && { from: String(from), to: String(to) }),
      offset: String(offset),
      limit: '50',
    });
    const { total, attempts } = await ask('GET', `/sim/attempts?${query}`);
    assert.equal(total, expected.length, `${query}`);
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: members of an answer
      attempts.map((one: any) => ({
        gprId: one.gprId,
        workspace: one.workspace,
        cluster: one.cluster,
        priority: one.priority,
        nodes: one.nodes,
        gpus: one.gpus,
        first: one.first,
        waitedMs: one.waitedMs,
        gpusOnNode: one.gpusOnNode,
        startMs: Date.parse(one.startedAt) - startAt,
        endMs: one.endedAt === null ? Infinity : Date.parse(one.endedAt) - startAt,
        isRunning: one.end === 'running',
      })),
      expected.slice(offset, offset + 50).map((one) => ({
        gprId: one.gprId,
        workspace: one.workspace,
        cluster: one.cluster,
        priority: one.priority,
        nodes: one.nodes,
        gpus: gpusOf(one),
        first: one.waitMs !== null,
        waitedMs: one.waitedMs,
        gpusOnNode: node === undefined ? null : one.perNode,
        startMs: one.startMs,
        endMs: one.endMs,
        isRunning: one.endMs === Infinity,
      })),
      `${query}`,
    );
    listed += attempts.length;
    elsewhere += attempts.filter(
      ({ gpus, gpusOnNode }: { gpus: number; gpusOnNode: number }) => gpusOnNode && gpusOnNode < gpus,
    ).length;
  }
  assert.ok(listed > 300 && elsewhere > 0);
  // All attempts together cost what the totals state.
  const { cost } = await ask('GET', '/sim/totals');
  let sum = 0;
  for (let offset = 0; offset < read.attempts.length; offset += 1000) {
    const { attempts } = await ask('GET', `/sim/attempts?offset=${offset}&limit=1000&sort=-cost`);
    for (const one of attempts) sum += one.cost;
  }
  assert.ok(cost > 0 && Math.abs(sum - cost) < 1e-6 * cost, `${sum}, ${cost}`);
});

test('planned attempts start when their GPRs are estimated to start, and follow those that hold GPUs', async (t) => {
  const server = await start({ scenario: 'demo', paused: true });
  t.after(() => server.close());
  const ask = await asker(server);
  await ask('POST', '/sim/clock/advance', { by: `${HOURS}h` });
  const { gprs } = await ask('GET', '/sim/gprs?state=Queued&limit=1000');
  const { attempts } = await ask('GET', `/sim/attempts?from=${now}&to=${now + 400 * HOUR_MS}&limit=1000`);
  const planned = attempts.filter((one: { planned: boolean }) => one.planned);
  assert.ok(gprs.length > 3 && planned.length >= gprs.length);
  for (const { gprId, estimatedStartTime } of gprs) {
    const [first] = planned.filter((one: { gprId: string }) => one.gprId === gprId);
    assert.equal(first.startedAt, estimatedStartTime, gprId);
    assert.equal(first.end, 'running');
  }
  const groups = attempts.map((one: { planned: boolean; endedAt: string | null }) =>
    one.planned ? 'planned' : one.endedAt === null ? 'running' : 'ended',
  );
  assert.deepEqual([...new Set(groups)].slice(0, 2), ['running', 'planned']);
  assert.equal(groups.join(' '), groups.toSorted((a: string, b: string) => order(a) - order(b)).join(' '));
  for (const { plannedEndAt, endedAt, planned: isPlanned } of attempts)
    assert.equal(plannedEndAt !== null, !isPlanned && endedAt === null, 'each running one ends in 400 hours');
});

const order = (group: string) => ['running', 'planned', 'ended'].indexOf(group);

test('a Viewer sees the attempts of other workspaces without names, and none by their names', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const made: { gprId: string }[] = [];
  for (const sliceName of ['red', 'blue'])
    made.push(await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName: sliceName, sliceName }));
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  const viewer = await client.as('Viewer', 'blue');
  const { attempts } = await viewer.data('GET', '/sim/attempts?sort=gpus');
  const names = attempts.map((one: { gprId: unknown; gprName: unknown; workspace: unknown }) => [
    one.gprId,
    one.gprName,
    one.workspace,
  ]);
  assert.equal(names.length, 2);
  assert.deepEqual(
    names.toSorted((a: unknown[], b: unknown[]) => (a[0] === null ? 0 : 1) - (b[0] === null ? 0 : 1)),
    [
      [null, null, null],
      [made[1]!.gprId, 'blue', 'blue'],
    ],
  );
  for (const path of ['/sim/attempts?workspace=red', '/sim/gantt?rows=workspaces&workspace=red'])
    assert.equal((await viewer.send('GET', path)).status, 403, path);
  assert.equal((await viewer.send('GET', `/sim/attempts?gpr=${made[0]!.gprId}`)).status, 404);
  assert.equal((await viewer.data('GET', `/sim/attempts?gpr=${made[1]!.gprId}`)).total, 1);
});

test('names sort attempts in both directions, and names that the caller may not see come last', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  // One after the other; `gone` is deleted, so that nothing has its name.
  const made = new Map<string, string>();
  for (const [gprName, sliceName] of [
    ['run-10', 'red'],
    ['run-9', 'blue'],
    ['gone', 'blue'],
    ['a', 'blue'],
    ['run-2', 'red'],
  ] as const) {
    const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName, sliceName });
    made.set(gprName, gprId);
    await owner.data('POST', '/sim/clock/advance', { by: '10m' });
  }
  await owner.data('DELETE', '/api/v1/gpr', { gprId: made.get('gone') });
  const viewer = await client.as('Viewer', 'blue');
  const listed = async (caller: typeof owner, sort: string, member = 'gprName') => {
    const { attempts } = await caller.data('GET', `/sim/attempts?sort=${sort}`);
    return attempts.map((one: Record<string, unknown>) => one[member]);
  };
  assert.deepEqual(await listed(owner, 'name'), ['a', 'run-2', 'run-9', 'run-10', null]);
  assert.deepEqual(await listed(owner, '-name'), ['run-10', 'run-9', 'run-2', 'a', null]);
  assert.deepEqual(await listed(viewer, 'name'), ['a', 'run-9', null, null, null]);
  assert.deepEqual(await listed(viewer, '-name'), ['run-9', 'a', null, null, null]);
  const [blue, red] = [
    ['blue', 'blue', 'blue'],
    ['red', 'red'],
  ];
  assert.deepEqual(await listed(owner, 'workspace', 'workspace'), [...blue, ...red]);
  assert.deepEqual(await listed(owner, '-workspace', 'workspace'), [...red, ...blue]);
  assert.deepEqual(await listed(viewer, '-workspace', 'workspace'), [...blue, null, null]);
  const pages = await Promise.all(
    [0, 1, 2, 3, 4].map((offset) => owner.data('GET', `/sim/attempts?sort=-name&offset=${offset}&limit=1`)),
  );
  assert.deepEqual(
    pages.map(({ attempts }) => attempts[0].gprName),
    ['run-10', 'run-9', 'run-2', 'a', null],
  );
});

test('the GPUs on a node sort its attempts', async () => {
  const owner = await new Client().as('Owner');
  for (const [gprName, numberOfGPUs, numberOfGPUNodes] of [
    ['wide', 2, 2],
    ['narrow', 3, 1],
  ] as const) {
    const given = { gprName, numberOfGPUs, numberOfGPUNodes };
    await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...given });
    await owner.data('POST', '/sim/clock/advance', { by: '10m' });
  }
  const node = 'worker-1-a2-highgpu-8g-0';
  for (const [sort, expected] of [
    ['gpusOnNode', ['wide 2 of 4', 'narrow 3 of 3']],
    ['gpus', ['narrow 3 of 3', 'wide 2 of 4']],
  ] as const) {
    const { attempts } = await owner.data('GET', `/sim/attempts?node=${node}&sort=${sort}`);
    assert.deepEqual(
      attempts.map(
        (one: { gprName: string; gpusOnNode: number; gpus: number }) =>
          `${one.gprName} ${one.gpusOnNode} of ${one.gpus}`,
      ),
      expected,
    );
  }
});

test('wrong subjects and orders are refused', async () => {
  const owner = await new Client().as('Owner');
  for (const [path, why] of [
    ['attempts?node=x', /"node" must be a node of this world \(worker-1-a2-highgpu-8g-0, .*\), but is "x"/],
    ['attempts?sort=-gpusOnNode', /"sort" must not be "gpusOnNode" without "node"/],
    [
      'attempts?node=x&cluster=worker-1',
      /"node" must be a node of worker-1 \(worker-1-a2-highgpu-8g-0, worker-1-a2-highgpu-8g-1\), but is "x"/,
    ],
    ['attempts?sort=size', /"sort" must be one of name, workspace, start, end/],
    ['attempts?from=5&to=4', /"to" must not lie before "from"/],
    ['state?node=x', /"node" must be a node of this world \(worker-1-a2-highgpu-8g-0, .*\), but is "x"/],
    ['gantt?node=x', /"node" must be a node of this world \(worker-1-a2-highgpu-8g-0, .*\), but is "x"/],
    ['gantt?workspace=red', /"workspace" must be left out if the rows are nodes/],
  ] as const) {
    const { status, body } = await owner.send('GET', `/sim/${path}`);
    assert.equal(status, 422, path);
    assert.match(body.message, why);
  }
});

test('a chart and the state of one node or one workspace have these alone', async () => {
  const owner = await new Client().as('Owner');
  for (const sliceName of ['red', 'blue'])
    await owner.data('POST', '/api/v1/gpr', { ...gprBody, gprName: sliceName, sliceName });
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  const { nodes } = await owner.data('GET', '/sim/state');
  const [{ name, cluster }] = nodes.filter(
    ({ allocations }: { allocations: { workspace: string }[] }) => allocations[0]?.workspace === 'red',
  );
  const state = await owner.data('GET', `/sim/state?node=${name}`);
  assert.deepEqual([state.nodesTotal, state.nodes.map((node: { name: string }) => node.name)], [1, [name]]);
  const namesOf = ({
    rows,
    rowsTotal,
    gprs,
  }: {
    rows: { name: string }[];
    rowsTotal: number;
    gprs: { gprName: string }[];
  }) => [rowsTotal, rows.map((row) => row.name), gprs.map(({ gprName }) => gprName)];
  assert.deepEqual(namesOf(await owner.data('GET', `/sim/gantt?node=${name}&cluster=${cluster}`)), [
    1,
    [name],
    ['red'],
  ]);
  const ofWorkspace = await owner.data('GET', '/sim/gantt?rows=workspaces&workspace=blue');
  assert.deepEqual(namesOf(ofWorkspace), [1, ['blue'], ['blue']]);
});
