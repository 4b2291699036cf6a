// The faults of a scenario file. Each kind has members that narrow it; a member that is left out matches everything.

import * as v from 'valibot';
import type { FaultSpec } from '../../sim/index.ts';
import { faultMessageMax, faultTimesMax } from '../wire/bounds.ts';
import { members, must, name, text, whole } from './fields.ts';
import { shown } from './problems.ts';

const anyName = v.optional(name());

const common = {
  workspace: anyName,
  cluster: anyName,
  times: v.optional(whole(1, faultTimesMax)),
};

const image = members({ kind: v.literal('image'), ...common, endpoint: anyName });

const step = members({
  kind: v.literal('step'),
  ...common,
  placement: anyName,
  step: anyName,
  message: v.optional(text(faultMessageMax)),
});

const provisioning = members({ kind: v.literal('provisioning'), ...common, gprId: anyName });

const kinds = v.variant('kind', [image, step, provisioning], (issue) =>
  issue.path === undefined
    ? `must be an object with a kind, but is ${shown(issue.input)}`
    : must('"image", "step" or "provisioning"')(issue),
);

export const fault = v.pipe(
  kinds,
  v.transform(
    (given): FaultSpec => ({
      fault: given.kind,
      workspace: given.workspace ?? null,
      cluster: given.cluster ?? null,
      endpoint: (given.kind === 'image' && given.endpoint) || null,
      placement: (given.kind === 'step' && given.placement) || null,
      step: (given.kind === 'step' && given.step) || null,
      gprId: (given.kind === 'provisioning' && given.gprId) || null,
      times: given.times ?? null,
      message: (given.kind === 'step' && given.message) || '',
    }),
  ),
);
