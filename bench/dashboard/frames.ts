// Measures how long a frame of the dashboard's Gantt chart takes in Chromium, with software rendering, and compares it with a
// rectangle for each bar.

import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { rounded } from '../server/rounds.ts';
import { withBrowser } from './browser.ts';
import { script } from './frames.packed.ts';

const ROUNDS = 3;

/** As in page/frames.ts. */
interface FrameTimes {
  readonly bars: number;
  readonly readMs: number;
  readonly scriptMs: number;
  readonly drawnMs: number;
  readonly rectanglesMs: number;
  readonly findMs: number;
}

/** The server sends at most 2e4. */
const COUNTS = [1e4, 2e4];

export function frameRows(): Promise<Row[]> {
  return withBrowser(async (browser) => {
    const rows: Row[] = [];
    for (const bars of COUNTS) {
      const rounds: FrameTimes[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        const page = await browser.newPage();
        await page.addScriptTag({ content: script });
        rounds.push(await page.evaluate<FrameTimes>(`measured.frameTimes(${bars})`));
        await page.close();
      }
      rows.push(rowOf(rounds));
    }
    return rows;
  });
}

function rowOf(rounds: readonly FrameTimes[]): Row {
  const middle = (of: keyof FrameTimes) => median(rounds.map((round) => round[of]));
  return {
    name: `dashboard frame ${rounds[0].bars.toExponential(0).replace('+', '')} bars`,
    value: middle('drawnMs'),
    reference: middle('rectanglesMs'),
    unit: 'ms',
    ratioOf: 'a rectangle for each bar ÷ dashboard',
    ...summed(rounds.map(({ drawnMs, rectanglesMs }) => rectanglesMs / drawnMs)),
    notes: {
      'script ms': rounded(middle('scriptMs')),
      'reading ms': rounded(middle('readMs')),
      'finding ms': rounded(middle('findMs')),
    },
  };
}
