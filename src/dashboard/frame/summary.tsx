// The figures of the whole inventory, and what the colors mean.

import { STATE_WORDS } from '../../looks/states.ts';
import { readAt, world } from '../live/live.ts';
import { Policy, policyNames } from '../page/names/policy.tsx';
import { Word } from '../page/names/word.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { coloring, legend } from '../text/colors.ts';
import { number, weekdayTime } from '../text/spans.ts';
import { WhatIf } from '../what-if/link.tsx';

/** The legend lists at most this many workspaces. */
const LISTED_MAX = 14;

export function Summary() {
  const { clusters, counts, nodes, scheduler, arrivalRate } = world.value!;
  const sum = (of: 'downNodes' | 'gpus' | 'allocatedGpus' | 'availableGpus' | 'idleGpus') =>
    clusters.reduce((total, cluster) => total + cluster[of], 0);
  const holders = [
    ...new Set(nodes.flatMap(({ allocations }) => allocations.map(({ workspace }) => workspace))),
  ];
  const workspaces = holders.filter((name) => name !== null).sort();
  // As in the plot of the utilization, GPUs of nodes that are down do not count.
  const gpus = sum('allocatedGpus') + sum('availableGpus');
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['GPUs allocated', `${number(sum('allocatedGpus'))} of ${number(gpus)}`],
    ['Utilization', gpus === 0 ? 'none' : `${Math.round((100 * sum('allocatedGpus')) / gpus)} %`],
    ['GPUs free', number(sum('availableGpus'))],
    ['Queue length', number(counts.Queued)],
    ['Provisioning', number(counts.Provisioning)],
    ['Successful', number(counts.Successful)],
    ['Nodes down', number(sum('downNodes'))],
  ];
  return (
    <section class="summary" aria-label="Inventory">
      <dl>
        <div>
          <dt>Read at</dt>
          <dd>
            <time dateTime={readAt.value} data-testid="read-at">
              {weekdayTime(readAt.value)}
            </time>
          </dd>
        </div>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Word is={name} means={(STATE_WORDS as Readonly<Record<string, string>>)[name]} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Scheduler</dt>
          <dd>
            <Policy kind="queue" is={scheduler.queue} />
            {', '}
            <Policy kind="placement" is={scheduler.placement} />{' '}
            <WhatIf
              change={{
                scheduler: { queue: policyNames('queue').find((name) => name !== scheduler.queue)! },
              }}
              about="the scheduler had another policy"
              testId="what-if-scheduler"
            />
          </dd>
        </div>
        {arrivalRate !== 1 && (
          <div>
            <dt>
              <Word is="Load" means="The rate of arrivals, relative to the scenario" />
            </dt>
            <dd data-testid="load">{arrivalRate}</dd>
          </div>
        )}
      </dl>
      <div class="legend">
        <Choice
          label="Color GPUs by"
          isUnseen
          value={coloring.value}
          choices={[
            ['workspace', 'by workspace'],
            ['priority', 'by priority'],
          ]}
          choose={(by) => (coloring.value = by as typeof coloring.value)}
        />
        <ul>
          {legend(workspaces.slice(0, LISTED_MAX)).map(({ name, color }) => (
            <li key={name}>
              <i class="dot" style={{ '--held': color }} />
              {name}
            </li>
          ))}
          {counts.Provisioning > 0 && (
            <li>
              <i class="dot provisioning" /> provisioning
            </li>
          )}
          {holders.includes(null) && (
            <li>
              <i class="dot foreign" /> of another workspace
            </li>
          )}
          {sum('idleGpus') > 0 && (
            <li>
              <i class="dot idle" /> idle
            </li>
          )}
          {coloring.value === 'workspace' && workspaces.length > LISTED_MAX && (
            <li class="quiet">and {workspaces.length - LISTED_MAX} more</li>
          )}
        </ul>
      </div>
    </section>
  );
}
