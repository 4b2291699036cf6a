// Shortens a failing sequence: removes ever smaller runs of steps, then members of bodies, while it still fails.

import type { Request } from './request.ts';
import type { Sequence, Step } from './sequence.ts';

export type Fails = (sequence: Sequence) => Promise<boolean>;

export async function shortened(sequence: Sequence, fails: Fails, budgetMs: number): Promise<Sequence> {
  const untilMs = performance.now() + budgetMs;
  const isTime = () => performance.now() < untilMs;
  let best = sequence;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = best.steps.length - size; at > -size && isTime(); at -= size) {
      const fewer = { ...best, steps: best.steps.toSpliced(Math.max(0, at), size + Math.min(0, at)) };
      if (await fails(fewer)) best = fewer;
    }
  }
  for (let i = 0; i < best.steps.length; i++) {
    let simpler: Sequence | undefined = best;
    while (simpler !== undefined) {
      best = simpler;
      simpler = await simplerAt(best, i, async (other) => isTime() && (await fails(other)));
    }
  }
  return best;
}

/** Returns the sequence with a simpler step `i` that still fails, undefined if none does. */
async function simplerAt(sequence: Sequence, i: number, fails: Fails): Promise<Sequence | undefined> {
  for (const step of simplerSteps(sequence.steps[i]!)) {
    const simpler = { ...sequence, steps: sequence.steps.with(i, step) };
    if (await fails(simpler)) return simpler;
  }
  return undefined;
}

/** Returns the step with one request less, or with one member or parameter less in a request. */
function simplerSteps(step: Step): Step[] {
  if (step.kind !== 'ask') return [];
  const { requests } = step;
  const fewer = requests.length > 1 ? requests.map((_, i) => requests.toSpliced(i, 1)) : [];
  const simpler = requests.flatMap((request, i) =>
    simplerRequests(request).map((other) => requests.with(i, other)),
  );
  return [...fewer, ...simpler].map((others): Step => ({ kind: 'ask', requests: others }));
}

function simplerRequests(request: Request): Request[] {
  const { body, query } = request;
  const fewerQueries = query.map((_, i) => ({ ...request, query: query.toSpliced(i, 1) }));
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return fewerQueries;
  if (Array.isArray(body.value)) return fewerQueries;
  const entries = Object.entries(body.value);
  return [
    ...fewerQueries,
    ...entries.map((_, i) => ({
      ...request,
      body: { kind: 'json', value: Object.fromEntries(entries.toSpliced(i, 1)) } as const,
    })),
  ];
}
