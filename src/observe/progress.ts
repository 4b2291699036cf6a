// How far long work has come: one line that is drawn again on a terminal, or JSON lines for programs.

import { span } from './span.ts';

export interface Standing {
  /** Events so far, or whatever else is counted. */
  readonly count: number;
  /** Simulated time so far, ms; null = the work has none. */
  readonly simMs: number | null;
  /** Part of the work that is done, 0 … 1; null = the end is not known. */
  readonly done: number | null;
  /** Of work that is many runs. */
  readonly runs?: { readonly ended: number; readonly all: number };
}

export interface Progress {
  /** Cheap to call often: it draws only now and then. */
  show(standing: Standing): void;
  /** Takes the bar away. */
  end(): void;
}

export interface ProgressOptions {
  /** Where to draw. */
  readonly stream: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  /** `bar` is silent where the stream is no terminal. */
  readonly as: 'bar' | 'json lines';
  /** What is done, in a word. */
  readonly what: string;
  readonly counts: 'events' | 'facts' | 'GPRs';
  /** Real time, ms. */
  readonly now: () => number;
}

const betweenMs = { bar: 100, 'json lines': 1000 };
/** A sixth of the terminal, within these; a narrower one has none. */
const barWidths = { most: 24, least: 8 };
/** Before that, how long the rest will take is a guess. */
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
      const perSecond = Math.round((count * 1000) / elapsedMs);
      const leftMs = done && elapsedMs >= foreseesMs ? Math.round((elapsedMs * (1 - done)) / done) : null;
      if (as === 'json lines') {
        const counted = counts.toLowerCase();
        const told = {
          what,
          [counted]: count,
          simMs,
          done,
          [`${counted}PerSecond`]: perSecond,
          leftMs,
          runs,
        };
        stream.write(`${JSON.stringify({ progress: told })}\n`);
        return;
      }
      const texts = [
        what,
        ...(done === null ? [] : [`${Math.floor(done * 100)} %`]),
        ...(runs === undefined ? [] : [`${runs.ended} of ${runs.all} runs`]),
        ...(leftMs === null ? [] : [`${left(leftMs)} left`]),
        `${thousands(perSecond)} ${counts}/s`,
        ...(simMs === null ? [] : [`${days(simMs)} simulated`]),
      ];
      // A terminal that is full to its last column begins another line.
      stream.write(clearLine + lineOf(texts, done, (stream.columns || 80) - 1));
      drawn = true;
    },
    end() {
      if (drawn) stream.write(clearLine);
      drawn = false;
    },
  };
}

/** The bar, if there is one, and as many of the texts, from the first, as there is room for. */
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

function left(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : span(ms);
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=([0-9]{3})+$)/g, ',');
}

function days(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${Math.floor(minutes / 1440)}d ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
