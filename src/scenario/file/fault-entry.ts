// The faults of a scenario file. Each kind has members that narrow it; a member that is left out matches everything.

import * as v from 'valibot';
import { faultMessageMax, faultSpec, faultTimesMax } from '../../wire/fault.ts';
import { shown } from '../fields/field-problems.ts';
import { members, must, name, text, whole } from '../fields/strict-fields.ts';

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

export const fault = v.pipe(
  v.variant('kind', [image, step, provisioning], (issue) =>
    issue.path === undefined
      ? `must be an object with a kind, but is ${shown(issue.input)}`
      : must('"image", "step" or "provisioning"')(issue),
  ),
  v.transform((given) => faultSpec(given)),
);
