// Names of nodes, workspaces and clusters, which lead to their pages. Names that the user may not see are left out.

import { addressOf } from '../../address/route.ts';
import { world } from '../../live/live.ts';
import { colorOfWorkspace } from '../../text/colors.ts';

interface Named {
  /** null: the user may not see it. */
  readonly name: string | null;
}

export function WorkspaceName({ name }: Named) {
  return (
    <>
      <i class={name === null ? 'dot foreign' : 'dot'} style={{ '--held': colorOfWorkspace(name) }} />
      {name !== null && <a href={addressOf('workspace', name)}>{name}</a>}
    </>
  );
}

export function GprName({ id, name }: Named & { readonly id: string | null }) {
  return id === null ? (
    <span class="quiet">of another workspace</span>
  ) : (
    <a href={addressOf('gpr', id)} title={id}>
      {name ?? id}
    </a>
  );
}

export function ClusterName({ name }: { readonly name: string }) {
  return <a href={addressOf('cluster', name)}>{name}</a>;
}

export function NodeName({ name, cluster }: { readonly name: string; readonly cluster?: string }) {
  return <a href={addressOfNode(name, cluster)}>{name}</a>;
}

/** The names of several nodes. */
export function NodeNames({
  names,
  cluster,
}: {
  readonly names: readonly string[];
  readonly cluster: string;
}) {
  return (
    <>
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && ', '}
          <NodeName name={name} cluster={cluster} />
        </span>
      ))}
    </>
  );
}

/** Has the cluster, too, if another cluster could have a node of this name. */
export function addressOfNode(name: string, cluster?: string): string {
  const isShared = world.value?.clusters.some(
    (other) => other.name !== cluster && name.startsWith(`${other.name}-`),
  );
  return cluster !== undefined && isShared ? addressOf('node', name, cluster) : addressOf('node', name);
}
