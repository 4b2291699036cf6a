// Refuses requests that name an unknown workspace or cluster.

import type { ReadableWorld } from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { opens, requireWorkspace } from '../../frame/access/scope.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { Failure, requireNone } from '../../frame/errors/failure.ts';
import { oneOf, problem } from '../../frame/errors/problems.ts';

/** '', null and undefined: not named. */
interface Named {
  readonly workspace?: string | null;
  readonly cluster?: string | null | undefined;
}

/**
 * @throws Failure `invalid` if the world lacks the workspace or the cluster, `workspace-foreign` if the caller does not see it,
 * `workspace-earlier` if it is not yet the caller's
 */
export function requireKnown(named: Named, caller: Caller, world: ReadableWorld): void {
  if (named.workspace) requireWorkspace(caller, named.workspace);
  const known = named.workspace ? world.read.views.workspace(named.workspace) : undefined;
  if (known !== undefined && !opens(caller, known.creation))
    throw new Failure('workspace-earlier', { workspace: known.name });
  const problems = unknownNames(named, world);
  requireNone(problems);
}

/** As `requireKnown`, for reads of what happened: Owners may also name a workspace that was deleted. */
export function requireKnownEver(named: Named, caller: Caller, world: ReadableWorld): void {
  const { workspace, ...others } = named;
  const isOfPast = caller.role === 'Owner' && !!workspace && world.read.knowsWorkspace(workspace);
  requireKnown(isOfPast ? others : named, caller, world);
}

/** The problem of the name of a node that the world, or the cluster, neither has nor had; none without a name. */
export function unknownNode(
  { node, cluster }: { readonly node: string; readonly cluster?: string | undefined },
  { read }: ReadableWorld,
): Problem[] {
  if (node === '' || read.knowsNode(node, cluster)) return [];
  const known = read.nodeNames(cluster);
  return [problem('node', oneOf(`a node of ${cluster ?? 'this world'}`, known, node))];
}

/** The problems of names that the world lacks. */
export function unknownNames({ workspace, cluster }: Named, { scenario, read }: ReadableWorld): Problem[] {
  const problems: Problem[] = [];
  if (workspace && read.views.workspace(workspace) === undefined) {
    const known = read.views.workspaces().map(({ name }) => name);
    problems.push(problem('workspace', oneOf('a workspace of this world', known, workspace)));
  }
  const clusters = scenario.clusters.map(({ name }) => name);
  if (cluster && !clusters.includes(cluster))
    problems.push(problem('cluster', oneOf('a cluster of this world', clusters, cluster)));
  return problems;
}
