// The explanation of a GPR in its wire form.

import { phrase, type Sentence, textOf } from '../../../../sim/index.ts';
import type { Explained, Loss } from '../../../driver/world.ts';
import { span } from '../../../looks/span.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { seenBy } from '../../frame/access/scope.ts';
import type { Service } from '../../frame/operation/service.ts';
import type { ExplanationAnswer } from './schema.ts';

/** Without the GPRs that the caller may not see. */
export function explanationAnswer(
  { sentence, plannedStartMs, ...explained }: Explained,
  caller: Caller,
  { world, timeline }: Service,
): ExplanationAnswer {
  const { atMs: _, exitMs, idleTimeOutMs, history, victims, waiting, lost, ...others } = explained;
  const { plannedEndMs, next, ...rest } = others;
  const { waitsFor, behind } = rest;
  const sees = seenBy(caller, world);
  const shown = <T extends { readonly gprId: string | null }>(gpr: T): T =>
    gpr.gprId !== null && sees(gpr.gprId) ? gpr : { ...gpr, gprId: null, gprName: null };
  const dated = <T extends { readonly atMs: number }>({ atMs, ...happened }: T) => ({
    at: timeline.iso(atMs),
    ...happened,
  });
  return {
    ...rest,
    sentence: textOf(withPlan(sentence, plannedStartMs, timeline), sees),
    behind: behind !== null && sees(behind) ? behind : null,
    victimsNotEnough: rest.victimsNotEnough.filter(sees),
    waitsFor: waitsFor?.kind === 'gpr' ? shown(waitsFor) : waitsFor,
    plannedEndTime: timeline.isoOrEmpty(plannedEndMs),
    next: next && shown({ gprId: next.gprId, gprName: next.gprName, startTime: timeline.iso(next.startMs) }),
    estimatedStartTime: timeline.isoOrEmpty(waiting?.startMs ?? null),
    waiting: waiting && {
      noStartBecause: textOf(waiting.noStartBecause, sees),
      ahead: waiting.ahead,
      makesRoom: { ...waiting.makesRoom, latest: waiting.makesRoom.latest.map(dated) },
    },
    lost: lost && lossAnswer(lost, { exitMs, idleTimeOutMs }, timeline),
    history: history.map((happening) => dated({ ...happening, what: textOf(happening.what, sees) })),
    victims: victims && { ...victims, latest: victims.latest.map(dated) },
  };
}

/** The sentence of a queued GPR, with its planned start if there is one. */
export function withPlan(sentence: Sentence, plannedStartMs: number | null, timeline: Timeline): Sentence {
  return plannedStartMs === null
    ? sentence
    : phrase`${sentence}; it is planned for ${timeline.iso(plannedStartMs)}`;
}

type Durations = Pick<Explained, 'exitMs' | 'idleTimeOutMs'>;

function lossAnswer(lost: Loss, durations: Durations, timeline: Timeline): ExplanationAnswer['lost'] {
  const { atMs, idleSinceMs, ...rest } = lost;
  return {
    at: timeline.iso(atMs),
    sentence: `${causeOf(lost, durations, timeline)}${outcomeOf(lost)}`,
    ...rest,
    idleSince: timeline.isoOrNull(idleSinceMs),
  };
}

/** The predicate of a sentence, without its end. */
function causeOf(
  { atMs, reason, priority, evictedBy, node, idleSinceMs }: Loss,
  { exitMs, idleTimeOutMs }: Durations,
  timeline: Timeline,
): string {
  const at = timeline.iso(atMs);
  const own = priority === null ? '' : `its own priority was ${priority}`;
  switch (reason) {
    case 'eviction': {
      if (evictedBy === null)
        return `was evicted at ${at} by a GPR of another workspace with a higher priority${own && `; ${own}`}`;
      const other = evictedBy.priority === null ? 'a higher priority' : `priority ${evictedBy.priority}`;
      return `was evicted at ${at} by ${evictedBy.gprId}, which had ${other}${own && `; ${own}`}`;
    }
    case 'node failure':
      return `lost its GPUs at ${at}: the node ${node} failed or was removed`;
    case 'provisioning failed':
      return `lost its GPUs at ${at}: its provisioning failed`;
    case 'idle time-out': {
      const since = idleSinceMs === null ? 'it was idle' : `it was idle since ${timeline.iso(idleSinceMs)}`;
      return `lost its GPUs at ${at}: ${since}${idleTimeOutMs === null ? '' : `, and its limit is ${span(idleTimeOutMs)}`}`;
    }
    case 'exit duration over':
      return `ended at ${at}: its exit duration of ${span(exitMs)} was over`;
    case 'work done':
      return `ended at ${at}: its work was done`;
    case 'early release':
      return `ended at ${at}: it was released`;
    case 'workspace deleted':
      return `ended at ${at}: its workspace was deleted`;
    case 'no room':
      return `failed at ${at}: it did not fit, and the queue policy keeps no queue`;
  }
}

function outcomeOf({ reason, outcome }: Loss): string {
  if (outcome === 'requeued') return '; it was queued again';
  if (outcome !== 'Failed') return '';
  return reason === 'provisioning failed'
    ? ' for the third time in a row; it Failed'
    : '; it Failed, because it is not requeued on failure';
}
