// Runs the scenario and the journal of a file again from the start and compares the facts with the stored ones.

import { ENGINE_VERSION, NEVER } from '../../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../../arguments/command-failure.ts';
import { keptFile, parseInstant } from '../../../../arguments/values.ts';
import { ComparedRuns, ESTIMATES } from '../../../../driver/stored/compared-runs.ts';
import { fileSlices, fromStart } from '../../../../driver/stored/replay.ts';
import { storedJournal } from '../../../../driver/stored/stored.ts';
import { runOf, StoredFacts } from '../../../../driver/stored/stored-facts.ts';
import { Damaged } from '../../../../store/store-error.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import type { Output } from '../../../support/output/output.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { diff } from './diff.ts';

interface ReplayFlags {
  readonly until?: string;
  readonly verify?: boolean;
  readonly diff?: string;
}

export async function replay(path: string, flags: ReplayFlags, output: Output): Promise<void> {
  if (flags.diff !== undefined && (flags.verify || flags.until !== undefined))
    throw badUsage('--diff compares whole files; remove --verify and --until');
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
  const { scenario, mark } = runOf(file);
  const untilMs = flags.until === undefined ? NEVER : parseInstant(flags.until, scenario, '--until');
  const isWhole = untilMs >= mark.nowMs;
  const sameEngine = file.engineVersion === ENGINE_VERSION;
  if (!sameEngine) {
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
  const { simulation } = fromStart(file.present, scenario);
  const stored = new StoredFacts(file.present, simulation, isWhole ? NEVER : untilMs);
  const estimates = new ComparedRuns(file.present, ESTIMATES);
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
  for (const _ of fileSlices(
    file.present,
    simulation,
    storedJournal(file.present),
    isWhole ? mark : untilMs,
    count,
  )) {
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
    estimatesDiffer ??= whyDamaged(() => estimates.end(simulation.estimateChanges, file.present.estimates));
  const expected = stored.end();
  work.end();

  const { hash, seq: facts } = simulation.clock();
  const isSame = hash === expected && (!isWhole || hash === mark.hash);
  const verified = isSame && sameEngine && damage === undefined && estimatesDiffer === undefined;
  const difference = verified || !flags.verify ? undefined : whyNotVerified();
  output.data({
    hash,
    expected,
    facts,
    verified,
    commands,
    seed: scenario.seed,
    scenario: scenario.name,
    interrupted: file.isInterrupted,
    ...(difference !== undefined && { difference }),
  });
  output.text(
    `${scenario.name}  seed ${scenario.seed}  ${counted(commands, 'command')}, ${counted(facts, 'fact')}`,
  );
  output.text(`replayed ${hash}`);
  output.text(`stored   ${expected}  ${isSame ? 'the same' : 'DIFFERENT'}`);
  if (difference === undefined) return;
  output.remark(`gprsim: ${difference}`);
  throw new CommandFailure('');

  function whyNotVerified(): string {
    if (!sameEngine) return 'the facts are from another version of the engine';
    const parts = [
      ...(stored.difference === undefined ? [] : [stored.difference]),
      ...(estimatesDiffer === undefined ? [] : [estimatesDiffer]),
      ...(damage === undefined ? [] : [damage.message]),
    ];
    if (parts.length > 0) return parts.join('\n');
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
