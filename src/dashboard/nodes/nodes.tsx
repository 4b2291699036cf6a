// The clusters with their nodes as tiles: a cell is a GPU, in the color of the GPR that holds it.

import type { Allocation, ClusterState, NodeState } from '../../api/sim/answers.ts';
import { commonPrefix } from '../../looks/prefix.ts';
import { addressOf, setQuery } from '../address/route.ts';
import { nodesCluster, nodesPage, readAt, world } from '../live/live.ts';
import { may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { addressOfNode, ClusterName } from '../page/names/subject-names.tsx';
import { arrowKeys } from '../page/parts/arrow-keys.ts';
import { ClusterSelect } from '../page/parts/cluster-select.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { pointed, pointing } from '../page/pointed.ts';
import { colorOf } from '../text/colors.ts';
import { counted, number, relative } from '../text/spans.ts';
import { WhatIfNode } from '../what-if/link.tsx';
import { nameOf, takeOrBring, wordsFor } from './take-node.tsx';

/** With more tiles of an instance type, its name stays at the top. */
const LONG = 20;

export function Nodes() {
  const state = world.value;
  const { value: chosen } = nodesCluster;
  return (
    <section class="panel nodes" data-testid="nodes" aria-label="Clusters and nodes" onKeyDown={onKeyDown}>
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

/** Between the names of the nodes, between their buttons, or between their questions. */
const onKeyDown = arrowKeys('.tile-link', '.tile .asks', '.tile button');

/** Chooses which nodes are shown, if there are too many for one page. */
function Turner() {
  const { clusters, nodesTotal } = world.value!;
  const page = nodesPage();
  if (clusters.reduce((sum, { nodes }) => sum + nodes, 0) <= page.size && page.from === 0) return null;
  return (
    <div class="turner">
      <ClusterSelect
        label="Cluster of the nodes"
        value={nodesCluster.value}
        testId="nodes-cluster"
        choose={(chosen) => setQuery({ nodes: chosen, nodesPage: '' })}
      />
      <Pages label="Pages of the nodes" what="node" total={nodesTotal} {...page} />
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
  const { name, region, allocatedGpus, availableGpus, idleGpus, queuedGprs, downNodes } = cluster;
  return (
    <section class="cluster" aria-label={`Cluster ${name}`}>
      <header>
        <h2>
          <ClusterName name={name} />
        </h2>
        <span class="quiet">{region}</span>
        <span class="figures quiet">
          <b>{number(allocatedGpus)}</b> of {counted(allocatedGpus + availableGpus, 'GPU')} allocated
          {idleGpus > 0 && `, ${number(idleGpus)} idle`}
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
  const [{ cluster, instanceType, gpuModelName }] = nodes;
  const names = nodes.map(({ name }) => name);
  // A single name loses what the headings have.
  const prefix = commonPrefix(names) || commonPrefix([...names, `${cluster}-${instanceType}-?`]);
  return (
    <div class={nodes.length > LONG ? 'type long' : 'type'}>
      <span class="type-name">
        {instanceType} <span class="quiet">{gpuModelName}</span>
      </span>
      <ul class="tiles">
        {nodes.map((node) => (
          <Tile key={node.name} node={node} prefix={prefix} />
        ))}
      </ul>
    </div>
  );
}

function Tile({ node, prefix }: { readonly node: NodeState; readonly prefix: string }) {
  const { name, gpus, up, freeGpus, allocations, repairAt, cluster } = node;
  const now = readAt.value;
  const tabIndex = name === world.value!.nodes[0].name ? 0 : -1;
  const health = up
    ? `${freeGpus} of ${gpus} free`
    : `down${repairAt === null ? '' : `, up ${relative(repairAt, now)}`}`;
  return (
    <li
      class={up ? 'tile' : 'tile down'}
      data-node={name}
      style={{ '--gpus': Math.min(8, gpus) }}
      title={`${name}: ${health}`}
    >
      <span class="tile-name">
        <a class="tile-link" href={addressOfNode(name, cluster)} aria-label={name} tabIndex={tabIndex}>
          {name.slice(prefix.length)}
        </a>
        <span class="unseen">{[health, ...allocations.map(nameOf)].join(', ')}</span>
        {!up && <em class="bad">down</em>}
      </span>
      {may('takeNodeDown') ? (
        <OnlyNow>
          <button
            class="small"
            data-testid={up ? 'fail-node' : 'repair-node'}
            aria-label={`${wordsFor(node)}: ${name}`}
            title={`${wordsFor(node)}: ${name}`}
            tabIndex={tabIndex}
            onClick={() => takeOrBring(node)}
          >
            {up ? '↓' : '↑'}
          </button>
        </OnlyNow>
      ) : null}
      {up && <WhatIfNode cluster={cluster} name={name} tabIndex={tabIndex} text="?" />}
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
  const notes = [idle && 'idle', state === 'Provisioning' && 'provisioning'].filter(Boolean);
  const classes = ['cell held', gprId === null && 'foreign', isPointed && 'pointed', ...notes]
    .filter(Boolean)
    .join(' ');
  const style = { '--held': colorOf(held) };
  const title = [nameOf(held), ...notes].join(', ');
  if (gprId === null) return <i class={classes} style={style} title={title} />;
  return (
    <a
      class={classes}
      style={style}
      title={title}
      href={addressOf('gpr', gprId)}
      tabIndex={-1}
      {...pointing(gprId)}
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
