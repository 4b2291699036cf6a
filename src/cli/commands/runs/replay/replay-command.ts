// Runs the scenario and the journal of a file again from the start and compares the facts with the stored ones.

import type { Command } from 'commander';
import { ENGINE_VERSION, NEVER } from '../../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../../arguments/command-failure.ts';
import { parseInstant } from '../../../../arguments/flag-values.ts';
import { keptFile } from '../../../../arguments/words.ts';
import { finished } from '../../../../driver/slice.ts';
import { ComparedRuns, ESTIMATES } from '../../../../driver/stored/compared-runs.ts';
import { fileSlices, fromStart } from '../../../../driver/stored/replay.ts';
import { storedJournal } from '../../../../driver/stored/stored.ts';
import { newStoredFacts, runOf } from '../../../../driver/stored/stored-facts.ts';
import { fileWord } from '../../../../files/shell-word.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import type { Past } from '../../../../store/past.ts';
import { Damaged } from '../../../../store/store-error.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { perhapsImpure, requireGiven } from '../../../../wire/text/own-policies.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { addModulesOfFile, parseBranch, until } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { diff } from './diff.ts';

interface ReplayFlags {
  readonly until?: string;
  readonly verify?: boolean;
  readonly diff?: string;
  readonly branch?: number;
}

export async function replay(path: string, flags: ReplayFlags, output: Output): Promise<void> {
  if (flags.diff !== undefined && (flags.verify || flags.until !== undefined || flags.branch !== undefined))
    throw badUsage('--diff compares whole files; remove --verify, --until and --branch');
  const file = WorldFile.read(keptFile(path, 'replay'));
  const work = new LongWork(output);
  try {
    if (flags.diff === undefined) await verify(file, flags, work, output);
    else await diff(file, flags.diff, work, output);
  } finally {
    work.end();
    file.close();
  }
}

async function verify(file: WorldFile, flags: ReplayFlags, work: LongWork, output: Output): Promise<void> {
  const { scenario, mark } = runOf(file, pastOf(file, flags.branch));
  requireGiven(file.path, scenario.scheduler, ownPolicies);
  if (file.engineVersion !== ENGINE_VERSION) {
    output.remark(
      `gprsim: ${file.path} is from engine version ${file.engineVersion}; this engine has version ${ENGINE_VERSION}`,
    );
  }
  if (file.isInterrupted) {
    const at = new Timeline(scenario.start).iso(mark.nowMs);
    output.remark(`gprsim: the run in ${file.path} is incomplete: it was interrupted at ${at}`);
  }
  const damage = flags.verify ? file.damage() : undefined;
  if (damage !== undefined) file.compareDamage();
  // A verification without --branch covers all branches, the current one last.
  const others =
    flags.verify && flags.branch === undefined ? file.branches.all().map(({ branch }) => branch) : [];
  const replays: Replayed[] = [];
  for (const branch of [...others.filter((branch) => branch !== file.branch), flags.branch ?? file.branch])
    replays.push(await replayed(file, pastOf(file, branch), flags, work));
  work.end();

  const differences = replays.flatMap(({ branch, difference }) =>
    difference === undefined || !flags.verify
      ? []
      : [replays.length > 1 ? `branch ${branch}: ${difference}` : difference],
  );
  if (damage !== undefined) differences.push(damage.message);
  const { commands, facts, hash, expected } = replays.at(-1)!;
  const verified = damage === undefined && replays.every(({ difference }) => difference === undefined);
  output.data({
    hash,
    expected,
    facts,
    verified,
    commands,
    seed: scenario.seed,
    scenario: scenario.name,
    interrupted: file.isInterrupted,
    ...(replays.length > 1 && {
      branches: replays.map(({ branch, hash, difference }) => ({
        branch,
        hash,
        verified: difference === undefined,
      })),
    }),
    ...(differences.length > 0 && { difference: differences.join('\n') }),
  });
  for (const one of replays) {
    const branch = replays.length > 1 ? `branch ${one.branch}  ` : '';
    output.text(
      `${branch}${scenario.name}  seed ${scenario.seed}  ${counted(one.commands, 'command')}, ${counted(one.facts, 'fact')}`,
    );
    output.text(`replayed ${one.hash}`);
    output.text(`stored   ${one.expected}  ${one.isSame ? 'the same' : 'DIFFERENT'}`);
  }
  if (differences.length === 0) return;
  output.remark(`gprsim: ${differences.join('\n')}`);
  throw new CommandFailure('');
}

/** @throws CommandFailure if the file has no such branch */
function pastOf(file: WorldFile, branch = file.branch): Past {
  if (branch === file.branch) return file.present;
  if (file.branches.all().some((row) => row.branch === branch)) return file.past(branch);
  throw badUsage(
    `${file.path} has no branch ${branch}; gprsim branches ${fileWord(file.path)} lists the branches`,
  );
}

interface Replayed {
  readonly branch: number;
  readonly commands: number;
  readonly facts: number;
  readonly hash: string;
  /** The hash over the stored facts. */
  readonly expected: string;
  readonly isSame: boolean;
  /** Why the replay is not verified. */
  readonly difference: string | undefined;
}

async function replayed(file: WorldFile, past: Past, flags: ReplayFlags, work: LongWork): Promise<Replayed> {
  const { scenario, mark } = runOf(file, past);
  const untilMs = flags.until === undefined ? NEVER : parseInstant(flags.until, scenario, '--until');
  const isWhole = untilMs >= mark.nowMs;
  const { simulation } = finished(fromStart(past, { scenario, ownPolicies }));
  const stored = newStoredFacts(past, simulation, isWhole ? NEVER : untilMs);
  const estimates = new ComparedRuns(past, ESTIMATES, ownPolicies);
  let estimatesDiffer: string | undefined;
  const compare = () => {
    const changes = simulation.takeEstimates();
    if (flags.verify) estimatesDiffer ??= whyDamaged(() => estimates.compare(changes));
    stored.compare(simulation.takeFacts());
  };
  let commands = 0;
  const count = () => {
    commands++;
  };
  work.begin({ what: 'replaying', counts: 'events' });
  const end = isWhole ? mark : untilMs;
  for (const _ of fileSlices(past, simulation, storedJournal(past), end, count)) {
    compare();
    const { events, nowMs } = simulation;
    const { seq } = simulation.clock();
    // The replay diverges and could run forever.
    if (seq > mark.facts) break;
    const done = isWhole ? seq / mark.facts : nowMs / untilMs;
    await work.show({ count: events, simMs: nowMs, done: Math.min(1, done) });
  }
  compare();
  if (isWhole && flags.verify)
    estimatesDiffer ??= whyDamaged(() => estimates.end(simulation.estimateChanges, past.estimates));
  const expected = stored.end();
  const { hash, seq: facts } = simulation.clock();
  const isSame = hash === expected && (!isWhole || hash === mark.hash);
  const { branch } = past;
  return { branch, commands, facts, hash, expected, isSame, difference: whyNotVerified() };

  function whyNotVerified(): string | undefined {
    if (file.engineVersion !== ENGINE_VERSION) return 'the facts are from another version of the engine';
    const parts = [stored.difference, estimatesDiffer].filter((part) => part !== undefined);
    const cause = perhapsImpure(ownPolicies);
    if (estimatesDiffer === undefined && cause !== '' && parts.length > 0)
      parts.push(`the facts differ${cause}`);
    if (parts.length > 0) return parts.join('\n');
    if (isSame) return undefined;
    return `the facts are identical, but the file records the hash ${mark.hash} for them, not ${hash}`;
  }
}

/** Returns the reason of the damage that `check` finds, undefined if there is none. */
function whyDamaged(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Damaged) return error.why;
    throw error;
  }
}

export function declare(command: Command, output: Output): void {
  addModulesOfFile(command, output)
    .addOption(until())
    .option('--verify', 'exit with 1 unless the facts are the same')
    .option('--branch <N>', 'replay this branch instead of the current one', parseBranch('--branch'))
    .option('--diff <OTHER>', 'show the first fact that differs from the facts of another file')
    .action((file, flags) => replay(file, flags, output));
}
