// The decisions of a workload placement with their steps.

import type { Decision, PlacementRecord } from '../../api/sim/answers.ts';
import { linkTo } from '../address/route.ts';
import { instant, spanOf } from '../text/spans.ts';

export function PlacementDetails({ placement }: { readonly placement: PlacementRecord }) {
  return (
    <>
      {placement.status.clusterPlacementDecisions.map((decision) => (
        <DecisionSteps key={decision.clusterName} decision={decision} steps={placement.steps} />
      ))}
    </>
  );
}

interface Props {
  readonly decision: Decision;
  readonly steps: PlacementRecord['steps'];
}

function DecisionSteps({ decision, steps }: Props) {
  const { clusterName, gprStatus, message, phase, startTime, stepResults } = decision;
  return (
    <section class="decision" aria-label={`Decision for ${clusterName}`}>
      <h3>
        {clusterName}: {phase}
      </h3>
      <p class="quiet">
        {startTime !== '' && `Started ${instant(startTime)}. `}
        {gprStatus.gprName && (
          <>
            Its GPR <a href={linkTo(['gprs'], { name: gprStatus.gprName })}>{gprStatus.gprName}</a> is{' '}
            {gprStatus.provisioningStatus}.{' '}
          </>
        )}
        {message}
      </p>
      <ol class="steps">
        {steps.map(({ name, type }, i) => {
          const result = stepResults[i];
          const state = result === undefined ? 'waits' : result.success ? 'done' : 'failed';
          const isRunning = result === undefined && i === stepResults.length && phase === 'Running';
          return (
            <li key={`${name} ${i}`} class={state}>
              <b>{name}</b> <span class="quiet">{type}</span> {isRunning ? 'runs' : state}
              {result && ` ${spanOf(result.duration)}`} {result?.message}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
