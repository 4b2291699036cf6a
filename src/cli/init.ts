import { writeFileSync } from 'node:fs';
import { parseJson } from '../scenario/json.ts';
import { starterScenario } from '../scenario/starter.ts';
import { CommandFailure } from './failure.ts';
import type { Output } from './output.ts';

const DEFAULT_FILE = 'scenario.json';

/** Writes a scenario with comments to a file that there is not yet; `-` is standard output. */
export function init(file: string = DEFAULT_FILE, output: Output): void {
  if (file === '-') {
    const parsed = parseJson(starterScenario);
    if (parsed.ok) output.data(parsed.value);
    output.text(starterScenario.trimEnd());
    return;
  }
  try {
    writeFileSync(file, starterScenario, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandFailure(`there is a file ${file} already; give a new one`);
    throw new CommandFailure(`${file} cannot be written: ${(error as Error).message}`);
  }
  output.data({ created: file });
  output.text(`wrote ${file}; now try:`);
  output.text(`  gprsim run ${file}`);
  output.text(`  gprsim serve ${file} --db :memory: --speed 60`);
}
