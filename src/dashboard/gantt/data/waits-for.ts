// What the marked GPR waits for: read if the chart has a wait of it that has not ended, and again with each chart.

import { effect, signal } from '@preact/signals';
import type { ExplanationAnswer } from '../../../api/sim/answers.ts';
import { oneAtATime } from '../../axis/reading/one-at-a-time.ts';
import { pointed } from '../../page/pointed.ts';
import { readInstant } from '../../session/read-instant.ts';
import { read } from '../../session/server-call.ts';
import { type Chart, chart } from './chart-data.ts';

/** A pointer that only passes asks nothing. */
const REST_MS = 150;

export type Target =
  | { readonly kind: 'gpr'; readonly gprId: string; readonly name: string }
  | { readonly kind: 'node'; readonly name: string };

/** undefined while it is not known, or nothing in particular is waited for. */
export const waitsFor = signal<{ readonly gprId: string; readonly target: Target } | undefined>(undefined);

/** Index of a GPR of the chart; −1 if the chart lacks it. */
export function indexOfGpr({ answer }: Chart, gprId: string): number {
  return answer.gprs.findIndex((gpr) => gpr.gprId === gprId);
}

/** Whether the chart has a wait of the GPR at its instant. */
function isWaiting(read: Chart, gpr: number): boolean {
  return gpr >= 0 && (read.waits?.waitOf(gpr, read.answer.nowMs).length ?? 0) > 0;
}

/** A GPR that the user may not see is shown by its node. */
function targetOf({ waitsFor }: Pick<ExplanationAnswer, 'waitsFor'>): Target | undefined {
  if (waitsFor === null || waitsFor.kind === 'node') return waitsFor ?? undefined;
  const { gprId, gprName, nodes } = waitsFor;
  if (gprId !== null) return { kind: 'gpr', gprId, name: gprName ?? gprId };
  return nodes.length === 0 ? undefined : { kind: 'node', name: nodes[0] };
}

const readWaitsFor = oneAtATime(async () => {
  const { value: gprId } = pointed;
  const shown = chart.peek();
  // The chart has the present wait, an explanation is of the instant that the page shows.
  const isPast = readInstant.peek() !== undefined;
  if (isPast || gprId === undefined || !shown || !isWaiting(shown, indexOfGpr(shown, gprId))) {
    waitsFor.value = undefined;
    return;
  }
  try {
    const explanation = await read<ExplanationAnswer>(`sim/explain/${encodeURIComponent(gprId)}`);
    const target = targetOf(explanation);
    if (pointed.peek() === gprId) waitsFor.value = target && { gprId, target };
  } catch {
    // A failure is no news: the next reading of the page fails, too.
    waitsFor.value = undefined;
  }
});

let timer: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  void chart.value;
  void readInstant.value;
  const { value: gprId } = pointed;
  if (waitsFor.peek()?.gprId !== gprId) waitsFor.value = undefined;
  clearTimeout(timer);
  timer = setTimeout(() => void readWaitsFor(), REST_MS);
});
