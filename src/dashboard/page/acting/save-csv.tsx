// Saves a list of the server as CSV, all its pages.

import { type Query, read } from '../../session/server-call.ts';
import { acting } from './acting.ts';
import { saveFile } from './save-file.ts';

/** The server sends no more rows at once, and the whole file has no more. */
const PAGE_MAX = 1000;
const ROWS_MAX = 50_000;

interface Props {
  /** Of the file, without its ending. */
  readonly name: string;
  /** The text of the file. */
  readonly text: () => Promise<string>;
}

export function SaveCsv({ name, text }: Props) {
  const save = async () => saveFile(new Blob([await text()], { type: 'text/csv' }), `${name}.csv`);
  return (
    <button
      class="small"
      data-testid="save-csv"
      title="Saves all pages, at most 50,000 rows"
      onClick={() => acting(save)}
    >
      CSV
    </button>
  );
}

/** The rows of all pages, of the instant of the first one. @param member of the answer that has them */
export async function allPages<Row>(path: string, asked: Query, member: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let at: Query = {};
  for (;;) {
    const range = { offset: rows.length, limit: PAGE_MAX };
    const page = await read<Record<string, unknown>>(path, { ...asked, ...at, ...range });
    const found = page[member] as readonly Row[];
    rows.push(...found);
    if (rows.length >= Math.min(page.total as number, ROWS_MAX) || found.length === 0) return rows;
    if (page.now) at = { at: page.now as string };
  }
}
