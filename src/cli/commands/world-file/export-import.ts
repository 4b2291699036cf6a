import { AbsentPolicy } from '../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { keptFile } from '../../../arguments/flag-values.ts';
import { rebuildFile } from '../../../driver/import/rebuild-imported.ts';
import { ImportRefused } from '../../../driver/world.ts';
import { ownPolicies } from '../../../modules/given.ts';
import { requireFile } from '../../../store/opening/database.ts';
import { PartFile } from '../../../store/opening/part-file.ts';
import { WrongFile } from '../../../store/store-error.ts';
import { WorldFile } from '../../../store/world-file.ts';
import { counted } from '../../../wire/text/counted.ts';
import { perhapsImpure } from '../../../wire/text/own-policies.ts';
import type { Output } from '../../support/output/output.ts';
import { LongWork } from '../../support/process/long-work.ts';

/** Copies a world's file without its keys and other data of the serving process. */
export async function exportWorld(path: string, target: string, output: Output): Promise<void> {
  keptFile(target, 'export');
  const file = WorldFile.read(keptFile(path, 'export'));
  const work = new LongWork(output);
  try {
    let copied: string | undefined;
    for (const { what, count, done } of file.exportSlices(target)) {
      if (what !== copied) work.begin({ what: `exporting ${what}`, counts: what });
      copied = what;
      await work.show({ count, simMs: null, done });
    }
  } finally {
    work.end();
    file.close();
  }
  output.data({ exported: target });
  output.text(`exported to ${target}`);
}

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
      0,
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
