import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { whyUnwritable } from '../../../files/file-errors.ts';
import { fileWord } from '../../../files/shell-word.ts';
import { parseJson } from '../../../scenario/parse-json.ts';
import { starterScenario } from '../../../scenario/starter.ts';
import { requireOwnName } from '../../../store/sqlite/opening/part-of-world.ts';
import type { Output } from '../../support/output/output.ts';

const DEFAULT_FILE = 'scenario.json';

/** Writes a commented scenario to a new file; `-` is standard output. */
export function init(file: string = DEFAULT_FILE, output: Output): void {
  if (file === '-') {
    const text = starterScenario(DEFAULT_FILE);
    const parsed = parseJson(text);
    if (parsed.ok) output.data(parsed.value);
    output.text(text.trimEnd());
    return;
  }
  write(file, starterScenario(fileWord(file)));
  output.data({ created: file });
  output.text(`wrote ${file}. Try:`);
  output.text(`  gprsim run ${fileWord(file)}`);
  output.text(`  gprsim serve ${fileWord(file)} --db :memory: --speed 60`);
}

function write(file: string, text: string): void {
  const folder = dirname(file);
  if (!existsSync(folder))
    throw badUsage(`${file} cannot be written: the folder ${folder} does not exist; create it first`);
  const refused = (error: unknown) =>
    new CommandFailure(`${file} cannot be written: ${whyUnwritable(error)}`);
  requireOwnName(resolve(file));
  let opened: number;
  try {
    opened = openSync(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandFailure(`${file} exists already; give the name of a new file`);
    throw refused(error);
  }
  try {
    writeFileSync(opened, text);
  } catch (error) {
    rmSync(file);
    throw refused(error);
  } finally {
    closeSync(opened);
  }
}

export function declare(command: Command, output: Output): void {
  command.action((file) => init(file, output));
}
