import { readFileSync } from 'node:fs';
import sea from 'node:sea';
import { CommandFailure } from '../support/failure.ts';
import type { Output } from '../support/output.ts';
import { table } from '../support/table.ts';

/** Something that is inside the executable, or inside the bundle. */
interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Empty where the package has no text of its own. */
  readonly text: string;
}

/** Lists what is inside the program, then the licences word by word. */
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
  return `(No text comes with it${other === undefined ? '' : `; that of ${licence} stands under ${other.name}`}.)`;
}

/** The build of a bundle writes the file. */
function besideBundle(): string {
  try {
    return readFileSync(new URL('gprsim.licences.json', import.meta.url), 'utf8');
  } catch {
    throw new CommandFailure(
      '--licenses lists the packages in the bundle or in the executable; this program runs from its sources, ' +
        'and the packages lie in node_modules, each with its licence',
    );
  }
}
