// Bindings: the GPR templates that a workspace uses, whether some pool could ever serve them, and the GPR that an endpoint or
// workload placement without GPU details gets (auto-GPR).

import { candidatesFor } from '../../admission/candidates.ts';
import { refuse } from '../../admission/rejections.ts';
import { State } from '../../facts/numbered.ts';
import { carriedFor } from '../../language/carried.ts';
import type { Checked } from '../../language/commands.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import type { GprChoice } from '../../language/resource-commands.ts';
import type { Binding, ClusterBinding, GprTemplate } from '../../language/resource-data.ts';
import type { BindingView, TemplateStatus } from '../../language/resource-views.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { servesAuto } from './sharing.ts';

export type Chosen = Checked<{ readonly choice: GprChoice }>;

/** Auto-GPR in a cluster: a shared GPR, or `name` from the default template. @param except uids of GPRs that are about to end */
export function autoGpr(
  world: World,
  workspace: number,
  cluster: string,
  name: string,
  except: readonly number[] = [],
): Chosen {
  const { core } = world;
  const binding = world.resources.bindings.get(workspace);
  if (binding?.enableAutoGpr !== true) return { ok: true, choice: { kind: 'none' } };
  const row = sharedIn(world, workspace, world.directory.cluster(cluster), except);
  if (row !== NONE)
    return { ok: true, choice: { kind: 'attach', gprId: world.ids.gprId(core.gprs.uid[row]) } };
  const bound = boundCluster(binding, cluster);
  if (bound === undefined) return { ok: true, choice: { kind: 'none' } };
  const request = defaultRequest(world, workspace, cluster, name);
  if (request !== undefined) return { ok: true, choice: { kind: 'make', by: 'template', request } };
  const why = `the default template "${bound.defaultTemplate}" does not exist`;
  return refuse({ code: 'gpu-missing', cluster, why });
}

/** The GPR that auto-GPR would create in a cluster; undefined = the cluster has no default template. */
export function defaultRequest(
  world: World,
  workspace: number,
  cluster: string,
  name: string,
): CreateGpr | undefined {
  const binding = world.resources.bindings.get(workspace);
  const bound = binding?.enableAutoGpr ? boundCluster(binding, cluster) : undefined;
  const template = bound && world.resources.gprTemplates.get(bound.defaultTemplate);
  return template && templateRequest(template, world.directory.workspaceName(workspace), cluster, name);
}

function boundCluster({ clusters }: Binding, name: string): ClusterBinding | undefined {
  return clusters.find(({ cluster }) => cluster === name);
}

/** Why `autoGpr` chose no GPR in a workspace. */
export function whyNoAutoGpr({ resources, directory }: World, workspace: number): string {
  const name = directory.workspaceName(workspace);
  const binding = resources.bindings.get(workspace);
  if (binding === undefined) return `the workspace ${name} has no template binding`;
  if (!binding.enableAutoGpr) return `enableAutoGPR of ${name} is false`;
  return `the template binding of ${name} does not name the cluster`;
}

/** The provisioned GPR of a workspace in a cluster that started first; if none, the first queued one that serves auto-GPR. */
function sharedIn(world: World, workspace: number, cluster: number, except: readonly number[]): number {
  const { core } = world;
  const { gprs, pools } = core;
  let held: number = NONE;
  let awaited: number = NONE;
  for (const row of world.index.ofWorkspace(workspace)) {
    const uid = gprs.uid[row];
    if (pools[gprs.pool[row]].cluster !== cluster || except.includes(uid)) continue;
    if (gprs.isProvisioned(row)) {
      if (held === NONE || gprs.startedAt[row] < gprs.startedAt[held]) held = row;
    } else if (gprs.state[row] === State.queued && servesAuto(world, uid)) {
      if (awaited === NONE || gprs.rank[row] < gprs.rank[awaited]) awaited = row;
    }
  }
  return held === NONE ? awaited : held;
}

export function viewBinding(world: World, workspace: number, binding: Binding): BindingView {
  return {
    ...binding,
    workspaceCreation: world.directory.creationOf(workspace),
    clusters: binding.clusters.map(({ cluster, defaultTemplate, templates }) => {
      const status = (name: string) => templateStatus(world, name, binding.workspace, cluster);
      return {
        cluster,
        defaultTemplate,
        templates,
        defaultTemplateStatus: status(defaultTemplate),
        templateStatus: Object.fromEntries(templates.map((name) => [name, status(name)])),
      };
    }),
  };
}

function templateStatus(world: World, name: string, workspace: string, cluster: string): TemplateStatus {
  const template = world.resources.gprTemplates.get(name);
  if (template === undefined) return 'NotFound';
  const request = templateRequest(template, workspace, cluster, name);
  return candidatesFor(world, request, [cluster]).ok ? 'Ready' : 'Failed';
}

function templateRequest(template: GprTemplate, workspace: string, cluster: string, name: string): CreateGpr {
  const { name: _, cluster: __, ...members } = template;
  return {
    kind: 'gpr.create',
    gprName: name,
    workspace,
    clusters: [cluster],
    ...members,
    dedicatedNodes: false,
    ...carriedFor(template.nodeCount),
  };
}
