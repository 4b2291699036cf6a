// node test/kills/run.ts [--kills N] [--seed N] [--kill N] [--json]
// Kills served worlds under load, and checks over HTTP that each restart has everything acknowledged, and nothing twice.
// With --kill, runs this kill and those before it in its world. Exits with 1 if a kill violates the promise.

import { parseArgs } from 'node:util';
import { type Kill, type Killed, killWorld } from './kills.ts';
import { KILLS_PER_WORLD } from './plan.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    kill: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

export interface Report {
  readonly counts: Readonly<Record<string, number>>;
  /** Each with the command that repeats it. */
  readonly violations: readonly string[];
  readonly slowestRestartMs: number;
}

/** Differences that are shown for each kill. */
const SHOWN = 10;

const seed = Number(values.seed);
const report = reportOf(await runAll());
console.log(values.json ? JSON.stringify(report) : textOf(report));
if (report.violations.length > 0) process.exitCode = 1;

async function runAll(): Promise<Killed[]> {
  if (values.kill !== undefined) {
    const before = Number(values.kill) % KILLS_PER_WORLD;
    return [await killWorld(seed, Number(values.kill) - before, before + 1)];
  }
  const worlds: Killed[] = [];
  const kills = Number(values.kills);
  for (let first = 0; first < kills; first += KILLS_PER_WORLD) {
    worlds.push(await killWorld(seed, first, Math.min(KILLS_PER_WORLD, kills - first)));
  }
  return worlds;
}

function reportOf(worlds: readonly Killed[]): Report {
  const kills = worlds.flatMap((world) => world.kills);
  const sum = (of: (kill: Kill) => number) => kills.reduce((total, kill) => total + of(kill), 0);
  const count = (is: (kill: Kill) => boolean) => kills.filter(is).length;
  const startsBefore = worlds.reduce((total, { killedStarts }) => total + killedStarts, 0);
  return {
    counts: {
      kills: kills.length,
      'of a durable world': count(({ plan }) => plan.isDurable),
      'with a paused clock': count(({ plan }) => plan.speed === undefined),
      'more kills during a restart': sum(({ killedStarts }) => killedStarts),
      'more kills during a creation': startsBefore,
      'acknowledged requests': sum(({ acknowledged }) => acknowledged),
      'of them changes of branches': sum(({ branchChanges }) => branchChanges),
      'kills within a change of branches': count(({ hitsBranchChange }) => hitsBranchChange),
      'requests refused because of a state': sum(({ refusedRequests }) => refusedRequests),
      'unanswered, took effect': sum(({ tookEffect }) => tookEffect),
      'unanswered, had no effect': sum(({ hadNoEffect }) => hadNoEffect),
      intact: count(({ result }) => result === 'intact'),
      refused: count(({ result }) => result === 'refused'),
      lost: count(({ result }) => result === 'lost'),
      'applied twice': count(({ result }) => result === 'twice'),
      'otherwise wrong': count(({ result }) => result === 'wrong'),
    },
    violations: worlds.flatMap(violationsOf),
    slowestRestartMs: Math.round(Math.max(0, ...kills.map(({ restartMs }) => restartMs))),
  };
}

function violationsOf({ first, kills, wrongs }: Killed): string[] {
  const violations = kills.filter(({ result }) => result !== 'intact').map(violationOf);
  const last = kills.at(-1)?.number ?? first;
  return [...violations, ...wrongs.map((why) => `world of kill ${last}: ${why}\n  ${commandOf(last)}`)];
}

function violationOf({ number, plan, whys, files }: Kill): string {
  const more = whys.length > SHOWN ? [`and ${whys.length - SHOWN} more differences`] : [];
  const lines = [
    ...whys.slice(0, SHOWN),
    ...more,
    `plan: ${JSON.stringify(plan)}`,
    `files as the kill left them: ${files}`,
    `similar requests, and a kill at a similar time: ${commandOf(number)}`,
  ];
  return `kill ${number}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function commandOf(number: number): string {
  return `node test/kills/run.ts --seed ${seed} --kill ${number}`;
}

function textOf({ counts, violations, slowestRestartMs }: Report): string {
  const counted = Object.entries({ ...counts, 'ms for the slowest restart': slowestRestartMs });
  const lines = counted.map(([name, count]) => `${String(count).padStart(8)} ${name}`);
  return [...lines, ...violations].join('\n');
}
