// Which facts of the life of a GPR are read: all, or of a long life the latest, and those of the instants that its view names.

import type { GprView } from '../../../sim/index.ts';
import type { Span } from '../../store/tables/runs.ts';
import { factsBetween, type Searched } from './fact-search.ts';

/** Maximum number of facts of a life that are read. */
const LIFE_FACTS_MAX = 50_000;
/** Maximum number of facts of an instant that are read. */
const INSTANT_FACTS_MAX = 4096;

/** The facts after number `afterSeq` are not read; the last ones before are of this instant. */
interface Gap {
  readonly afterSeq: number;
  readonly atMs: number;
}

export interface LifeSpans {
  /** Disjoint, the newest first. */
  readonly spans: readonly Span[];
  /** In order. */
  readonly gaps: readonly Gap[];
  /** Whether the spans have all facts of the life. */
  readonly complete: boolean;
}

/** @param life a span with all facts from the creation to the end, or to now */
export function lifeSpans(gpr: GprView, life: Span, searched: Searched): LifeSpans {
  if (life.last - life.first < LIFE_FACTS_MAX) return { spans: [life], gaps: [], complete: true };
  const { createdAtMs, firstStartedAtMs, startedAtMs } = gpr;
  const instants = [...new Set([startedAtMs, firstStartedAtMs, createdAtMs])].filter((at) => at !== null);
  const latest = LIFE_FACTS_MAX - instants.length * INSTANT_FACTS_MAX;
  const spans: Span[] = [{ first: life.last - latest + 1, last: life.last }];
  const gaps: Gap[] = [];
  let complete = true;
  for (const atMs of instants) {
    const before = spans.at(-1)!.first - 1;
    const { first, last } = factsBetween(atMs, atMs, searched);
    if (first > before) continue;
    const span = {
      first: Math.max(first, Math.min(last, before) - INSTANT_FACTS_MAX + 1),
      last: Math.min(last, before),
    };
    spans.push(span);
    if (span.last < before) gaps.unshift({ afterSeq: span.last, atMs });
    if (span.first > first) complete = false;
  }
  return { spans, gaps, complete: complete && gaps.length === 0 };
}
