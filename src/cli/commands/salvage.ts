import { keptFile } from '../../arguments/values.ts';
import { buildSalvaged, type SavedBranch } from '../../driver/import/build-salvaged.ts';
import { PartFile } from '../../store/opening/part-file.ts';
import { salvage as readSalvage, type Salvaged } from '../../store/rescue/salvaged.ts';
import { WorldFile } from '../../store/world-file.ts';
import { counted } from '../../wire/text/counted.ts';
import type { Output } from '../support/output/output.ts';
import { LongWork } from '../support/process/long-work.ts';

/** Saves what is whole of a damaged file in a new file, and reports what stays behind. */
export async function salvage(path: string, flags: { readonly to: string }, output: Output): Promise<void> {
  keptFile(path, 'salvage');
  const target = keptFile(flags.to, '--to');
  const part = new PartFile(target);
  const work = new LongWork(output);
  try {
    const saved = readSalvage(path);
    work.begin({ what: 'saving', counts: 'events' });
    const file = WorldFile.open(part.path);
    let branches: SavedBranch[];
    try {
      branches = await buildSalvaged(path, saved, file, ({ events, simMs, done }) =>
        work.show({ count: events, simMs, done }),
      );
    } finally {
      file.close();
      saved.close();
    }
    work.end();
    part.keep();
    report(target, saved, branches, output);
  } catch (error) {
    throw part.explained(error);
  } finally {
    part.drop();
    work.end();
  }
}

function report(
  target: string,
  { keys, damage }: Salvaged,
  branches: readonly SavedBranch[],
  output: Output,
): void {
  const behind = [
    ...damage,
    ...branches.flatMap(({ branch, stop }) => (stop === undefined ? [] : [`branch ${branch}: ${stop}`])),
  ];
  output.data({ saved: target, branches, keys: keys.length, damage: behind });
  output.text(`saved in ${target}: ${counted(keys.length, 'API key')}`);
  for (const { branch, commands, facts, hash, isWhole } of branches) {
    const end = isWhole ? 'whole' : 'up to its last whole command';
    output.text(
      `  branch ${branch}  ${counted(commands, 'command')}, ${counted(facts, 'fact')}, hash ${hash}, ${end}`,
    );
  }
  for (const what of behind) output.text(`left behind: ${what}`);
}
