// Texts of the server with ids of GPRs and instants: the page shows names, with links, and instants as elsewhere.

import { effect, signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { FoundGprs } from '../../../api/sim/answers.ts';
import { addressOf } from '../../address/route.ts';
import { isSeen } from '../../live/live.ts';
import { branch } from '../../live/of-branch.ts';
import { read } from '../../session/server-call.ts';
import { instant } from '../../text/spans.ts';

const ISO = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const GPR_IDS = /(gpr-[0-9a-f]{8}-[0-9a-f]{4})/;

/** Id → name; the id if there is none. */
const names = signal<ReadonlyMap<string, string>>(new Map());
/** The same of what the page has read anyway: the chart has most of the GPRs that the page names. */
export const readNames = signal<ReadonlyMap<string | null, string | null>>(new Map());

const asked = new Set<string>();
/** Another branch has other names. */
effect(() => {
  void branch.value;
  names.value = new Map();
  asked.clear();
});

/** A text with links to the pages of the other GPRs that it names. */
export function linked(text: string, own: string): ComponentChild {
  return text
    .replace(ISO, instant)
    .split(GPR_IDS)
    .map((part, i) =>
      GPR_IDS.test(part) && part !== own ? (
        <a key={i} href={addressOf('gpr', part)} title={part}>
          {nameOf(part)}
        </a>
      ) : (
        part
      ),
    );
}

/** The ids of the GPRs that a text names. */
export function namedIn(text: string): readonly string[] {
  return text.split(GPR_IDS).filter((part) => GPR_IDS.test(part));
}

/** The name of a GPR; `…` until it is read. */
export function nameOf(gprId: string): string {
  const known = readNames.value.get(gprId) ?? names.value.get(gprId);
  if (known === undefined && isSeen()) void readName(gprId);
  return known ?? '…';
}

async function readName(gprId: string): Promise<void> {
  if (asked.has(gprId)) return;
  asked.add(gprId);
  const of = branch.peek();
  let name = gprId;
  try {
    const { gprs } = await read<FoundGprs>('sim/gprs/find', { gpr: gprId });
    name = gprs.find((gpr) => gpr.gprId === gprId)?.gprName ?? gprId;
  } catch {
    // The id is its name.
  }
  if (of === branch.peek()) names.value = new Map(names.peek()).set(gprId, name);
}
