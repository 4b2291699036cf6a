// The decisions of a workload placement with their steps.

import { addressOf } from '../page/route.ts';
import { instant, spanOf } from '../text/spans.ts';

export interface Decision {
  readonly clusterName: string;
  readonly gprStatus: { readonly gprName?: string; readonly provisioningStatus?: string };
  readonly message: string;
  readonly phase: string;
  readonly currentStep: number;
  readonly startTime: string;
  readonly stepResults: readonly {
    readonly name: string;
    readonly type: string;
    readonly message: string;
    readonly success: boolean;
    readonly duration: string;
  }[];
}

interface Placement {
  readonly steps: readonly { readonly name: string; readonly type: string }[];
  readonly status: { readonly clusterPlacementDecisions: readonly Decision[] };
}

export function PlacementDetails({ placement }: { readonly placement: Placement }) {
  return (
    <>
      {placement.status.clusterPlacementDecisions.map((decision) => (
        <DecisionSteps key={decision.clusterName} decision={decision} steps={placement.steps} />
      ))}
    </>
  );
}

interface Shown {
  readonly decision: Decision;
  readonly steps: Placement['steps'];
}

function DecisionSteps({ decision, steps }: Shown) {
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
            Its GPR <a href={addressOf('gprs', gprStatus.gprName)}>{gprStatus.gprName}</a> is{' '}
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
