// The chart of recorded estimates: across, when an estimate was recorded; up, the start that it names.

import { type Tick, ticksOf } from '../axis/paint/ticks.ts';
import type { Likely } from '../estimated/likely-range.ts';
import { instant } from '../text/spans.ts';
import { type Line, levelsOf } from './estimate-lines.ts';

/** The units of the drawing, which is stretched to the room that it has. */
const SIDE = 1000;
const TICKS_ACROSS = 4;
const TICKS_UP = 4;
/** Room beyond the earliest and the latest start. */
const MARGIN = 0.06;
const LENGTH_MIN_MS = 60_000;

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Props {
  readonly lines: readonly Line[];
  /** When it will likely start; undefined: unknown. */
  readonly likely: Likely | undefined;
  /** The instant of the reading, ISO 8601. */
  readonly now: string;
}

export function EstimateChart({ lines, likely, now }: Props) {
  const across = rangeOf(lines.flatMap(({ steps, endMs }) => [steps[0].atMs, endMs]));
  const named = lines.flatMap((line) => [...levelsOf(line).map(({ startMs }) => startMs), line.endStartMs]);
  const band = [likely?.p10, likely?.p90].map((iso) => (iso ? Date.parse(iso) : null));
  const up = rangeOf([...named, ...band].filter((ms) => ms !== null));
  const marginMs = (up.toMs - up.fromMs) * MARGIN;
  const raised = { fromMs: up.fromMs - marginMs, toMs: up.toMs + marginMs };
  const x = (ms: number) => shareOf(ms, across) * SIDE;
  const y = (ms: number) => SIDE - shareOf(ms, raised) * SIDE;
  const label = lines.map(describe).join('; ');
  return (
    <figure class="estimates">
      <span class="quiet axis-name">Estimated start</span>
      <Labels class="up" ticks={ticksOf(raised, 0, TICKS_UP)} range={raised} />
      <div class="plotted" role="img" aria-label={label} data-now={now}>
        <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            class="diagonal"
            d={`M${x(across.fromMs)},${y(across.fromMs)}L${x(across.toMs)},${y(across.toMs)}`}
          />
          <Band band={band} nowMs={Date.parse(now)} {...{ x, y }} />
          {lines.map((line) => (
            <path key={line.steps[0].number} class="estimate" d={pathOf(line, x, y)} />
          ))}
        </svg>
        {lines.flatMap(({ steps: [first], startedMs, endMs, endStartMs }) => [
          first.startMs !== null && (
            <Dot
              key={`${first.number} first`}
              class="first"
              at={first.atMs}
              up={first.startMs}
              {...{ x, y }}
            />
          ),
          endStartMs !== null && (
            <Dot
              key={`${first.number} end`}
              class={startedMs === null ? 'present' : 'started'}
              at={endMs}
              up={endStartMs}
              {...{ x, y }}
            />
          ),
        ])}
      </div>
      <Labels class="across" ticks={ticksOf(across, 0, TICKS_ACROSS)} range={across} />
      <figcaption class="quiet">
        Across: when the estimate was recorded. On the dashed line, the GPR would start at once.
        <Key kind="first" name="first of a wait" />
        {lines.some(({ startedMs }) => startedMs !== null) && <Key kind="started" name="start" />}
        {lines.some(({ startedMs }) => startedMs === null) && <Key kind="present" name="estimate now" />}
        {band[0] !== null && <Key kind="likely" name="likely start" />}
      </figcaption>
    </figure>
  );
}

/** The levels of a line, joined where no gap is between them. */
function pathOf(line: Line, x: (ms: number) => number, y: (ms: number) => number): string {
  let lastMs: number | undefined;
  return levelsOf(line)
    .map(({ fromMs, toMs, startMs }) => {
      const begin = fromMs === lastMs ? `V${y(startMs)}` : `M${x(fromMs)},${y(startMs)}`;
      lastMs = toMs;
      return `${begin}H${x(toMs)}`;
    })
    .join('');
}

function describe({ steps: [first], startedMs, endStartMs }: Line): string {
  const named = (ms: number | null) => (ms === null ? 'no start' : `the start ${instant(ms)}`);
  const end = startedMs === null ? `now ${named(endStartMs)}` : `started ${instant(startedMs)}`;
  return `First recorded ${instant(first.atMs)}: ${named(first.startMs)}; ${end}`;
}

interface Banded {
  /** From when until when it likely starts; null = not within a week. */
  readonly band: readonly (number | null)[];
  readonly nowMs: number;
  x(ms: number): number;
  y(ms: number): number;
}

/** The likely start, at the instant of the reading. */
function Band({ band: [from, to], nowMs, x, y }: Banded) {
  if (from === null) return null;
  return <path class="likely" d={`M${x(nowMs)},${y(from)}V${to === null ? 0 : y(to)}`} />;
}

interface Placed {
  readonly class: string;
  readonly at: number;
  readonly up: number;
  x(ms: number): number;
  y(ms: number): number;
}

function Dot({ class: kind, at, up, x, y }: Placed) {
  return <i class={`dot ${kind}`} style={{ left: `${x(at) / 10}%`, top: `${y(up) / 10}%` }} />;
}

function Key({ kind, name }: { readonly kind: string; readonly name: string }) {
  return (
    <span class="key">
      {' '}
      <i class={`dot ${kind}`} /> {name}
    </span>
  );
}

interface Labelled {
  readonly class: 'across' | 'up';
  readonly ticks: readonly Tick[];
  readonly range: Range;
}

function Labels({ class: side, ticks, range }: Labelled) {
  return (
    <div class={`axis-labels ${side}`} aria-hidden="true">
      {ticks.map(({ atMs, label }) => (
        <span key={atMs} style={{ '--at': `${100 * shareOf(atMs, range)}%` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

function rangeOf(instants: readonly number[]): Range {
  const fromMs = instants.reduce((least, ms) => Math.min(least, ms), Infinity);
  const toMs = instants.reduce((most, ms) => Math.max(most, ms), -Infinity);
  return { fromMs, toMs: Math.max(toMs, fromMs + LENGTH_MIN_MS) };
}

function shareOf(ms: number, { fromMs, toMs }: Range): number {
  return (ms - fromMs) / (toMs - fromMs);
}
