// Serves a world for the first time, or again after a kill, and compares it with what was acknowledged.

import { Connection } from './connection.ts';
import { type Found, findAll } from './found.ts';
import { type Difference, type Judged, judge } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { Plan } from './plan.ts';
import { gprsim, killStart, Refused, Server, type World } from './server.ts';

export interface Begun {
  /** Undefined: the world could not be served. */
  readonly server: Server | undefined;
  readonly wrongs: readonly string[];
}

/** Serves a new world, after some starts that are killed. */
export async function begin(world: World, plan: Plan): Promise<Begun> {
  await killStarts(world, plan);
  try {
    return { server: await Server.start(world, plan), wrongs: [] };
  } catch (error) {
    return { server: undefined, wrongs: [(error as Error).message] };
  }
}

export interface Checked {
  /** Undefined: the world could not be served. */
  readonly server: Server | undefined;
  readonly judged: Judged;
}

/**
 * Serves a killed world again, after some starts that are killed too, and compares it with the ledger.
 * @param killed a copy of the file as the kill left it
 */
export async function serveAgain(world: World, killed: string, plan: Plan, ledger: Ledger): Promise<Checked> {
  await killStarts(world, plan);
  let server: Server;
  try {
    server = await Server.start(world, plan);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { server: undefined, judged: nothingJudged(error) };
  }
  try {
    const connection = new Connection(server.url, server.token);
    const found = await findAll(connection);
    connection.close();
    const judged = judge(ledger, found);
    const others = await Promise.all([
      replay(killed, plan.speed === undefined ? found.clock : undefined),
      gprsim('doctor', '--db', world.db).then(() => [], failed),
    ]);
    return { server, judged: { ...judged, differences: [...judged.differences, ...others.flat()] } };
  } catch (error) {
    return { server, judged: nothingJudged(error) };
  }
}

/** Enters each branch and compares it with the ledger. Returns what is wrong. */
export async function judgeEveryBranch(server: Server, ledger: Ledger): Promise<string[]> {
  const wrongs: string[] = [];
  const connection = new Connection(server.url, server.token);
  try {
    for (const branch of ledger.branches.keys()) {
      if (branch !== ledger.branch) {
        const clock = await connection.post(`/sim/branches/${branch}/switch`);
        ledger.apply({ kind: 'switch', branch }, clock);
      }
      const { differences } = judge(ledger, await findAll(connection));
      wrongs.push(...differences.map(({ fault, why }) => `branch ${branch}: ${fault}: ${why}`));
    }
  } catch (error) {
    wrongs.push((error as Error).message);
  }
  connection.close();
  return wrongs;
}

function nothingJudged(error: unknown): Judged {
  return { differences: failed(error), tookEffect: 0, hadNoEffect: 0 };
}

async function killStarts(world: World, plan: Plan): Promise<void> {
  for (const afterMs of plan.killedStartsMs) await killStart(world, plan, afterMs);
}

/** Replays a file; compares the replay with the facts in the file, and with a clock that has not moved since. */
async function replay(file: string, clock: Found['clock'] | undefined): Promise<Difference[]> {
  try {
    const { hash, facts } = JSON.parse(await gprsim('replay', file, '--verify', '--json'));
    if (clock === undefined || (clock.hash === hash && clock.seq === facts)) return [];
    return [wrong(`${clock.seq} facts with the hash ${clock.hash} are served, not ${facts} with ${hash}`)];
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Difference[] {
  return [wrong(error)];
}

function wrong(why: unknown): Difference {
  return { fault: 'wrong', why: why instanceof Error ? why.message : String(why) };
}
