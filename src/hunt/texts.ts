// What a hunt found, as text.

import { counted } from '../wire/text/counted.ts';
import { durationOf } from './faults/cases.ts';
import { FAULT_KINDS, type Fault, isCallFault, WORLD_FAULTS } from './faults/faults.ts';
import type { Hunted } from './hunt.ts';
import type { Call } from './judging/calls.ts';
import { INVARIANTS } from './judging/invariants.ts';
import type { Run } from './worlds/hunt-server.ts';

const callTexts = {
  busy: 'answered 429, not executed',
  unavailable: 'answered 503, not executed',
  lost: 'executed, the answer lost',
  cut: 'executed, the answer cut',
  slow: 'executed, the answer slow',
} as const;

/** A fault in a line. */
function faultText(fault: Fault): string {
  if (!isCallFault(fault)) {
    const length = fault.forMs > 0 ? ` (${durationOf(fault.forMs)})` : '';
    return `after ${durationOf(fault.atMs)}, ${WORLD_FAULTS[fault.fault]}${length}`;
  }
  const { operation, nth, times } = fault;
  const calls = times === 1 ? `call ${nth}` : `calls ${nth} to ${nth + times - 1}`;
  return `${calls} of ${operation}: ${callTexts[fault.fault]}`;
}

/** Calls beside a fault that are listed. */
const BESIDE = 2;
const LINES_MAX = 24;
/** The last lines of its output that are shown of a client that failed. */
const PRINTED = 4;

/** The calls around the faults and the last ones, a line for each. */
function sequence({ calls }: Run): readonly string[] {
  const isNear = (index: number) =>
    index >= calls.length - 2 ||
    calls.slice(Math.max(0, index - BESIDE), index + BESIDE + 1).some(({ fault }) => fault !== null);
  const lines: string[] = [];
  let left = 0;
  for (const [index, call] of calls.entries()) {
    if (!isNear(index) || lines.length >= LINES_MAX) {
      left++;
      continue;
    }
    if (left > 0) lines.push(`  … ${counted(left, 'call')}`);
    left = 0;
    lines.push(callLine(call));
  }
  if (left > 0) lines.push(`  … ${counted(left, 'call')}`);
  return lines;
}

function callLine({ number, atMs, method, path, status, fault, executed, answer }: Call): string {
  const got = status === null ? 'no answer' : `${status}`;
  const own = executed && answer !== null ? `, executed: ${answer.status}` : '';
  const met = fault === null ? '' : `   ← ${fault}${own}`;
  return `  ${number}  +${durationOf(atMs)}  ${method} ${path}  → ${got}${met}`;
}

/** A failing run: what is wrong, the faults, and the calls around them. */
export function caseLines(run: Run): readonly string[] {
  const { seed, kind, why, faults, output } = run;
  const summary = INVARIANTS.find(({ name }) => name === kind)?.summary;
  const printed = output.split('\n').filter((line) => line.trim() !== '');
  return [
    `${kind}, seed ${seed}: ${summary === undefined ? why : `${summary}: ${why}`}`,
    ...(faults.length === 0 ? ['  without a fault'] : faults.map((fault) => `  - ${faultText(fault)}`)),
    ...sequence(run),
    ...printed.slice(-PRINTED).map((line) => `  | ${line}`),
  ];
}

/** All that a hunt found: the smallest case of each kind, and what was tried. */
export function foundLines(found: Hunted): readonly string[] {
  const { seeds, failures, kinds, reached, cases } = found;
  const untried = FAULT_KINDS.filter((kind) => reached.faults[kind] === undefined);
  return [
    ...cases.flatMap((run) => [...caseLines(run), '']),
    `${failures} of ${counted(seeds, 'seed')} failed${failures === 0 ? '' : `: ${countsText(kinds)}`}.`,
    `Calls: ${countsText(reached.operations)}.`,
    `Faults met: ${countsText(reached.faults)}${untried.length === 0 ? '' : `; none of ${untried.join(', ')}`}.`,
  ];
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const most = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return most.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
