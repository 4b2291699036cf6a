// When the GPR started, and how its recorded estimates changed in each wait.

import { likelyStarts } from '../estimated/likely-starts.ts';
import { Table } from '../page/parts/table.tsx';
import { counted, instant, shortInstant, span } from '../text/spans.ts';
import { EstimateChart } from './estimate-chart.tsx';
import { type Line, levelsOf, linesOf } from './estimate-lines.ts';
import type { KnownGpr } from './gpr-reader.ts';

const ROWS_MAX = 200;

interface Row {
  readonly key: string;
  readonly kind: 'first' | 'earlier' | 'later' | 'start';
  readonly atMs: number;
  readonly from?: number | null;
  readonly to: number | null;
  readonly what: string;
  readonly causes: string;
}

export function Estimates({ gpr: { record, estimates } }: { readonly gpr: KnownGpr }) {
  const { status } = record;
  const { now } = estimates;
  const lines = linesOf(estimates);
  const rows = lines.flatMap(rowsOf);
  const isQueued = status.provisioningStatus === 'Queued';
  const likely = isQueued ? likelyStarts.value.get(record.gprId) : undefined;
  const started = status.startTimestamp;
  return (
    <section class="panel" aria-label="Start" data-testid="gpr-estimates">
      <header>
        <h2>Start</h2>
        <span class="quiet">{summary(rows)}</span>
      </header>
      {!isQueued && (
        <p class="padded">{started === '' ? 'It never started.' : `Started ${instant(started)}.`}</p>
      )}
      {lines.some((line) => levelsOf(line).length > 0) && (
        <EstimateChart lines={lines} likely={likely} now={now} />
      )}
      {rows.length > 0 && (
        <details class="log">
          <summary>
            {rows.length > ROWS_MAX && `the latest ${ROWS_MAX} of `}
            {counted(rows.length, 'recording')}
          </summary>
          <Changes rows={rows.slice(-ROWS_MAX)} now={now} />
        </details>
      )}
    </section>
  );
}

function summary(rows: readonly Row[]): string {
  if (rows.length === 0) return 'no estimate was recorded';
  const count = (wanted: Row['kind']) => rows.filter(({ kind }) => kind === wanted).length;
  const [later, earlier] = [count('later'), count('earlier')];
  if (later + earlier === 0) return 'the recorded estimate did not change';
  return `a recorded estimate became later ${counted(later, 'time')}, earlier ${counted(earlier, 'time')}`;
}

function Changes({ rows, now }: { readonly rows: readonly Row[]; readonly now: string }) {
  return (
    <Table heads={['Recorded', 'Estimated start', 'Change', 'Causes']}>
      {rows.map(({ key, kind, atMs, from, to, what, causes }) => (
        <tr key={key} class={kind} data-testid="estimate-row">
          <td title={instant(atMs)}>{shortInstant(atMs, now)}</td>
          <td>
            {from !== undefined && `${startOf(from, atMs)} → `}
            {startOf(to, atMs)}
          </td>
          <td class="change">{what}</td>
          <td>{causes}</td>
        </tr>
      ))}
    </Table>
  );
}

function startOf(startMs: number | null, besideMs: number): string {
  return startMs === null ? 'unknown' : shortInstant(startMs, besideMs);
}

/** The recordings of a wait, and its start. */
function rowsOf({ steps, startedMs }: Line): Row[] {
  const rows = steps.map(({ number, atMs, startMs, causes }, i): Row => {
    const key = String(number);
    const row = { key, atMs, to: startMs, causes: causes.join(', ') };
    if (i === 0) return { ...row, kind: 'first', what: 'first of the wait' };
    const from = steps[i - 1].startMs;
    const shiftMs = (startMs ?? Infinity) - (from ?? Infinity);
    return { ...row, from, kind: shiftMs > 0 ? 'later' : 'earlier', what: shiftOf(from, startMs) };
  });
  if (startedMs === null) return rows;
  const last = steps[steps.length - 1];
  const isExact = last.startMs === startedMs;
  const what = isExact ? 'started as estimated' : `started, ${shiftOf(last.startMs, startedMs)}`;
  return [
    ...rows,
    { key: `${last.number} start`, kind: 'start', atMs: startedMs, to: startedMs, what, causes: '' },
  ];
}

/** `1h 15m later` */
function shiftOf(fromMs: number | null, toMs: number | null): string {
  if (toMs === null) return 'no longer foreseen';
  if (fromMs === null) return 'foreseen now';
  // The difference of the instants as they are shown, without fractions of a second.
  const shiftMs = seconds(toMs) - seconds(fromMs);
  if (shiftMs === 0) return toMs > fromMs ? 'less than 1s later' : 'less than 1s earlier';
  return shiftMs > 0 ? `${span(shiftMs)} later` : `${span(-shiftMs)} earlier`;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
