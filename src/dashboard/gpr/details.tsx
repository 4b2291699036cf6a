// The page of a GPR: what it is, why it waits or ended, its life, its victims, its estimates, its record.

import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { costText } from '../../looks/cost-text.ts';
import { STATE_WORDS } from '../../looks/states.ts';
import { addressOf, linkTo } from '../address/route.ts';
import { past } from '../axis/shown-past.ts';
import { readLikelyStarts } from '../estimated/likely-starts.ts';
import { following } from '../live/live.ts';
import { branch, OfBranch } from '../live/of-branch.ts';
import { may } from '../page/acting/acting.ts';
import { linked } from '../page/names/linked.tsx';
import { useSubject } from '../page/names/subject.ts';
import { ClusterName, NodeNames, WorkspaceName } from '../page/names/subject-names.tsx';
import { Heading } from '../page/parts/heading.tsx';
import { Refusal } from '../session/server-call.ts';
import { bandOf } from '../text/colors.ts';
import { counted, spanOf } from '../text/spans.ts';
import { Actions } from './actions.tsx';
import { Estimates } from './estimates.tsx';
import { GprReader, type KnownGpr } from './gpr-reader.ts';
import { Log, Timeline } from './timeline.tsx';
import { Reasons } from './waiting.tsx';

export function GprDetails({ gprId }: { readonly gprId: string }) {
  const found = useMemo(() => new OfBranch<KnownGpr>(), []);
  const [missing, setMissing] = useState<{ readonly branch: number; readonly why: string }>();
  useEffect(() => {
    const reader = new GprReader(gprId);
    return following(async (state) => {
      try {
        const gpr = await reader.read();
        if (gpr.record.status.provisioningStatus === 'Queued') void readLikelyStarts(state);
        found.take(gpr.estimates.branch, gpr);
        setMissing(undefined);
      } catch (error) {
        if (!(error instanceof Refusal && [403, 404].includes(error.status))) throw error;
        const why =
          error.status === 403 ? 'Only Owners see the page of a GPR at an earlier instant' : error.message;
        setMissing({ branch: branch.peek()!, why });
      }
    });
  }, [gprId]);
  useSubject(found.shown.value?.record.gprName ?? gprId);
  if (missing !== undefined && missing.branch === branch.value)
    return (
      <section class="panel" data-testid="gpr">
        <p class="empty">
          {missing.why}: {gprId}.{' '}
          {missing.branch > 1 &&
            past.value === undefined &&
            `Branch ${missing.branch} is shown now: another one may have this GPR, or this one later. `}
          <a href={addressOf('gprs')}>All GPRs</a>{' '}
          {may('listBranches') && <a href={addressOf('branches')}>Branches</a>}
        </p>
      </section>
    );
  const { value: known } = found.shown;
  if (known === undefined) return <p class="empty">Reading {gprId}…</p>;
  return (
    <div class="gpr-page" data-testid="gpr">
      <Head gpr={known} />
      <Log gpr={known} now={known.at} />
      <Estimates gpr={known} />
      <details class="panel record" data-testid="gpr-record">
        <summary>Record</summary>
        <pre>{JSON.stringify(known.record, null, 2)}</pre>
      </details>
    </div>
  );
}

function Head({ gpr }: { readonly gpr: KnownGpr }) {
  const { record, explanation } = gpr;
  const { gprId, gprName, sliceName, clusterName, status, priority, exitDuration } = record;
  const { numberOfGPUNodes, numberOfGPUs, instanceType, gpuShape } = record;
  const { victims } = explanation;
  const state = status.provisioningStatus;
  const figures: readonly (readonly [string, ComponentChild])[] = [
    ['Priority', `${priority}, ${bandOf(priority).name}`],
    [
      'Needs',
      `${counted(numberOfGPUNodes, 'node')} with ${counted(numberOfGPUs, 'GPU')}${numberOfGPUNodes > 1 ? ' each' : ''}`,
    ],
    ['Cluster', <ClusterName key={clusterName} name={clusterName} />],
    ['Instance type', `${instanceType}, ${gpuShape}`],
    [
      'Nodes',
      status.nodes ? <NodeNames key="nodes" names={status.nodes} cluster={clusterName} /> : 'none yet',
    ],
    ['Exit duration', spanOf(exitDuration)],
    ['Cost so far', costText(status.cost || 0)],
    ['May evict', record.enableEviction ? 'yes' : 'no'],
    ['Requeued on failure', record.requeueOnFailure ? 'yes' : 'no'],
    ['Retries', String(status.retryCount)],
    [
      'Evicted',
      victims && (
        <a key="victims" href={linkTo(['events'], { gpr: gprId, kind: 'eviction' })}>
          {victims.complete ? '' : 'at least '}
          {counted(victims.total, 'GPR')}
        </a>
      ),
    ],
  ];
  return (
    <section class="panel head" aria-labelledby="gpr-title">
      <header>
        <Heading id="gpr-title">{gprName}</Heading>
        <span class={`state ${state}`} title={STATE_WORDS[state]} data-testid="gpr-state">
          {state}
        </span>
        <span>
          <WorkspaceName name={sliceName} />
        </span>
        <code class="quiet">{gprId}</code>
        <a href={linkTo(['events'], { gpr: gprId })}>Events</a>
        <Actions gpr={gpr} />
      </header>
      <p class="padded" data-testid="gpr-why">
        It {linked(explanation.sentence, gprId)}.
      </p>
      <Timeline gpr={gpr} now={gpr.at} />
      <Reasons explanation={explanation} now={gpr.at} />
      <dl class="figures-list">
        {figures
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
