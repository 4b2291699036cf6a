import type { Command } from 'commander';
import { AbsentPolicy } from '../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { keptFile } from '../../../arguments/words.ts';
import { rebuildFile } from '../../../driver/import/rebuild-imported.ts';
import { ImportRefused } from '../../../driver/world.ts';
import { ownPolicies } from '../../../modules/given.ts';
import { requireFile } from '../../../store/sqlite/opening/database.ts';
import { PartFile } from '../../../store/sqlite/opening/part-file.ts';
import { WrongFile } from '../../../store/store-error.ts';
import { counted } from '../../../wire/text/counted.ts';
import { perhapsImpure } from '../../../wire/text/own-policies.ts';
import { addModulesOfFile } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { LongWork } from '../../support/process/long-work.ts';

/** Creates a file from the scenario and the journal of another one, and derives everything else again. */
export async function importWorld(path: string, target: string, output: Output): Promise<void> {
  for (const file of [path, target]) keptFile(file, 'import');
  requireFile(path);
  const part = new PartFile(target);
  const work = new LongWork(output);
  try {
    work.begin({ what: 'importing', counts: 'events' });
    const { recorder, commands, isAsStored } = await rebuildFile(
      path,
      part.path,
      ({ events, simMs, done }) => work.show({ count: events, simMs, done }),
      { ownPolicies },
    );
    work.end();
    part.keep();
    const { hash, seq: facts } = recorder.simulation.clock();
    output.data({ imported: target, commands, facts, hash, isAsStored });
    const same = isAsStored
      ? 'identical to the stored facts'
      : `different from the stored facts${perhapsImpure(ownPolicies)}`;
    output.text(
      `imported ${counted(commands, 'command')} into ${target}; ${counted(facts, 'fact')} (${same}), hash ${hash}`,
    );
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw part.explained(error);
    const refusal = `${path} cannot be imported: ${error.message}`;
    const isUsage = error.cause instanceof WrongFile || error.cause instanceof AbsentPolicy;
    throw isUsage ? badUsage(refusal) : new CommandFailure(refusal);
  } finally {
    part.drop();
    work.end();
  }
}

export function declare(command: Command, output: Output): void {
  addModulesOfFile(command, output).action((file, out) => importWorld(file, out, output));
}
