// What matters now: a sentence, and three figures with their curves over the shown time.

import { STATE_WORDS } from '../../looks/states.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../looks/wait-reasons.ts';
import { addressOf, linkTo } from '../address/route.ts';
import { shown } from '../axis/shown-time.ts';
import { spanOf } from '../axis/time-window.ts';
import { world } from '../live/live.ts';
import { Policy, policyNames } from '../page/names/policy.tsx';
import { Word } from '../page/names/word.tsx';
import { series } from '../plots/plot-data.ts';
import { PLOTS } from '../plots/plots.ts';
import { counted, number, span } from '../text/spans.ts';
import { WhatIf } from '../what-if/link.tsx';
import { findingOf } from './finding.ts';

export function Figures() {
  const state = world.value!;
  const { clusters, counts, blocked, medianAgeMs } = state;
  const sum = (of: 'allocatedGpus' | 'availableGpus') =>
    clusters.reduce((total, cluster) => total + cluster[of], 0);
  // As in the plot of the utilization, GPUs of nodes that are down do not count.
  const held = sum('allocatedGpus');
  const free = sum('availableGpus');
  const blockedGpus = blocked.reduce((total, { freeGpus }) => total + freeGpus, 0);
  const why = WAIT_REASONS.filter((reason) => blocked.some((pool) => pool.waits[reason] > 0));
  return (
    <section class="summary" aria-label="What matters now">
      <div>
        <p class="finding" data-testid="finding" title={findingOf(state)}>
          {findingOf(state)}
        </p>
        <Others />
      </div>
      <Figure
        name="Utilization"
        means="Allocated GPUs ÷ GPUs of nodes that are up"
        value={held + free === 0 ? 'none' : `${Math.round((100 * held) / (held + free))} %`}
        about={`${number(held)} of ${counted(held + free, 'GPU')} allocated`}
        curve="utilization"
        href={addressOf('map')}
      />
      <Figure
        name="Waiting"
        means={`Queued: ${STATE_WORDS.Queued}`}
        value={counted(counts.Queued, 'GPR')}
        about={medianAgeMs === null ? 'the queue is empty' : `median age ${span(medianAgeMs)}`}
        curve="queue-length"
        href={linkTo(['gprs'], { state: 'Queued' })}
      />
      <Figure
        name="Free but blocked"
        means="Free GPUs of pools for which GPRs wait, none of which may have them now"
        value={counted(blockedGpus, 'GPU')}
        about={`of ${number(free)} free${why.length === 0 ? '' : `: ${why.map((reason) => WAIT_WORDS[reason].words).join(', ')}`}`}
        curve="blocked"
        href={linkTo([], { reason: why[0] })}
      />
    </section>
  );
}

interface Shown {
  readonly name: string;
  readonly means: string;
  readonly value: string;
  readonly about: string;
  /** The id of its plot. */
  readonly curve: string;
  /** What it counts. */
  readonly href: string;
}

function Figure({ name, means, value, about, curve, href }: Shown) {
  return (
    <dl class="figure">
      <dt>
        <Word is={name} means={means} />
      </dt>
      <dd>
        <a href={href}>{value}</a>
        <span class="quiet">{about}</span>
        <Curve of={curve} />
      </dd>
    </dl>
  );
}

/** The curve of a plot over the shown time, without a scale. */
function Curve({ of }: { readonly of: string }) {
  const { value: known } = series;
  const plot = PLOTS.find(({ id }) => id === of)!;
  if (known === undefined) return null;
  const { answer } = known;
  const { atMs, binMs, nowMs } = answer;
  const [values] = plot.columns(answer);
  const { fromMs } = shown.value;
  const width = spanOf({ fromMs, toMs: nowMs });
  const isIn = (i: number) => atMs[i] + binMs > fromMs && values[i] !== null;
  const top = plot.unit === 'share' ? 1 : Math.max(plot.least, ...values.map((value) => value ?? 0));
  const steps = atMs.flatMap((from, i) => {
    if (!isIn(i)) return [];
    const y = 1 - values[i]! / top;
    const to = Math.min(nowMs, from + binMs);
    return [`${(from - fromMs) / width} ${y}`, `${(to - fromMs) / width} ${y}`];
  });
  return (
    <svg class="curve" viewBox="0 -.05 1 1.1" preserveAspectRatio="none" aria-hidden="true">
      {steps.length > 0 && <polyline points={steps.join(' ')} vector-effect="non-scaling-stroke" />}
    </svg>
  );
}

/** What matters less, in one line. */
function Others() {
  const { clusters, counts, scheduler, arrivalRate } = world.value!;
  const downNodes = clusters.reduce((total, cluster) => total + cluster.downNodes, 0);
  return (
    <p class="quiet others">
      <Policy kind="queue" is={scheduler.queue} />
      {', '}
      <Policy kind="placement" is={scheduler.placement} />{' '}
      <WhatIf
        change={{ scheduler: { queue: policyNames('queue').find((name) => name !== scheduler.queue)! } }}
        about="the scheduler had another policy"
        testId="what-if-scheduler"
      />
      {' · '}
      <Word is={`${number(counts.Successful)} run`} means={`Successful: ${STATE_WORDS.Successful}`} />
      {' · '}
      <Word
        is={`${number(counts.Provisioning)} provisioning`}
        means={`Provisioning: ${STATE_WORDS.Provisioning}`}
      />
      {' · '}
      <span class={downNodes > 0 ? 'bad' : ''}>{counted(downNodes, 'node')} down</span>
      {arrivalRate !== 1 && (
        <>
          {' · '}
          <span data-testid="load">
            <Word is={`load ${arrivalRate}`} means="The rate of arrivals, relative to the scenario" />
          </span>
        </>
      )}
    </p>
  );
}
