// Refuses filters that name an unknown workspace or cluster.

import type { World } from '../../driver/world.ts';
import type { Caller } from '../../http/auth/roles.ts';
import { requireWorkspace } from '../../http/auth/scope.ts';
import { Failure } from '../../http/failure.ts';
import { oneOf, problem } from '../../http/problems.ts';

interface Named {
  /** '' = not named. */
  readonly workspace: string;
  readonly cluster: string;
}

/** @throws Failure `invalid` if the world lacks the workspace or the cluster, `workspace-foreign` if the caller does not see it */
export function requireKnown({ workspace, cluster }: Named, caller: Caller, world: World): void {
  if (workspace !== '') requireWorkspace(caller, workspace);
  const { scenario, read } = world;
  const clusters = scenario.clusters.map(({ name }) => name);
  const problems = [];
  if (workspace !== '' && read.workspace(workspace) === undefined) {
    const known = read.workspaces().map(({ name }) => name);
    problems.push(problem('workspace', oneOf('a workspace of this world', known, workspace)));
  }
  if (cluster !== '' && !clusters.includes(cluster)) {
    problems.push(problem('cluster', oneOf('a cluster of this world', clusters, cluster)));
  }
  if (problems.length > 0) throw new Failure('invalid', {}, problems);
}
