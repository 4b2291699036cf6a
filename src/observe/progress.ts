// How far a long run has come: one line that is drawn again on a terminal, or JSON lines for programs.

export interface Standing {
  /** Events so far. */
  readonly events: number;
  /** Simulated time so far, ms. */
  readonly simMs: number;
  /** Part of the work that is done, 0 … 1; null = the end is not known. */
  readonly done: number | null;
}

export interface Progress {
  /** Cheap to call often: it draws only now and then. */
  show(standing: Standing): void;
  /** Takes the bar away. */
  end(): void;
}

export interface ProgressOptions {
  /** Where to draw: the bar on standard error, JSON lines on standard output. */
  readonly stream: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  /** `bar` is silent where the stream is no terminal. */
  readonly as: 'bar' | 'json lines';
  /** Real time, ms. */
  readonly now: () => number;
}

const betweenMs = { bar: 100, 'json lines': 1000 };
const barWidth = 24;
const clearLine = '\r\u001b[K';

export function startProgress({ stream, as, now }: ProgressOptions): Progress {
  const startedAt = now();
  let shownAt = startedAt;
  let drawn = false;

  return {
    show(standing) {
      const at = now();
      if (at - shownAt < betweenMs[as] || (as === 'bar' && !stream.isTTY)) return;
      shownAt = at;
      const elapsedMs = at - startedAt;
      const eventsPerSecond = Math.round((standing.events * 1000) / elapsedMs);
      const leftMs = standing.done ? Math.round((elapsedMs * (1 - standing.done)) / standing.done) : null;
      if (as === 'json lines') {
        stream.write(`${JSON.stringify({ progress: { ...standing, eventsPerSecond, leftMs } })}\n`);
      } else {
        const line = barLine(standing, eventsPerSecond, leftMs);
        stream.write(clearLine + line.slice(0, (stream.columns ?? 80) - 1));
        drawn = true;
      }
    },
    end() {
      if (drawn) stream.write(clearLine);
      drawn = false;
    },
  };
}

function barLine({ done, simMs }: Standing, eventsPerSecond: number, leftMs: number | null): string {
  const parts = [`${thousands(eventsPerSecond)} events/s`, `${days(simMs)} simulated`];
  if (leftMs !== null) parts.push(`${Math.ceil(leftMs / 1000)} s left`);
  if (done === null) return parts.join('  ');
  const filled = Math.floor(done * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return [bar, `${Math.floor(done * 100)} %`, ...parts].join('  ');
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=([0-9]{3})+$)/g, ',');
}

function days(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${Math.floor(minutes / 1440)}d ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
