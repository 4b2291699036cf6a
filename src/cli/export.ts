import { existsSync, rmSync } from 'node:fs';
import { Recorder, replayJournal } from '../driver/recorder.ts';
import { StoreError } from '../store/database.ts';
import { WorldFile } from '../store/world-file.ts';
import { badUsage, CommandFailure } from './failure.ts';
import type { Output } from './output.ts';

/** Copies a world's file without the tables of the process. */
export function exportWorld(path: string, target: string, output: Output): void {
  const file = WorldFile.open(path, { mustExist: true });
  try {
    file.exportTo(target);
  } finally {
    file.close();
  }
  output.data({ exported: target });
  output.text(`exported to ${target}`);
}

/** Takes scenario and journal from a file and derives everything else anew, in a file that there is not yet. */
export function importWorld(path: string, target: string, output: Output): void {
  if (existsSync(target)) throw badUsage(`there is a file ${target} already; give a new one`);
  const source = WorldFile.open(path, { mustExist: true });
  try {
    const scenario = source.scenario();
    if (scenario === undefined) throw new CommandFailure(`${path} holds no scenario`);
    const file = WorldFile.open(target);
    try {
      file.setScenario(scenario);
      const { commands, facts, hash } = rebuild(source, file);
      output.data({ imported: target, commands, facts, hash });
      output.text(`imported ${commands} commands into ${target}; ${facts} facts, hash ${hash}`);
    } catch (error) {
      file.close();
      rmSync(target);
      // Whatever cannot be derived from a file's scenario and journal is the file's fault.
      if (error instanceof CommandFailure || error instanceof StoreError) throw error;
      throw new CommandFailure(`${path} is damaged: ${(error as Error).message}`);
    }
    file.close();
  } finally {
    source.close();
  }
}

function rebuild(source: WorldFile, file: WorldFile): { commands: number; facts: number; hash: string } {
  const recorder = Recorder.resume(file);
  const { simulation } = recorder;
  const journal = source.journal();
  for (const entry of journal) {
    simulation.openRound(entry.atMs, entry.round);
    const checked = simulation.check(entry.command);
    if (!checked.ok && entry.command.kind !== 'gpr.delete') {
      throw new CommandFailure(
        `${source.path} is damaged: command ${entry.seq} of its journal is refused (${checked.rejection.code})`,
      );
    }
    file.transaction(() => {
      recorder.apply(entry);
      recorder.write();
    });
  }
  replayJournal(simulation, [], source.mark());
  recorder.commit([]);
  recorder.snapshot();
  const { hash, seq } = simulation.clock();
  return { commands: journal.length, facts: seq, hash };
}
