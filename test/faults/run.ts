// node test/faults/run.ts [--kind NAME] [--seed N] [--cases N] [--case N] [--pretend OFF|NORMAL]
// Runs cases of storage faults, all kinds by default, and prints a line of JSON for each kind. With --case, prints the last operations before the fault.
// With --check, checks the harness instead. Exits with 1 if a case violates the promise of the store.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cases, type Judged } from './cases.ts';
import { check } from './check.ts';
import { KINDS, type Kind } from './kinds.ts';
import { Shim, shimmed, shimRefusal } from './shim.ts';
import { tuned, tuning } from './tuning.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '200' },
    case: { type: 'string' },
    pretend: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});

/** Cases with the same result for the same reason, apart from numbers. */
export interface Group {
  readonly result: string;
  readonly isViolation: boolean;
  count: number;
  /** The command that repeats the first case. */
  readonly repeat: string;
  readonly why: string;
}

export interface Report {
  readonly kind: Kind;
  readonly cases: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Violations and refusals. */
  readonly groups: readonly Group[];
  readonly ms: number;
}

if (process.env.FAULTS_FOLDER === undefined) startShimmed();
else if (values.check) console.log(JSON.stringify(await check(new Shim(), Number(values.seed)), null, 1));
else await runAll();

/** Starts this program again, with the shim. */
function startShimmed(): void {
  const refusal = shimRefusal();
  if (refusal !== undefined) throw new Error(refusal);
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gprsim-faults-'));
  try {
    const { status } = spawnSync(process.execPath, process.argv.slice(1), {
      env: shimmed(folder),
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runAll(): Promise<void> {
  tuning.pretended = values.pretend;
  const shim = new Shim();
  for (const kind of values.kind === undefined ? (Object.keys(KINDS) as Kind[]) : [values.kind as Kind]) {
    const report = await runKind(shim, kind);
    if (report.groups.some(({ isViolation }) => isViolation)) process.exitCode = 1;
    console.log(JSON.stringify(report));
  }
  if (tuned === 0) throw new Error('the store no longer sets wal_autocheckpoint; adapt tuning.ts');
}

async function runKind(shim: Shim, kind: Kind): Promise<Report> {
  const seed = Number(values.seed);
  const cases = new Cases(shim, seed, kind);
  const numbers =
    values.case === undefined
      ? Array.from({ length: Number(values.cases) }, (_, i) => i)
      : [Number(values.case)];
  const counts: Record<string, number> = {};
  const groups: Map<string, Group> = new Map();
  const begunAt = performance.now();
  for (const number of numbers) {
    const judged = await cases.run(number);
    for (const key of keysOf(judged)) counts[key] = (counts[key] ?? 0) + 1;
    const { result, isViolation } = judged;
    // Damaged texts may hold any character.
    const why = judged.why.replace(/[^\n -~]/g, '?');
    if (values.case !== undefined) console.log(judged.tail.join('\n'));
    if (!isViolation && result !== 'refused') continue;
    const known = groups.get(keyOf(judged));
    if (known !== undefined) known.count++;
    else
      groups.set(keyOf(judged), {
        result,
        isViolation,
        count: 1,
        repeat: commandOf(kind, seed, number),
        why,
      });
  }
  const ms = Math.round(performance.now() - begunAt);
  return { kind, cases: numbers.length, counts, groups: [...groups.values()], ms };
}

function keysOf({ result, isViolation, holdsUnanswered, notes }: Judged): string[] {
  const more = [...(isViolation ? ['violation'] : []), ...(holdsUnanswered ? ['holds unanswered'] : [])];
  return [result, ...more, ...notes];
}

/** Reasons are the same if they differ only in numbers, quoted texts and the place of the fault. */
function keyOf({ result, isViolation, why }: Judged): string {
  const reason = why
    .replace(/^.*?: /, '')
    .replace(/".*"|\(.*?\)/g, '')
    .replace(/[\d-]+/g, 'N');
  return `${result} ${isViolation} ${reason}`;
}

function commandOf(kind: Kind, seed: number, number: number): string {
  const pretend = values.pretend === undefined ? '' : ` --pretend ${values.pretend}`;
  return `node test/faults/run.ts --kind ${kind} --seed ${seed} --case ${number}${pretend}`;
}
