// Shows the progress of long work: a line that is redrawn on a terminal, or JSON lines for programs.

import { span } from '../looks/span.ts';
import { visible } from '../looks/visible.ts';

export interface ProgressState {
  /** Events so far, or other units of work (`counts`); null for work of a server, which reports none. */
  readonly count: number | null;
  /** Simulated time so far; null for work without simulated time. */
  readonly simMs: number | null;
  /** Share of the work that is done, 0 … 1; null if the end is unknown. */
  readonly done: number | null;
  readonly runs?: { readonly ended: number; readonly all: number };
}

export interface Progress {
  /** Draws at a limited rate, so frequent calls are cheap. */
  show(standing: ProgressState): void;
  end(): void;
}

export interface ProgressOptions {
  readonly stream: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  /** `bar` draws nothing if the stream is not a terminal. */
  readonly as: 'bar' | 'json lines';
  readonly what: string;
  readonly counts:
    | 'events'
    | 'commands'
    | 'facts'
    | 'estimates'
    | 'questions'
    | 'GPRs'
    | 'deletions'
    | 'variants'
    | 'lines'
    | 'sections'
    | 'indexes'
    | 'seeds';
  /** Real time, ms. */
  readonly now: () => number;
}

const betweenMs = { bar: 100, 'json lines': 1000 };
/** The bar takes a sixth of the terminal, at most `most` columns, and is omitted below `least`. */
const barWidths = { most: 24, least: 8 };
/** Minimum elapsed time for an estimate of the time left. */
const foreseesMs = 1000;
const clearLine = '\r\u001b[K';

export function startProgress({ stream, as, what, counts, now }: ProgressOptions): Progress {
  const startedAt = now();
  let shownAt = startedAt;
  let drawn = false;

  return {
    show(standing) {
      const at = now();
      if (at - shownAt < betweenMs[as] || (as === 'bar' && !stream.isTTY)) return;
      shownAt = at;
      const { count, simMs, done, runs } = standing;
      const elapsedMs = at - startedAt;
      const perSecond = count === null ? null : Math.round((count * 1000) / elapsedMs);
      const leftMs = done && elapsedMs >= foreseesMs ? Math.round((elapsedMs * (1 - done)) / done) : null;
      if (as === 'json lines') {
        const counted = counts.toLowerCase();
        const progress = {
          what,
          [counted]: count,
          simMs,
          done,
          [`${counted}PerSecond`]: perSecond,
          leftMs,
          runs,
        };
        stream.write(`${JSON.stringify({ progress })}\n`);
        return;
      }
      const texts = [
        visible(what),
        ...(done === null ? [] : [`${Math.floor(done * 100)} %`]),
        ...(runs === undefined ? [] : [`${runs.ended} of ${runs.all} runs`]),
        ...(leftMs === null ? [] : [`${wholeSeconds(leftMs)} left`]),
        perSecond === null ? wholeSeconds(elapsedMs) : `${thousands(perSecond)} ${counts}/s`,
        ...(simMs === null ? [] : [`${span(simMs)} simulated`]),
      ];
      // Leave the last column free: some terminals wrap a full line.
      stream.write(clearLine + lineOf(texts, done, (stream.columns || 80) - 1));
      drawn = true;
    },
    end() {
      if (drawn) stream.write(clearLine);
      drawn = false;
    },
  };
}

function lineOf(texts: readonly string[], done: number | null, width: number): string {
  const barWidth = Math.min(barWidths.most, Math.floor(width / 6));
  const parts = done === null || barWidth < barWidths.least ? [] : [barOf(done, barWidth)];
  for (const text of texts) {
    if ([...parts, text].join('  ').length > width) break;
    parts.push(text);
  }
  return parts.join('  ');
}

function barOf(done: number, width: number): string {
  const filled = Math.floor(done * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

function wholeSeconds(ms: number): string {
  return span(Math.ceil(ms / 1000) * 1000);
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=([0-9]{3})+$)/g, ',');
}
