// Checks facts about refused workload: steps of scripts at their instants, and arrivals in workspaces with a policy.

import type { Rules } from '../check-report.ts';
import type { Parts } from '../parts.ts';

export function refusalRules(parts: Parts): Rules<'scriptRefused' | 'arrivalRefused'> {
  const { report, scenario, records, gprs } = parts;
  const steps = new Map<number, number>();
  const arrivals = new Set<number>();
  return {
    scriptRefused({ stream, step }) {
      const which = `step ${step} of script ${stream} was refused`;
      const workload = scenario.workload[stream];
      const due = workload?.kind === 'script' ? workload.steps[step]?.atMs : undefined;
      if (due === undefined) report.object(`${which}, but does not exist`);
      else if (due !== report.atMs) report.object(`${which}; expected at ${due} ms`);
      const before = steps.get(stream) ?? -1;
      if (step <= before) report.object(`${which} after step ${before}; expected ascending steps`);
      steps.set(stream, step);
    },
    arrivalRefused({ uid, workspace }) {
      const which = `the arrival of GPR ${uid} was refused`;
      if (gprs.isKnown(uid) || arrivals.has(uid))
        report.object(`${which}, but it arrived or was refused before`);
      arrivals.add(uid);
      if (!records.hasPolicy(workspace)) report.object(`${which}, but workspace ${workspace} has no policy`);
    },
  };
}
