// The clusters with their nodes as tiles: a cell is a GPU, in the color of the GPR that holds it.

import type { Allocation, ClusterState, NodeState } from '../../control/answers.ts';
import { acting, isOwner } from '../frame/acting.ts';
import { Pages } from '../frame/pages.tsx';
import { pointed } from '../frame/pointed.ts';
import { addressOf } from '../frame/route.ts';
import { NODES_MAX, nodesWanted, wantNodes, world } from '../live/live.ts';
import { call } from '../session/call.ts';
import { colorOf } from '../text/colors.ts';
import { counted, relative } from '../text/spans.ts';

/** With more tiles of an instance type, its name stays at the top. */
const LONG = 20;

export function Nodes() {
  const state = world.value;
  const { cluster: chosen } = nodesWanted.value;
  return (
    <section class="panel nodes" data-testid="nodes" aria-label="Clusters and nodes">
      {state?.clusters
        .filter(({ name }) => chosen === '' || name === chosen)
        .map((cluster) => (
          <Cluster
            key={cluster.name}
            cluster={cluster}
            nodes={state.nodes.filter(({ cluster: name }) => name === cluster.name)}
          />
        ))}
      <Turner />
    </section>
  );
}

/** Chooses which nodes are shown, if there are too many for one page. */
function Turner() {
  const { clusters, nodesTotal } = world.value!;
  const { cluster, offset } = nodesWanted.value;
  if (clusters.reduce((sum, { nodes }) => sum + nodes, 0) <= NODES_MAX && offset === 0) return null;
  return (
    <div class="turner">
      <label>
        <span class="unseen">Cluster of the nodes</span>
        <select
          value={cluster}
          data-testid="nodes-cluster"
          onChange={(event) => wantNodes({ cluster: event.currentTarget.value, offset: 0 })}
        >
          <option value="">all clusters</option>
          {clusters.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Pages
        label="Pages of the nodes"
        what="node"
        total={nodesTotal}
        from={offset}
        size={NODES_MAX}
        go={(from) => wantNodes({ cluster, offset: from })}
      />
    </div>
  );
}

function Cluster({
  cluster,
  nodes,
}: {
  readonly cluster: ClusterState;
  readonly nodes: readonly NodeState[];
}) {
  const { name, region, gpus, allocatedGpus, idleGpus, queuedGprs, downNodes } = cluster;
  return (
    <section class="cluster" aria-label={`Cluster ${name}`}>
      <header>
        <h2>{name}</h2>
        <span class="quiet">{region}</span>
        <span class="figures">
          <b>{allocatedGpus.toLocaleString('en-US')}</b> of {counted(gpus, 'GPU')} held
          {idleGpus > 0 && `, ${idleGpus.toLocaleString('en-US')} idle`}
          {queuedGprs > 0 && ` · ${counted(queuedGprs, 'GPR')} queued`}
          {downNodes > 0 && <em class="bad"> · {counted(downNodes, 'node')} down</em>}
        </span>
      </header>
      {[...new Set(nodes.map(({ instanceType }) => instanceType))].map((type) => (
        <Type key={type} nodes={nodes.filter(({ instanceType }) => instanceType === type)} />
      ))}
    </section>
  );
}

/** The nodes of one instance type in a cluster. */
function Type({ nodes }: { readonly nodes: readonly NodeState[] }) {
  const [{ instanceType, gpuModelName }] = nodes;
  return (
    <div class={nodes.length > LONG ? 'type long' : 'type'}>
      <span class="type-name">
        {instanceType} <span class="quiet">{gpuModelName}</span>
      </span>
      <ul class="tiles">
        {nodes.map((node) => (
          <Tile key={node.name} node={node} />
        ))}
      </ul>
    </div>
  );
}

function Tile({ node }: { readonly node: NodeState }) {
  const { name, gpus, up, freeGpus, allocations, repairAt, cluster, instanceType } = node;
  const now = world.value!.clock.now;
  const isRepaired = repairAt !== null;
  const health = up
    ? `${freeGpus} of ${gpus} free`
    : `down${isRepaired ? `, up ${relative(repairAt, now)}` : ''}`;
  const path = `sim/nodes/${encodeURIComponent(cluster)}/${encodeURIComponent(name)}`;
  const prefix = `${cluster}-${instanceType}-`;
  return (
    <li
      class={up ? 'tile' : 'tile down'}
      data-node={name}
      style={{ '--gpus': Math.min(8, gpus) }}
      title={`${name}: ${health}`}
    >
      <span class="tile-name">
        {name.startsWith(prefix) ? name.slice(prefix.length) : name}
        <span class="unseen">{[health, ...allocations.map(nameOf)].join(', ')}</span>
        {!up && <em class="bad">{isRepaired ? relative(repairAt, now).replace('in', 'up in') : 'down'}</em>}
      </span>
      {isOwner.value ? (
        <button
          type="button"
          class="small"
          data-testid={up ? 'fail-node' : 'repair-node'}
          aria-label={`${up ? 'Fail' : 'Repair'} ${name}`}
          title={up ? `Take ${name} down: its GPRs are requeued or fail` : `Bring ${name} up`}
          onClick={() => acting(() => call('POST', `${path}/${up ? 'down' : 'up'}`, {}))}
        >
          {up ? 'Fail' : 'Repair'}
        </button>
      ) : null}
      <span class="cells" aria-hidden="true">
        {cellsOf(node).map((held, i) => (
          <Cell key={i} held={held} />
        ))}
      </span>
    </li>
  );
}

function Cell({ held }: { readonly held: Allocation | undefined }) {
  if (held === undefined) return <i class="cell" />;
  const { gprId, idle, state } = held;
  const isPointed = gprId !== null && pointed.value === gprId;
  const classes = `cell held${idle ? ' idle' : ''}${state === 'Provisioning' ? ' provisioning' : ''}${isPointed ? ' pointed' : ''}`;
  const style = { '--held': colorOf(held) };
  const title = `${nameOf(held)}${idle ? ', idle' : ''}${state === 'Provisioning' ? ', provisioning' : ''}`;
  if (gprId === null) return <i class={classes} style={style} title={title} />;
  return (
    <a
      class={classes}
      style={style}
      title={title}
      href={addressOf('gpr', gprId)}
      tabIndex={-1}
      onPointerEnter={() => (pointed.value = gprId)}
      onPointerLeave={() => (pointed.value = undefined)}
    >
      <span class="unseen">{title}</span>
    </a>
  );
}

/** By GPU of the node: what holds it. */
function cellsOf({ gpus, allocations }: NodeState): (Allocation | undefined)[] {
  const cells: (Allocation | undefined)[] = [];
  for (const held of allocations) for (let gpu = 0; gpu < held.gpus; gpu++) cells.push(held);
  while (cells.length < gpus) cells.push(undefined);
  return cells;
}

function nameOf({ gprName, gprId, workspace, priority, gpus }: Allocation): string {
  if (gprId === null) return `${counted(gpus, 'GPU')} of another workspace`;
  return `${gprName} (${workspace}, priority ${priority}, ${counted(gpus, 'GPU')})`;
}
