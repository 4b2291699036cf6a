import type { Command } from 'commander';
import { keptFile } from '../../../arguments/words.ts';
import { WorldFile } from '../../../store/world-file.ts';
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

export function declare(command: Command, output: Output): void {
  command.action((file, out) => exportWorld(file, out, output));
}
