// The page of a cluster.

import { linkTo } from '../address/route.ts';
import { world } from '../live/live.ts';
import { Policy } from '../page/names/policy.tsx';
import { counted } from '../text/spans.ts';
import { SubjectPage } from './subject-page.tsx';

export function ClusterPage({ name }: { readonly name: string }) {
  const { clusters, scheduler } = world.value!;
  const cluster = clusters.find((known) => known.name === name);
  return (
    <SubjectPage
      kind="cluster"
      name={name}
      list={['clusters', 'All clusters']}
      of={{ cluster: name }}
      chart={{ rows: 'nodes', cluster: name, node: '', workspace: '' }}
      title={`Cluster ${name}`}
      actions={
        <>
          <a href={linkTo(['gprs'], { cluster: name })}>List of its GPRs</a>
          <a href={linkTo(['nodes'], { cluster: name })}>Its nodes</a>
        </>
      }
    >
      {cluster && (
        <>
          <p>
            {cluster.region} · {counted(cluster.nodes, 'node')}
            {cluster.downNodes > 0 && <em class="bad">, {cluster.downNodes} down</em>} ·{' '}
            {cluster.allocatedGpus} of {counted(cluster.allocatedGpus + cluster.availableGpus, 'GPU')}{' '}
            allocated
            {cluster.idleGpus > 0 && `, ${cluster.idleGpus} idle`} · {counted(cluster.queuedGprs, 'GPR')}{' '}
            queued
          </p>
          <p>
            {cluster.instanceTypes
              .map(({ instanceType, gpuModelName, nodes }) => `${nodes} × ${instanceType} (${gpuModelName})`)
              .join(', ')}{' '}
            · queue <Policy kind="queue" is={scheduler.queue} />, placement{' '}
            <Policy kind="placement" is={scheduler.placement} />
          </p>
        </>
      )}
    </SubjectPage>
  );
}
