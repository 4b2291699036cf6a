// Reading the resources on top of GPRs: records turned into plain objects.

import { recordOf } from '../queue.ts';
import type { WorldParts } from '../world-parts.ts';
import { viewBinding } from './bindings.ts';
import { endpointsOf, findEndpoint, viewEndpoint } from './endpoints.ts';
import { viewFaults } from './faults.ts';
import { findPlacement, viewPlacement } from './placements.ts';
import { policyOf } from './policies.ts';
import type { StoredWorkloadTemplate } from './state.ts';
import type {
  BindingView,
  EndpointView,
  FaultView,
  GprTemplateView,
  PlacementView,
  PolicyView,
  WorkloadTemplateView,
} from './views.ts';
import { Going } from './workspaces.ts';

/** Lists are in order of creation; `undefined` = there is no such thing. */
export class WorldViews {
  readonly #world: WorldParts;

  constructor(world: WorldParts) {
    this.#world = world;
  }

  /** Of workspaces that were declared or created, not of those that a workload made for itself. */
  policies(): PolicyView[] {
    const { core, directory } = this.#world;
    return [...directory.records.keys()]
      .filter((workspace) => core.workspaces.going[recordOf(workspace)] === Going.no)
      .map((workspace) => this.#policyView(workspace));
  }

  /** A policy is called as its workspace. */
  policy(name: string): PolicyView | undefined {
    const workspace = this.#standing(name);
    return workspace < 0 ? undefined : this.#policyView(workspace);
  }

  gprTemplates(): GprTemplateView[] {
    return [...this.#world.core.world.gprTemplates.values()];
  }

  gprTemplate(name: string): GprTemplateView | undefined {
    return this.#world.core.world.gprTemplates.get(name);
  }

  bindings(): BindingView[] {
    const { core } = this.#world;
    return [...core.world.bindings].map(([workspace, binding]) => viewBinding(core, workspace, binding));
  }

  binding(name: string): BindingView | undefined {
    const { core } = this.#world;
    const workspace = this.#standing(name);
    const binding = core.world.bindings.get(workspace);
    return binding === undefined ? undefined : viewBinding(core, workspace, binding);
  }

  endpointsOf(name: string): EndpointView[] | undefined {
    const { core, ids } = this.#world;
    const workspace = this.#known(name);
    if (workspace < 0) return undefined;
    return endpointsOf(core, workspace).map((endpoint) => viewEndpoint(core, ids, endpoint));
  }

  endpoint(workspaceName: string, name: string): EndpointView | undefined {
    const { core, ids } = this.#world;
    const endpoint = findEndpoint(core, this.#known(workspaceName), name);
    return endpoint === undefined ? undefined : viewEndpoint(core, ids, endpoint);
  }

  workloadTemplates(): WorkloadTemplateView[] {
    return [...this.#world.core.world.workloadTemplates.values()].map((stored) => this.#templateView(stored));
  }

  workloadTemplate(name: string): WorkloadTemplateView | undefined {
    const stored = this.#world.core.world.workloadTemplates.get(name);
    return stored === undefined ? undefined : this.#templateView(stored);
  }

  placements(): PlacementView[] {
    const { core, ids } = this.#world;
    return [...core.world.placements.values()].map((placement) => viewPlacement(core, ids, placement));
  }

  placement(name: string): PlacementView | undefined {
    const { core, ids } = this.#world;
    const placement = findPlacement(core, name);
    return placement === undefined ? undefined : viewPlacement(core, ids, placement);
  }

  faults(): FaultView[] {
    return viewFaults(this.#world.core);
  }

  #policyView(workspace: number): PolicyView {
    const { core, directory } = this.#world;
    return {
      workspace: directory.workspaceName(workspace),
      workspaceCreation: directory.creationOf(workspace),
      ...policyOf(core, workspace),
    };
  }

  #templateView({ template, workspace, createdAt, updatedAt }: StoredWorkloadTemplate): WorkloadTemplateView {
    const { core, directory } = this.#world;
    const isThere = core.workspaces.going[recordOf(workspace)] !== Going.gone;
    return {
      ...template,
      workspace: isThere ? template.workspace : '',
      workspaceCreation: directory.creationOf(workspace),
      namespace: isThere ? (directory.records.get(workspace)?.namespaces[0] ?? '') : '',
      createdAtMs: createdAt,
      updatedAtMs: updatedAt,
    };
  }

  /** A workspace that is there, also while it is being deleted; −1 = there is none. */
  #known(name: string): number {
    const { core, directory } = this.#world;
    const workspace = directory.workspace(name);
    return workspace >= 0 && core.workspaces.going[recordOf(workspace)] === Going.gone ? -1 : workspace;
  }

  /** A workspace that is there to stay. */
  #standing(name: string): number {
    const workspace = this.#known(name);
    return workspace >= 0 && this.#world.core.workspaces.going[recordOf(workspace)] === Going.going
      ? -1
      : workspace;
  }
}
