import { Recorder, replayJournal } from '../driver/recorder.ts';
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

/** Takes scenario and journal from a file and derives everything else anew. */
export function importWorld(path: string, target: string, output: Output): void {
  const source = WorldFile.open(path, { mustExist: true });
  try {
    const scenario = source.scenario();
    if (scenario === undefined) throw new CommandFailure(`${path} holds no scenario`);
    const file = WorldFile.open(target);
    try {
      if (file.scenario() !== undefined) throw badUsage(`${target} holds a world already; give a new file`);
      file.setScenario(scenario);
      const recorder = Recorder.resume(file);
      const journal = source.journal();
      for (const entry of journal) {
        recorder.simulation.openRound(entry.atMs, entry.round);
        const checked = recorder.simulation.check(entry.command);
        if (!checked.ok && entry.command.kind !== 'gpr.delete') {
          throw new CommandFailure(
            `${path} is damaged: command ${entry.seq} of its journal is refused (${checked.rejection.code})`,
          );
        }
        file.transaction(() => {
          recorder.apply(entry);
          recorder.write();
        });
      }
      replayJournal(recorder.simulation, [], source.mark());
      recorder.commit([]);
      recorder.snapshot();
      const { hash, seq } = recorder.simulation.clock();
      output.data({ imported: target, commands: journal.length, facts: seq, hash });
      output.text(`imported ${journal.length} commands into ${target}; ${seq} facts, hash ${hash}`);
    } finally {
      file.close();
    }
  } finally {
    source.close();
  }
}
