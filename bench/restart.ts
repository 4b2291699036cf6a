// Measures a restart after the process was killed at full speed, against a start with a new world.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, summed } from './measuring/measure.ts';
import type { Entry } from './measuring/row.ts';
import { refreshProgram, Subject } from './server/subject.ts';

const FULL_SPEED = ['--speed', '1000000'];

interface Round {
  readonly restartMs: number;
  readonly startMs: number;
  readonly facts: number;
}

export const restart: Entry = async ({ quick }) => {
  refreshProgram();
  const rounds: Round[] = [];
  for (let i = 0; i < (quick ? 1 : 3); i++) rounds.push(await measureOnce(quick ? 5_000 : 60_000));
  return [
    {
      name: 'restart after a kill',
      value: median(rounds.map(({ restartMs }) => restartMs)),
      reference: median(rounds.map(({ startMs }) => startMs)),
      unit: 'ms',
      ratioOf: 'restart ÷ start of a new world',
      ...summed(rounds.map(({ restartMs, startMs }) => restartMs / startMs)),
      notes: { facts: median(rounds.map(({ facts }) => facts)) },
    },
  ];
};

async function measureOnce(runMs: number): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const path = join(folder, 'world.gprsim');
    const killed = await Subject.serve(['demo', ...FULL_SPEED, '--db', path]);
    await sleep(runMs);
    const facts = await factsOf(killed);
    await killed.kill();
    const again = await timed(['demo', '--paused', '--db', path]);
    if (again.facts < facts) throw new Error(`${facts} facts were committed; ${again.facts} are left`);
    const fresh = await timed(['demo', '--paused', '--db', join(folder, 'new.gprsim')]);
    return { restartMs: again.ms, startMs: fresh.ms, facts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts a server, up to its first answers, and stops it. */
async function timed(args: readonly string[]): Promise<{ ms: number; facts: number }> {
  const at = performance.now();
  const subject = await Subject.serve(args);
  const ms = performance.now() - at;
  const facts = await factsOf(subject);
  await subject.stop();
  return { ms, facts };
}

async function factsOf(subject: Subject): Promise<number> {
  return (await subject.ask<{ seq: number }>('GET', '/sim/clock')).seq;
}
