import type { Context } from 'hono';
import type { ReadableWorld, World } from '../../../driver/world.ts';
import type { Metrics } from '../../../observe/metrics.ts';
import { Timeline } from '../../../wire/time/timestamps.ts';
import type { Tokens } from '../access/tokens.ts';
import type { SharedAnswers } from '../answers/shared-answers.ts';
import type { Problem } from '../errors/entry.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { HttpFaults } from './http-faults.ts';
import type { Requests } from './requests-to-worlds.ts';
import type { Worlds } from './served-world.ts';

/** The part of a logger that the server needs. */
export interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What becomes of members that an operation does not have. */
interface UnknownMembers {
  /** Returns the problems for which the request is refused. */
  note(operationId: string, unknown: readonly Problem[]): readonly Problem[];
}

export interface Service {
  /** Without the parts that no request to it needs: see `servedWorld`. */
  readonly world: World;
  /** The timeline of the current scenario; an import replaces it. */
  readonly timeline: Timeline;
  readonly tokens: Tokens;
  readonly metrics: Metrics;
  readonly httpFaults: HttpFaults;
  /** undefined: the requests are not kept. */
  readonly requestLog: RequestLog | undefined;
  readonly unknownMembers: UnknownMembers;
  readonly sharedAnswers: SharedAnswers;
  /** Called after each call that has changed something, such as the clock or a key. For facts, there is `world.onFacts`. */
  readonly onChange: Set<() => void>;
  /** Awaited before each call of a client to an operation of the interface of the service. */
  readonly onCall?: (() => Promise<void>) | undefined;
  readonly requests: Requests;
  readonly log: Log;
  /** Real time, ms since 1970. Keys and tokens expire in real time. */
  readonly wallNowMs: () => number;
  /** Whether the server listens on the loopback address, and therefore refuses foreign Host headers. */
  readonly loopback: boolean;
  /** The other worlds of the process; only the service of the world at its root has them. */
  readonly worlds?: Worlds<Service> | undefined;
  /** Throws a Failure if the process has too little memory for this world to grow. */
  readonly requireMemory: () => void;
  /** Aborted when the world is closed before its server. */
  readonly ended: AbortSignal;
}

/** The service of the world that a request is about. */
export function serviceIn(context: Context): Service {
  return context.env.service;
}

/**
 * A world as operations get it. To the world of an earlier instant or of a file come only requests that read, and to a future only
 * those that change a world by commands: they need no part that it lacks.
 */
export function servedWorld(world: ReadableWorld): World {
  return world as World;
}

/** The timeline of an answer about this scenario: an import may have replaced the scenario since the query. */
export function timelineFrom(start: string, { world, timeline }: Service): Timeline {
  return start === world.scenario.start ? timeline : new Timeline(start);
}

export function simTime(service: Service): string {
  return service.timeline.iso(service.world.nowMs());
}
