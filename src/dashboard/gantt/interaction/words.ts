// What a bar is, in words: for the tooltip, the listing and screen readers.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { startMs } from '../../axis/shown-time.ts';
import { counted, instant, span } from '../../text/spans.ts';
import { type Chart, nameOfRow } from '../data/chart-data.ts';
import type { WaitSpan } from '../data/wait-lanes.ts';
import { ENDS } from '../paint/ends.tsx';
import { NONE } from '../scene/find.ts';
import { continuation, nextOn } from '../scene/next.ts';
import { endOfBar } from '../scene/scene.ts';
import { scene } from '../scene/selected-bar.ts';

type Gpr = GanttAnswer['gprs'][number];

export interface BarWords {
  /** Undefined for merged bars. */
  readonly gpr: Gpr | undefined;
  readonly name: string;
  readonly row: string;
  readonly gpus: string;
  readonly from: string;
  /** '' while it runs. */
  readonly to: string;
  readonly length: string;
  readonly end: string;
  /** How long the GPR had waited, and why; '' if that is not known. */
  readonly waited: string;
  /** Until when it holds the GPUs as planned, and which GPR comes next; '' if the chart does not reach there. */
  readonly ahead: string;
}

/** `waited 1h 5m: behind a head 40m, no room 25m`; '' without spans. */
export function waitWords(spans: readonly WaitSpan[]): string {
  const lengthOf = (all: readonly WaitSpan[]) =>
    all.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  if (spans.length === 0) return '';
  const parts = WAIT_REASONS.flatMap((reason, number) => {
    const ms = lengthOf(spans.filter((wait) => wait.reason === number));
    return ms === 0 ? [] : [`${WAIT_WORDS[reason].words} ${span(ms)}`];
  });
  return `waited ${span(lengthOf(spans))}: ${parts.join(', ')}`;
}

/** `until 14:05:00 · next: request-48`. On a row of a workspace, the next bar may hold other GPUs. */
function aheadOf({ answer, bars, by, of }: Chart, bar: number): string {
  const rest = continuation(bars, bar);
  if (rest === NONE || bars.toMs[rest] >= of.toMs) return '';
  const until = `until ${instant(startMs.value + bars.toMs[rest])}`;
  const next = by.rows === 'nodes' ? nextOn(bars, rest) : NONE;
  if (next === NONE) return until;
  return `${until} · next: ${answer.gprs[bars.gpr[next]]?.gprName ?? nameOf(answer.gprs[bars.gpr[next]], bars.count[next])}`;
}

export function wordsOf(read: Chart, bar: number): BarWords {
  const { answer, bars, waits } = read;
  const gpr = bars.gpr[bar] < 0 ? undefined : answer.gprs[bars.gpr[bar]];
  const current = scene.value!;
  const fromMs = bars.fromMs[bar];
  const toMs = endOfBar(current, bar);
  const { [bars.kind[bar]]: kind } = ['past', 'running', 'planned'] as const;
  return {
    gpr,
    name: nameOf(gpr, bars.count[bar]),
    row: nameOfRow(answer.rows[bars.row[bar]]),
    gpus: counted(bars.lanes[bar], 'GPU'),
    from: instant(startMs.value + fromMs),
    to: kind === 'running' ? '' : instant(startMs.value + toMs),
    length: span(toMs - fromMs),
    end: gpr === undefined ? '' : kind === 'planned' ? 'planned' : ENDS[bars.end[bar]].words,
    ahead: aheadOf(read, bar),
    waited: waitWords(waits?.waitOf(bars.gpr[bar], fromMs) ?? []),
  };
}

export function nameOf(gpr: Gpr | undefined, count: number): string {
  if (gpr === undefined) return `${counted(count, 'short attempt')} close together`;
  if (gpr.gprName === null) return 'GPR of another workspace';
  return `${gpr.gprName} (${gpr.workspace}, priority ${gpr.priority})`;
}

/** One sentence. */
export function sentenceOf(words: BarWords): string {
  const { name, row, gpus, from, to, length, end, waited, ahead } = words;
  const until = to === '' ? `since ${from}` : `from ${from} to ${to}`;
  return `${name}: ${gpus} of ${row}, ${until}, ${length}${end === '' ? '' : `, ${end}`}${[waited, ahead].map((text) => text && `, ${text}`).join('')}.`;
}
