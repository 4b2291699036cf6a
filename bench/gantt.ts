// Measures how long a frame of the dashboard's Gantt chart takes in Chromium, with software rendering, and compares it with a
// rectangle for each bar.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Row } from './row.ts';

/** The Chromium to measure. */
const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const ROUNDS = 3;

/** As in src/dashboard/measure/frames.ts. */
export interface FrameTimes {
  readonly bars: number;
  readonly readMs: number;
  readonly scriptMs: number;
  readonly drawnMs: number;
  readonly rectanglesMs: number;
  readonly findMs: number;
}

export async function gantt({ quick }: { readonly quick: boolean }): Promise<Row[]> {
  const counts = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
  const rows: Row[] = [];
  for (const count of counts) rows.push(rowOf(await frameTimes(count)));
  return rows;
}

/** Rounds of frames with this number of bars, each in a new page. */
export async function frameTimes(bars: number): Promise<FrameTimes[]> {
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const script = await scriptOf();
    const rounds: FrameTimes[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage();
      await page.addScriptTag({ content: script });
      rounds.push(await page.evaluate<FrameTimes>(`measured.frameTimes(${bars})`));
      await page.close();
    }
    return rounds;
  } finally {
    await browser.close();
  }
}

async function scriptOf(): Promise<string> {
  const entry = fileURLToPath(new URL('../src/dashboard/measure/frames.ts', import.meta.url));
  const options = {
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'measured',
    target: 'es2022',
  } as const;
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return outputFiles[0].text;
}

function rowOf(rounds: readonly FrameTimes[]): Row {
  const sorted = rounds.toSorted((a, b) => a.drawnMs / a.rectanglesMs - b.drawnMs / b.rectanglesMs);
  const middle = sorted[sorted.length >> 1];
  const ratioOf = ({ drawnMs, rectanglesMs }: FrameTimes) => rectanglesMs / drawnMs;
  const ratio = ratioOf(middle);
  return {
    name: `gantt ${middle.bars.toExponential(0).replace('+', '')} bars`,
    value: middle.drawnMs,
    reference: middle.rectanglesMs,
    unit: 'ms',
    ratioOf: 'a rectangle for each bar ÷ gprsim',
    ratio,
    spread: (ratioOf(sorted[0]) - ratioOf(sorted[sorted.length - 1])) / ratio,
    notes: {
      'script ms': round(middle.scriptMs),
      'reading ms': round(middle.readMs),
      'finding ms': round(middle.findMs),
    },
  };
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
