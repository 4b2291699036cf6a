// The world of a file, for a command that reads it. Without a usable snapshot, it is derived from the journal, which can take
// long.

import { badUsage } from '../../../arguments/command-failure.ts';
import { parseInstant } from '../../../arguments/flag-values.ts';
import { deriving } from '../../../driver/commits/derived.ts';
import type { Recorder } from '../../../driver/commits/recorder.ts';
import { requireEngine, restarted } from '../../../driver/commits/restart.ts';
import { type Stored, storedAt } from '../../../driver/past/read-only-world.ts';
import { runOf } from '../../../driver/stored/stored-facts.ts';
import { ownPolicies } from '../../../modules/given.ts';
import type { WorldFile } from '../../../store/world-file.ts';
import { Timeline } from '../../../wire/time/timestamps.ts';
import type { Output } from '../output/output.ts';
import { LongWork } from '../process/long-work.ts';

const rebuilding = { what: 'rebuilding', counts: 'events' } as const;

/** @param check called with the number of events after each slice @throws CommandFailure on a signal */
export async function resumed(
  file: WorldFile,
  output: Output,
  check: (events: number) => void = () => {},
): Promise<Recorder> {
  const work = new LongWork(output);
  try {
    work.begin(rebuilding);
    return await restarted(
      file,
      ({ events, simMs, done }) => {
        check(events);
        return work.show({ count: events, simMs, done });
      },
      ownPolicies,
    );
  } finally {
    work.end();
  }
}

/**
 * What a file holds at an instant of its current branch, by default at the end.
 * @param at the value of --at @throws CommandFailure on a signal, and if the branch does not have the instant
 */
export async function storedOf(file: WorldFile, at: string | undefined, output: Output): Promise<Stored> {
  const atMs = at === undefined ? undefined : instantIn(file, at);
  const past = file.present;
  if (atMs === undefined) {
    const { simulation } = await resumed(file, output);
    return { file, simulation, past };
  }
  const work = new LongWork(output);
  try {
    work.begin(rebuilding);
    const slices = deriving(past, { ...runOf(file), ownPolicies }, atMs);
    for (let step = slices.next(); ; step = slices.next()) {
      if (step.done) return storedAt(file, past, step.value);
      const { events = 0, nowMs = 0 } = step.value ?? {};
      await work.show({ count: events, simMs: nowMs, done: nowMs / atMs });
    }
  } finally {
    work.end();
  }
}

/** ms since the scenario's start; undefined for the end. @throws CommandFailure */
function instantIn(file: WorldFile, at: string): number | undefined {
  const { scenario, mark } = runOf(file);
  requireEngine(file);
  const atMs = parseInstant(at, scenario, '--at');
  if (atMs < mark.nowMs) return atMs;
  if (atMs === mark.nowMs) return undefined;
  const end = new Timeline(scenario.start).iso(mark.nowMs);
  throw badUsage(`--at ${at} is after the end of ${file.path}, ${end}; give an earlier instant`);
}
