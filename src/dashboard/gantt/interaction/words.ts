// What a bar is, in words: for the tooltip, the listing and screen readers.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { startMs } from '../../axis/shown-time.ts';
import { counted, instant, span } from '../../text/spans.ts';
import type { Bar } from '../data/bars.ts';
import type { Chart } from '../data/chart-data.ts';
import type { WaitSpan } from '../data/wait-lanes.ts';
import { ENDS } from '../paint/ends.ts';
import { nameOfRow } from '../paint/name-labels.ts';
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

export function wordsOf(read: Chart, bar: Bar): BarWords {
  const { answer, waits } = read;
  const { row, lanes, fromMs, kind, end, count } = bar;
  const gpr = bar.gpr < 0 ? undefined : answer.gprs[bar.gpr];
  const toMs = endOfBar(scene.value!, bar);
  return {
    gpr,
    name: nameOf(gpr, count),
    row: nameOfRow(answer.rows[row]),
    gpus: counted(lanes, 'GPU'),
    from: instant(startMs.value + fromMs),
    to: kind === 'running' ? '' : instant(startMs.value + toMs),
    length: span(toMs - fromMs),
    end: gpr === undefined ? '' : kind === 'planned' ? 'planned' : ENDS[end].words,
    waited: waitWords(waits?.waitOf(bar.gpr, fromMs) ?? []),
  };
}

export function nameOf(gpr: Gpr | undefined, count: number): string {
  if (gpr === undefined) return `${counted(count, 'short attempt')} close together`;
  if (gpr.gprName === null) return 'GPR of another workspace';
  return `${gpr.gprName} (${gpr.workspace}, priority ${gpr.priority})`;
}

/** One sentence. */
export function sentenceOf(words: BarWords): string {
  const { name, row, gpus, from, to, length, end, waited } = words;
  const until = to === '' ? `since ${from}` : `from ${from} to ${to}`;
  return `${name}: ${gpus} of ${row}, ${until}, ${length}${end === '' ? '' : `, ${end}`}${waited && `, ${waited}`}.`;
}
