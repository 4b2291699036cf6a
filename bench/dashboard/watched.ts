// Measures a server at 10,000 simulated seconds per second: the speed that it reaches and how long its event loop is held, with
// ten open dashboards and without.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClockAnswer } from '../../src/api/sim/answers.ts';
import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { root } from '../root.ts';
import { rounded } from '../server/rounds.ts';
import { Subject } from '../server/subject.ts';
import type { LoopReport } from './protocol.ts';
import { Watchers } from './watchers.ts';

const DASHBOARDS = 10;
const SPEED = 10_000;
/** After the dashboards were opened or closed. */
const SETTLE_MS = 1_000;

/** Of a part of a round. */
interface Part extends LoopReport {
  readonly speed: number;
}

interface Round {
  readonly watched: Part;
  readonly alone: Part;
  /** Of all dashboards, per second. */
  readonly readingsPerSecond: number;
  readonly readingMs: number;
  readonly changesPerSecond: number;
}

export async function watchedRows(quick: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  const watchers = new Watchers();
  try {
    const args = ['demo', '--speed', String(SPEED), '--db', join(folder, 'world.gprsim')];
    const subject = await Subject.serve(args, join(root, 'bench/dashboard/loop-probe.ts'));
    try {
      const roundMs = quick ? 3_000 : 10_000;
      await oneRound(subject, watchers, roundMs, true);
      const rounds: Round[] = [];
      for (let i = 0; i < (quick ? 2 : 5); i++)
        rounds.push(await oneRound(subject, watchers, roundMs, i % 2 === 0));
      return rowsOf(rounds);
    } finally {
      await subject.stop();
    }
  } finally {
    watchers.stop();
    rmSync(folder, { recursive: true });
  }
}

async function oneRound(subject: Subject, watchers: Watchers, ms: number, first: boolean): Promise<Round> {
  const before = first ? await part(subject, ms) : undefined;
  const { url, apiKey } = subject;
  await watchers.follow({ kind: 'open', url, apiKey, count: DASHBOARDS });
  await sleep(SETTLE_MS);
  await watchers.follow({ kind: 'report' });
  const watched = await part(subject, ms);
  const { readings, readingMs, changes } = await watchers.follow({ kind: 'close' });
  await sleep(SETTLE_MS);
  return {
    watched,
    alone: before ?? (await part(subject, ms)),
    readingsPerSecond: readings / (ms / 1000),
    readingMs,
    changesPerSecond: changes / (ms / 1000),
  };
}

async function part(subject: Subject, ms: number): Promise<Part> {
  const from = await present(subject);
  await subject.probe<LoopReport>();
  await sleep(ms);
  const report = await subject.probe<LoopReport>();
  const to = await present(subject);
  return { ...report, speed: (to.simMs - from.simMs) / (to.at - from.at) };
}

async function present(subject: Subject): Promise<{ readonly simMs: number; readonly at: number }> {
  const { now } = await subject.ask<ClockAnswer>('GET', '/sim/clock');
  return { simMs: Date.parse(now), at: performance.now() };
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const maxMs = (of: 'watched' | 'alone') => Math.max(...rounds.map((round) => round[of].gapMsMax));
  const busy = (of: 'watched' | 'alone') => `${Math.round(100 * middle((round) => round[of].utilization))} %`;
  return [
    {
      name: 'dashboard speed with ten',
      value: middle(({ watched }) => watched.speed),
      reference: middle(({ alone }) => alone.speed),
      unit: 'simulated s/s',
      ratioOf: 'with ten dashboards ÷ without',
      ...summed(rounds.map(({ watched, alone }) => watched.speed / alone.speed)),
      notes: {
        'event loop busy': busy('watched'),
        'without dashboards': busy('alone'),
        'readings/s': rounded(middle(({ readingsPerSecond }) => readingsPerSecond)),
        'reading ms': rounded(middle(({ readingMs }) => readingMs)),
        'changes/s': rounded(middle(({ changesPerSecond }) => changesPerSecond)),
      },
    },
    {
      name: 'dashboard event loop p99 with ten',
      value: middle(({ watched }) => watched.gapMsP99),
      reference: middle(({ alone }) => alone.gapMsP99),
      unit: 'ms',
      ratioOf: 'with ten dashboards ÷ without',
      ...summed(rounds.map(({ watched, alone }) => watched.gapMsP99 / alone.gapMsP99)),
      notes: { 'max ms': rounded(maxMs('watched')), 'max ms without dashboards': rounded(maxMs('alone')) },
    },
  ];
}
