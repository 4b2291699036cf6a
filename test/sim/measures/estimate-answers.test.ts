// Recorded estimates as answers of earlier instants, compared with a slow computation from runs that are stopped there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CAUSE_NAMES,
  type Command,
  EstimateAnswers,
  type EstimateRun,
  estimateAccuracyOf,
  type FactRun,
  finish,
  NEVER,
  Simulation,
} from '../../../sim/index.ts';
import { crowded, estimatesOf, HOUR, MINUTE, runTo, startAfter } from '../../support/asked-again.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';

/** The least multiple of 7 minutes that is at least an hour. */
const EVERY = 63 * MINUTE;
const END = 60 * HOUR;

const instants = Array.from({ length: Math.ceil(END / EVERY) - 1 }, (_, i) => (i + 1) * EVERY);

const askedAt = (atMs: number) => estimatesOf(runTo(crowded, atMs).simulation);

type Pair = readonly [foreseenMs: number, actualMs: number];

const sorted = (pairs: Pair[]) => pairs.sort(([a, b], [c, d]) => a - c || b - d);

function pairsOf(answers: EstimateAnswers): Pair[] {
  const pairs: Pair[] = [];
  answers.each((...pair) => pairs.push(pair));
  return sorted(pairs);
}

/** Those that are overdue at the end, and the number of others that wait. */
function waitingOf(answers: EstimateAnswers) {
  const overdue: Pair[] = [];
  const open = answers.eachOverdue(END, (...pair) => overdue.push(pair));
  return { overdue: sorted(overdue), open };
}

/** Reads a run to the end in parts, with its estimates. */
function inParts(partMs: number): { simulation: Simulation; facts: FactRun[]; estimates: EstimateRun[] } {
  const simulation = new Simulation(crowded);
  const facts: FactRun[] = [];
  const estimates: EstimateRun[] = [];
  for (let atMs = partMs; ; atMs += partMs) {
    simulation.runTo(Math.min(atMs, END));
    estimates.push(simulation.takeEstimates());
    facts.push(simulation.takeFacts());
    if (atMs >= END) return { simulation, facts, estimates };
  }
}

test('answers are the estimates of runs that are stopped at each asking, however facts and records are read', () => {
  const asked = instants.flatMap(askedAt);
  const { facts } = runTo(crowded, END);
  const pairs: Pair[] = [];
  const overdue: Pair[] = [];
  const counts = { unknown: 0, ended: 0, open: 0 };
  for (const { gprId, askedMs, startMs } of asked) {
    const startedMs = startAfter(facts, gprId, askedMs);
    if (startedMs === undefined && startMs !== null && startMs < END)
      overdue.push([startMs - askedMs, END - askedMs]);
    else if (startedMs === undefined) counts.open++;
    else if (startedMs === null) counts.ended++;
    else if (startMs === null) counts.unknown++;
    else pairs.push([startMs - askedMs, startedMs - askedMs]);
  }
  for (const some of [pairs, overdue]) sorted(some);
  assert.ok(pairs.length > 300 && overdue.length > 20, `${pairs.length} ${overdue.length}`);
  assert.ok(
    Object.values(counts).every((count) => count > 0),
    JSON.stringify(counts),
  );

  const check = (answers: EstimateAnswers, how: string) => {
    assert.deepEqual(pairsOf(answers), pairs, how);
    const { unknown, ended } = answers;
    const waiting = waitingOf(answers);
    assert.deepEqual(waiting.overdue, overdue, how);
    assert.deepEqual({ unknown, ended, open: waiting.open }, counts, how);
  };
  for (const partMs of [END, 5 * HOUR, 10 * MINUTE]) {
    const run = inParts(partMs);
    check(run.simulation.measures.estimates, `measured in parts of ${partMs} ms`);
    const followed = new EstimateAnswers(crowded.recordEstimatesEveryMs, { fromMs: 0, toMs: NEVER });
    for (const [i, records] of run.estimates.entries()) {
      followed.note(records);
      followed.follow(run.facts[i]);
    }
    check(followed, `followed in parts of ${partMs} ms`);
    const ahead = new EstimateAnswers(crowded.recordEstimatesEveryMs, { fromMs: 0, toMs: NEVER });
    for (const records of run.estimates) ahead.note(records);
    for (const one of run.facts) ahead.follow(one);
    check(ahead, 'records before facts');
  }

  const { measures } = inParts(END).simulation;
  const accuracy = finish(estimateAccuracyOf(measures.estimates, END));
  const compared = [...pairs, ...overdue];
  const errors = compared.map(([foreseen, actual]) => Math.abs(foreseen - actual)).sort((a, b) => a - b);
  const median = errors[Math.ceil(errors.length / 2) - 1];
  assert.deepEqual(
    [accuracy.medianErrorMs, accuracy.answers, accuracy.overdue],
    [median, compared.length, overdue.length],
  );
  const { estimateErrorMsP50, estimateAnswers } = measures.summary();
  assert.deepEqual([estimateErrorMsP50, estimateAnswers], [median, compared.length]);
  const hours = accuracy.horizons.find(({ horizon }) => horizon === '4h')!;
  const far = compared.filter(([foreseen]) => foreseen > HOUR && foreseen <= 4 * HOUR);
  const exact = far.filter(([foreseen, actual]) => foreseen === actual);
  assert.deepEqual([hours.answers, hours.exact], [far.length, exact.length / far.length]);
});

test('only askings in the measured window count', () => {
  const simulation = new Simulation(crowded);
  const window = { fromMs: 40 * HOUR, toMs: 50 * HOUR };
  simulation.measures.measure(window);
  simulation.runTo(END);
  simulation.dropFacts();
  const { facts } = runTo(crowded, END);
  const inWindow = instants.filter((atMs) => atMs >= window.fromMs && atMs < window.toMs);
  const asked: Pair[] = [];
  const overdue: Pair[] = [];
  for (const { gprId, askedMs, startMs } of inWindow.flatMap(askedAt)) {
    const startedMs = startAfter(facts, gprId, askedMs);
    if (startMs === null || startedMs === null) continue;
    if (startedMs !== undefined) asked.push([startMs - askedMs, startedMs - askedMs]);
    else if (startMs < END) overdue.push([startMs - askedMs, END - askedMs]);
  }
  const { estimates } = simulation.measures;
  assert.ok(asked.length > 0 && overdue.length > 0, `${asked.length} ${overdue.length}`);
  assert.deepEqual([pairsOf(estimates), waitingOf(estimates).overdue], [sorted(asked), sorted(overdue)]);
  const errors = [...asked, ...overdue].map(([foreseen, actual]) => Math.abs(foreseen - actual));
  const { estimateAnswers, estimateErrorMsMean } = simulation.measures.summary();
  assert.equal(estimateAnswers, errors.length);
  assert.ok(Math.abs(estimateErrorMsMean! - errors.reduce((a, b) => a + b) / errors.length) < 1e-6);
});

test('moves are counted by their cause', () => {
  const simulation = new Simulation(scenarioOf({ recordEstimatesEveryMs: MINUTE }));
  const create = (workspace: string, priority: number, exitMs: number) => {
    const check = simulation.check(request(workspace, { gpusPerNode: 8, priority, exitMs }));
    assert.ok(check.ok);
    return simulation.apply(check.command).gprId!;
  };
  simulation.openAt(0);
  create('blue', 200, 10 * MINUTE);
  create('green', 100, 5 * MINUTE);
  simulation.openAt(90 * SECOND);
  // Goes first: the estimate becomes 3 minutes later. Then it is deleted.
  const red = create('red', 150, 3 * MINUTE);
  simulation.openAt(150 * SECOND);
  const removal = simulation.check({ kind: 'gpr.delete', gprId: red });
  assert.ok(removal.ok);
  simulation.apply(removal.command);
  simulation.runTo(20 * MINUTE);
  simulation.dropFacts();
  const none = { later: 0, laterMs: 0, earlier: 0, earlierMs: 0 };
  assert.deepEqual(
    simulation.measures.estimates.shifts,
    [...CAUSE_NAMES, 'several'].map((cause) => ({
      cause,
      ...none,
      ...(cause === 'arrival' && { later: 1, laterMs: 3 * MINUTE }),
      ...(cause === 'release' && { earlier: 1, earlierMs: 3 * MINUTE }),
    })),
  );
});

test('a GPR that starts later in the instant of its first recording is not asked there', () => {
  for (const takes of [false, true]) {
    const simulation = new Simulation(scenarioOf({ recordEstimatesEveryMs: HOUR }));
    const submit = (command: Command) => {
      const check = simulation.check(command);
      assert.ok(check.ok);
      return simulation.apply(check.command).gprId!;
    };
    simulation.openAt(0);
    const blue = submit(request('blue', { gpusPerNode: 8, exitMs: 9 * HOUR }));
    simulation.openAt(30 * MINUTE);
    submit(request('green', { gpusPerNode: 8, exitMs: 9 * HOUR }));
    simulation.runTo(HOUR);
    if (takes) simulation.dropFacts();
    simulation.openAt(HOUR);
    submit({ kind: 'gpr.release', gprId: blue });
    simulation.runTo(20 * HOUR);
    simulation.dropFacts();
    const { estimates } = simulation.measures;
    const { count, unknown, ended } = estimates;
    assert.deepEqual([count, unknown, ended, waitingOf(estimates)], [0, 0, 0, { overdue: [], open: 0 }]);
  }
});
