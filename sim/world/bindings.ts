// Bindings: which GPR templates a workspace uses, whether those could serve, and the GPR that an endpoint or a placement
// without GPU details gets of them.

import type { CreateGpr, Rejection } from '../commands.ts';
import type { Core } from '../core.ts';
import { NONE } from '../gpr.ts';
import { candidatesFor } from '../request.ts';
import type { Binding, GprTemplate } from './data.ts';
import type { BindingView, TemplateStatus } from './views.ts';

/** What endpoints and placements of a workspace without GPU details get in a cluster. */
export type AutoGpr =
  /** None: the workspace does without. */
  | { readonly kind: 'none'; readonly why: string }
  /** The GPR that the workspace holds there. */
  | { readonly kind: 'attach'; readonly row: number }
  | { readonly kind: 'make'; readonly request: CreateGpr }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** @param name of the GPR that would be made */
export function autoGpr(core: Core, workspace: number, cluster: string, name: string): AutoGpr {
  const binding = core.world.bindings.get(workspace);
  const workspaceName = core.directory.workspaceName(workspace);
  if (binding === undefined)
    return { kind: 'none', why: `the workspace ${workspaceName} has no template binding` };
  if (!binding.enableAutoGpr) return { kind: 'none', why: `enableAutoGPR of ${workspaceName} is false` };
  const row = heldIn(core, workspace, core.directory.cluster(cluster));
  if (row !== NONE) return { kind: 'attach', row };
  const bound = binding.clusters.find((entry) => entry.cluster === cluster);
  if (bound === undefined) {
    return { kind: 'none', why: `the template binding of ${workspaceName} does not name the cluster` };
  }
  const template = core.world.gprTemplates.get(bound.defaultTemplate);
  if (template === undefined) {
    const why = `the default template "${bound.defaultTemplate}" does not exist`;
    return { kind: 'refused', rejection: { code: 'gpu-missing', cluster, why } };
  }
  return { kind: 'make', request: templateRequest(template, workspaceName, cluster, name) };
}

/** The GPR that a workspace holds in a cluster, the first to have started if it holds several; NONE = none. */
function heldIn(core: Core, workspace: number, cluster: number): number {
  const { gprs, workspaces, pools } = core;
  let held: number = NONE;
  for (let row = workspaces.firstGpr[workspace]; row !== NONE; row = gprs.siblingNext[row]) {
    if (!gprs.isProvisioned(row) || pools[gprs.pool[row]].cluster !== cluster) continue;
    if (held === NONE || gprs.startedAt[row] < gprs.startedAt[held]) held = row;
  }
  return held;
}

export function viewBinding(core: Core, workspace: number, binding: Binding): BindingView {
  return {
    ...binding,
    workspaceCreation: core.directory.creationOf(workspace),
    clusters: binding.clusters.map(({ cluster, defaultTemplate, templates }) => {
      const status = (name: string) => templateStatus(core, name, binding.workspace, cluster);
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

function templateStatus(core: Core, name: string, workspace: string, cluster: string): TemplateStatus {
  const template = core.world.gprTemplates.get(name);
  if (template === undefined) return 'NotFound';
  const request = templateRequest(template, workspace, cluster, name);
  return candidatesFor(core, core.directory, request, [cluster]).ok ? 'Ready' : 'Failed';
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
    multiNode: template.nodeCount > 1,
    enableRDMA: false,
    enableSecondaryNetwork: false,
  };
}
