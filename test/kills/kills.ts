// Kills of one world: serve it under load, kill the server, serve the world again, compare, and so on.

import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Judged } from './judge.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { type Plan, planOf } from './plan.ts';
import { begin, judgeEveryBranch, serveAgain } from './restart.ts';
import { SCENARIO } from './scenario.ts';
import { gprsim, type Server, type World } from './server.ts';

/** The result of a kill. refused: the world could not be served again. */
export interface Kill {
  readonly number: number;
  readonly plan: Plan;
  readonly result: 'intact' | 'refused' | Fault;
  readonly whys: readonly string[];
  /** The folder with the files as the kill left them; it remains unless all is intact. */
  readonly files: string;
  readonly acknowledged: number;
  readonly branchChanges: number;
}

export interface Killed {
  readonly kills: readonly Kill[];
  /** Why the world could not be served for the first time, or why the file is not intact after the last server ended. */
  readonly wrongs: readonly string[];
}

/** Kills a new world `count` times, or until something is not intact. */
export async function killWorld(seed: number, first: number, count: number): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-kills-'));
  const world = newWorld(folder);
  const ledger = new Ledger(world.ownerKey);
  const kills: Kill[] = [];
  let plan = planOf(seed, first);
  const begun = await begin(world, plan);
  const wrongs = [...begun.wrongs];
  let { server } = begun;
  for (let number = first; server !== undefined && number < first + count; number++) {
    const load = new Load(ledger, seed, number, plan, server);
    const oddities = await loadAndKill(server, load, plan);
    const files = join(folder, `killed-${number}`);
    cpSync(dirname(world.db), files, { recursive: true });
    const next = planOf(seed, number + 1);
    const checked = await serveAgain(world, join(files, basename(world.db)), next, ledger);
    const { differences } = checked.judged;
    const result = checked.server === undefined ? 'refused' : resultOf(oddities, checked.judged);
    kills.push({
      number,
      plan,
      result,
      whys: [...oddities, ...differences.map(({ fault, why }) => `${fault}: ${why}`)],
      files,
      acknowledged: load.acknowledged,
      branchChanges: load.branchChanges,
    });
    plan = next;
    server = checked.server;
    if (result === 'intact') {
      rmSync(files, { recursive: true });
    } else {
      await server?.kill();
      server = undefined;
    }
  }
  if (server !== undefined) {
    wrongs.push(...(await judgeEveryBranch(server, ledger)), ...(await end(server, world)));
    if (wrongs.length === 0) rmSync(folder, { recursive: true });
  }
  return { kills, wrongs };
}

function newWorld(folder: string): World {
  const home = join(folder, 'world');
  mkdirSync(home);
  const scenario = join(folder, 'scenario.json');
  writeFileSync(scenario, JSON.stringify(SCENARIO));
  return { scenario, db: join(home, 'world.gprsim'), ownerKey: randomUUID() };
}

/** Waits for the first acknowledgment, perhaps for a change of branches, and for the delay; then kills the server. Returns what should not have happened. */
async function loadAndKill(server: Server, load: Load, plan: Plan): Promise<string[]> {
  await Promise.race([load.firstAcknowledged, load.ended]);
  await Promise.race([load.branchesChanged, load.ended]);
  await sleep(plan.delayMs);
  const killing = server.kill();
  load.stop();
  const wasRunning = await killing;
  await load.ended;
  return [...load.oddities, ...server.troubles, ...(wasRunning ? [] : ['the server ended before the kill'])];
}

/** Ends the server as a user does, and checks the closed file. Returns what is wrong. */
async function end(server: Server, { db }: World): Promise<string[]> {
  const wrongs: string[] = [];
  const code = await server.stop();
  if (code !== 0) wrongs.push(`the server exits with ${code}`);
  const files = readdirSync(dirname(db));
  if (files.join() !== basename(db))
    wrongs.push(`the closed world leaves ${files.join(', ')} in ${dirname(db)}`);
  const commands = [gprsim('replay', db, '--verify'), gprsim('doctor', '--db', db)];
  for (const outcome of await Promise.allSettled(commands)) {
    if (outcome.status === 'rejected') wrongs.push(outcome.reason.message);
  }
  return wrongs;
}

/** Returns the worst result. */
function resultOf(oddities: readonly string[], { differences }: Judged): 'intact' | Fault {
  const faults = differences.map(({ fault }) => fault);
  const worst = (['lost', 'twice', 'wrong'] as const).find((fault) => faults.includes(fault));
  return worst ?? (oddities.length > 0 ? 'wrong' : 'intact');
}
