// Measures the server under load from another process, against a bare server that does the same work; its start and memory.

import type { Entry, Row } from '../measuring/row.ts';
import { startRows } from '../start.ts';
import { authRow } from './auth.ts';
import { keptRequestsRow } from './kept-requests.ts';
import { Loader } from './loader.ts';
import { memoryRows } from './memory.ts';
import { mutationRows } from './mutations.ts';
import { readable, readRows } from './reads.ts';
import { withPair } from './rounds.ts';
import { streamRows } from './stream.ts';
import { program, refreshProgram } from './subject.ts';

export const server: Entry = async ({ quick }) => {
  refreshProgram();
  const loader = new Loader();
  const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
    'reads and tokens': () =>
      withPair(readable, async (pair) => [
        ...(await readRows(pair, loader, quick)),
        await authRow(pair, loader, quick),
      ]),
    mutations: () => mutationRows(loader, quick),
    'kept requests': async () => [await keptRequestsRow(loader, quick)],
    'stream of facts': () => streamRows(loader, quick),
    start: () => startRows('server', [process.execPath, program], quick ? 1 : 15),
    ...(!quick && { memory: memoryRows }),
  };
  const rows: Row[] = [];
  try {
    for (const [name, part] of Object.entries(parts)) {
      console.error(`  ${name}`);
      rows.push(...(await part()));
    }
    return rows;
  } finally {
    loader.stop();
  }
};
