import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sea from 'node:sea';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import type { Output } from '../../../support/output/output.ts';
import { table } from '../../../support/output/text-table.ts';

/** The licence of a package inside the executable or the bundle. */
interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** '' if the package has no licence text. */
  readonly text: string;
}

/** Lists the packages inside the program, then prints the licence texts. */
export function licences(output: Output): void {
  const all = JSON.parse(sea.isSea() ? sea.getAsset('licences.json', 'utf8') : besideBundle()) as Licence[];
  output.data(all);
  for (const line of table(
    all.map(({ name, version, licence }) => [name, version, licence]),
    { least: { 0: 20, 2: 20 } },
  ))
    output.text(line);
  for (const { name, version, licence, text } of all) {
    const title = `${name} ${version}: ${licence}`;
    output.text(`\n${'='.repeat(title.length)}\n${title}\n${'='.repeat(title.length)}\n`);
    output.text(text === '' ? withoutText(licence, all) : text);
  }
}

function withoutText(licence: string, all: readonly Licence[]): string {
  const other = all.find((one) => one.licence === licence && one.text !== '');
  return `(The package has no licence text${other === undefined ? '' : `; ${other.name} has the text of ${licence}`}.)`;
}

/** The list that the build writes beside the bundle. @throws CommandFailure without a bundle */
function besideBundle(): string {
  try {
    return readFileSync(join(import.meta.dirname, 'gprsim.licences.json'), 'utf8');
  } catch {
    throw new CommandFailure(
      '--licenses needs the bundle or the executable, and this program runs from its sources; ' +
        'node_modules has the packages with their licences',
    );
  }
}
