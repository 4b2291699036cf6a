// GET /sim/attempts: the list equals a derivation from the facts, and its plans the estimates of queued GPRs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '../../support/property.ts';
import { casesOf } from '../../support/runs.ts';
import { type Attempt, demoAt, drawing, factsOf, readFacts } from '../facts/read-facts.ts';

const HOURS = 18;
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

test('attempts of random subjects and ranges equal a derivation from the facts, in each order', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const owner = await demoAt(t, HOURS);
  const facts = await factsOf(owner);
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
  for (let run = 0; run < casesOf(65, 26); run++) {
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
    const sort = sorts[run % sorts.length];
    const expected = ordered(overlapping(its, from, to), sort, to);
    const offset = draw(3) === 0 ? draw(expected.length + 2) : 0;
    const query = new URLSearchParams({
      ...subject,
      ...(sort !== '' && { sort }),
      ...(!whole && { from: String(from), to: String(to) }),
      offset: String(offset),
      limit: '50',
    });
    const { total, attempts } = await owner.get(`/sim/attempts?${query}`);
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
  const { cost } = await owner.get('/sim/totals');
  let sum = 0;
  for (let offset = 0; offset < read.attempts.length; offset += 1000) {
    const { attempts } = await owner.get(`/sim/attempts?offset=${offset}&limit=1000&sort=-cost`);
    for (const one of attempts) sum += one.cost;
  }
  assert.ok(cost > 0 && Math.abs(sum - cost) < 1e-6 * cost, `${sum}, ${cost}`);
});

test('planned attempts start when their GPRs are estimated to start, and follow those that hold GPUs', async (t) => {
  const owner = await demoAt(t, HOURS);
  const { gprs } = await owner.get('/sim/gprs?state=Queued&limit=1000');
  const { attempts } = await owner.get(`/sim/attempts?from=${now}&to=${now + 400 * HOUR_MS}&limit=1000`);
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
