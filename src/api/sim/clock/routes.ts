// Operations that read, set and advance the simulated clock, and reset the world.

import type * as v from 'valibot';
import type { Advance } from '../../../driver/world.ts';
import { longestDurationMs } from '../../../wire/time/duration-ms.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { requireGpr } from '../../frame/access/scope.ts';
import { AsOf } from '../../frame/answers/as-of.ts';
import { Failure, invalid } from '../../frame/errors/failure.ts';
import { type Operation, operation, rawOperation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { parseMoment } from '../../frame/request/moment.ts';
import { clockAnswer, reading } from '../shared/clock-answer.ts';
import { streamClock } from './clock-stream.ts';
import { advanceClockAnswer, advanceClockRequest, resetRequest, setClockRequest } from './schema.ts';

const path = '/sim/clock';

export const clockOperations: readonly Operation[] = [
  operation({
    operationId: 'getClock',
    summary: 'Read the clock',
    method: 'GET',
    path,
    isTimeless: 'the clock is that of the present; other answers of an instant have its facts in "seq"',
    answer: clockAnswer,
    handle(_request, _caller, service) {
      return reading(service.world.clock(), service.timeline);
    },
  }),
  rawOperation({
    operationId: 'streamClock',
    summary: 'Stream the clock',
    description:
      'Server-sent events: the clock now, and again whenever a fact was added or a call has changed something, such as the clock, a key ' +
      'or an HTTP fault. Between two events are at least 250 ms, so that an event may be about many changes. That the clock runs is ' +
      'no change. A client that shows the world reads it again at each event. The stream does not end.',
    method: 'GET',
    path: `${path}/stream`,
    isTimeless: 'the clock is that of the present',
    content: {
      mediaType: 'text/event-stream',
      description: 'The data of each event are the clock as JSON.',
      event: clockAnswer,
    },
    errors: ['too-many-streams', 'too-many-streams-of-key'],
    respond(_request, caller, service, context) {
      return streamClock(caller, service, context);
    },
  }),
  operation({
    operationId: 'setClock',
    summary: 'Run, pause or speed up the clock',
    description:
      'The setting changes how fast time passes, not what happens. At least one member is required. `paused` stops a ' +
      'running advance.',
    method: 'PUT',
    path,
    changes: 'time',
    from: 'body',
    request: setClockRequest,
    answer: clockAnswer,
    errors: ['memory-full'],
    example: { mode: 'running', speed: 60 },
    handle({ mode, speed }, _caller, service) {
      if (mode === 'running') service.requireMemory();
      const setting = { ...(mode !== null && { mode }), ...(speed !== null && { speed }) };
      return reading(service.world.setClock(setting), service.timeline);
    },
  }),
  operation({
    operationId: 'advanceClock',
    summary: 'Advance the clock',
    description:
      'Exactly one of `by`, `to`, `until` and `events` is required. The world runs to that instant at full speed; then the ' +
      'clock is paused or running as before. The server tries `until` on a copy first: if the GPR does not have the status ' +
      'within 400 simulated days, the clock does not move. Other commands enter between two instants of the advance; another ' +
      'advance waits for its end. A pause, a reset, an import, or a disconnect of the client stops the advance: the ' +
      'answer then has `stopped: true` and the reached instant.',
    method: 'POST',
    path: `${path}/advance`,
    changes: 'time',
    from: 'body',
    request: advanceClockRequest,
    answer: advanceClockAnswer,
    errors: ['not-reached', 'gpr-not-found'],
    example: { by: '5h' },
    async handle(request, caller, service, isWanted) {
      // If an import replaces the world during the advance, the answer still uses the timeline of the old world.
      const { world, timeline } = service;
      const result = await world.advance(advanceOf(request, caller, service), isWanted);
      if (!result.ok) throw new Failure('not-reached', { why: result.why });
      const { clock, facts, stopped } = result;
      return new AsOf({ ...reading(clock, timeline), facts, stopped }, timeline.iso(clock.nowMs));
    },
  }),
  operation({
    operationId: 'resetWorld',
    summary: "Return to the scenario's start",
    description: 'The reset begins a new branch. API keys stay.',
    method: 'POST',
    path: '/sim/reset',
    changes: 'time',
    from: 'body',
    request: resetRequest,
    answer: clockAnswer,
    async handle(_request, _caller, service) {
      return reading(await service.world.reset(), service.timeline);
    },
  }),
];

function advanceOf(
  { by, to, until, events }: v.InferOutput<typeof advanceClockRequest>,
  caller: Caller,
  service: Service,
): Advance {
  if (by !== null) return { byMs: by };
  if (to !== null) return { toMs: instant(to, service) };
  if (until === null) return { events: events! };
  requireGpr(service.world, caller, until.gprId);
  return { until };
}

/** Parses the target of an advance: not before now, and at most the longest duration from now. */
function instant(to: string, { world, timeline }: Service): number {
  const nowMs = world.nowMs();
  const parsed = parseMoment(to, timeline);
  if (!parsed.ok) throw invalid('to', parsed.why);
  const toMs = parsed.value;
  if (toMs < nowMs) {
    throw invalid('to', `must not lie before now, ${timeline.iso(nowMs)}`);
  }
  if (toMs - nowMs > longestDurationMs) {
    throw invalid('to', 'must lie within ten years (3650d) from now');
  }
  return toMs;
}
