// Why a GPR is where it is, and whether its GPUs are busy.

import { AsOf, after } from '../../http/answering.ts';
import { requireGpr } from '../../http/auth/scope.ts';
import { Failure } from '../../http/failure.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { rejected } from '../../http/rejections.ts';
import { discreet } from './discretion.ts';
import { explainGprAnswer, explainGprRequest, setActivityAnswer, setActivityRequest } from './schema.ts';

const explainGpr = operation({
  operationId: 'explainGpr',
  summary: 'Explain why a GPR is where it is',
  description: 'As data and as one sentence. GPRs of workspaces that the caller does not see are not named.',
  method: 'GET',
  path: '/sim/explain/{gprId}',
  from: 'path',
  request: explainGprRequest,
  answer: explainGprAnswer,
  errors: ['gpr-not-found'],
  handle({ gprId }, caller, { world, timeline }) {
    requireGpr(world, caller, gprId);
    const explanation = world.read.explain(gprId);
    if (explanation === undefined) throw new Failure('gpr-not-found', { gprId });
    const { history, ...told } = discreet(explanation, caller, world);
    const nowMs = world.nowMs();
    const answer = (startMs: number | null) =>
      new AsOf(
        {
          ...told,
          estimatedStartTime: timeline.isoOrEmpty(startMs),
          history: history.map(({ atMs, what }) => ({ at: timeline.iso(atMs), what })),
        },
        timeline.iso(nowMs),
      );
    if (told.state !== 'Queued') return answer(null);
    return after(world.read.estimates([gprId]), ([{ startMs }]) => answer(startMs));
  },
});

const setGprActivity = operation({
  operationId: 'setGprActivity',
  summary: 'Make a GPR busy or idle',
  method: 'PUT',
  path: '/sim/gprs/{gprId}/activity',
  from: 'body',
  request: setActivityRequest,
  answer: setActivityAnswer,
  errors: ['gpr-not-found', 'gpr-state-activity'],
  async handle({ gprId, busy }, _caller, { world }) {
    const result = await world.submit({ kind: 'gpr.activity', gprId, busy });
    if (!result.ok) throw rejected(result.rejection);
    return {};
  },
});

export const simulatedGprOperations: readonly Operation[] = [explainGpr, setGprActivity];
