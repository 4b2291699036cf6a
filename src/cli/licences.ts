import sea from 'node:sea';
import { CommandFailure } from './failure.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

/** Something that is inside the executable. */
interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Empty where the package has no text of its own. */
  readonly text: string;
}

const ASSET = 'licences.json';

/** Lists what is inside the executable, then the licences word by word. */
export function licences(output: Output): void {
  if (!sea.isSea()) {
    throw new CommandFailure(
      '--licenses lists what is inside the executable (npm run build:exe); here every package lies in node_modules ' +
        'with its licence beside it',
    );
  }
  const all = JSON.parse(sea.getAsset(ASSET, 'utf8')) as Licence[];
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
