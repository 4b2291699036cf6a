// Measures the dashboard: the size of its page, how soon it shows something, the frames of its Gantt chart, and what many of
// them cost the server.

import type { Entry, Row } from '../measuring/row.ts';
import { refreshProgram } from '../server/subject.ts';
import { executablePath, PLACES } from './browser.ts';
import { paintRow } from './first-paint.ts';
import { frameRows } from './frames.ts';
import { sizeRow } from './size.ts';
import { watchedRows } from './watched.ts';

export const dashboard: Entry = async ({ quick }) => {
  refreshProgram();
  const ofBrowser: Readonly<Record<string, () => Promise<Row[]>>> = {
    'first paint': async () => [await paintRow(quick)],
    'frames of the Gantt chart': frameRows,
  };
  if (executablePath === undefined)
    console.error(`paint and frames are skipped: no Chromium at ${PLACES.join(', ')}`);
  const parts = {
    size: async () => [await sizeRow()],
    ...(executablePath !== undefined && ofBrowser),
    'server with ten dashboards': () => watchedRows(quick),
  };
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) {
    console.error(`  ${name}`);
    rows.push(...(await part()));
  }
  return rows;
};
