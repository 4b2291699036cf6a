// Reads the resources other than GPRs as plain objects.

import { policyOf } from '../../admission/workspace-policy.ts';
import type {
  BindingView,
  EndpointView,
  FaultView,
  GprTemplateView,
  PlacementView,
  PolicyView,
  WorkloadTemplateView,
} from '../../language/resource-views.ts';
import { endpointsOf, findEndpoint, viewEndpoint } from '../../resources/endpoints.ts';
import { viewBinding } from '../../resources/gprs/auto-gpr.ts';
import { viewFaults } from '../../resources/injected-faults.ts';
import { findPlacement, viewPlacement } from '../../resources/placements/placements.ts';
import type { StoredWorkloadTemplate } from '../../tables/resource-tables.ts';
import { WorkspaceBit } from '../../tables/workspace-table.ts';
import { findWorkspace, type World } from '../../world.ts';

/** Lists are in order of creation; `undefined` = no such resource. */
export class WorldViews {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The policies of all workspaces except generated ones. */
  policies(): PolicyView[] {
    const { core, directory } = this.#world;
    return [...directory.records.keys()]
      .filter((workspace) => !core.workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone))
      .map((workspace) => this.#policyView(workspace));
  }

  /** @param name the name of the policy's workspace */
  policy(name: string): PolicyView | undefined {
    const workspace = this.#active(name);
    return workspace < 0 ? undefined : this.#policyView(workspace);
  }

  gprTemplates(): GprTemplateView[] {
    return [...this.#world.resources.gprTemplates.values()];
  }

  gprTemplate(name: string): GprTemplateView | undefined {
    return this.#world.resources.gprTemplates.get(name);
  }

  bindings(): BindingView[] {
    return [...this.#world.resources.bindings].map(([workspace, binding]) =>
      viewBinding(this.#world, workspace, binding),
    );
  }

  binding(name: string): BindingView | undefined {
    const workspace = this.#active(name);
    const binding = this.#world.resources.bindings.get(workspace);
    return binding === undefined ? undefined : viewBinding(this.#world, workspace, binding);
  }

  endpointsOf(name: string): EndpointView[] | undefined {
    const { ids } = this.#world;
    const workspace = findWorkspace(this.#world, name);
    if (workspace < 0) return undefined;
    return endpointsOf(this.#world, workspace).map((endpoint) => viewEndpoint(this.#world, ids, endpoint));
  }

  endpoint(workspaceName: string, name: string): EndpointView | undefined {
    const { ids } = this.#world;
    const endpoint = findEndpoint(this.#world, findWorkspace(this.#world, workspaceName), name);
    return endpoint === undefined ? undefined : viewEndpoint(this.#world, ids, endpoint);
  }

  workloadTemplates(): WorkloadTemplateView[] {
    return [...this.#world.resources.workloadTemplates.values()].map((stored) => this.#templateView(stored));
  }

  workloadTemplate(name: string): WorkloadTemplateView | undefined {
    const stored = this.#world.resources.workloadTemplates.get(name);
    return stored === undefined ? undefined : this.#templateView(stored);
  }

  placements(): PlacementView[] {
    const { ids } = this.#world;
    return [...this.#world.resources.placements.values()].map((placement) =>
      viewPlacement(this.#world, ids, placement),
    );
  }

  placement(name: string): PlacementView | undefined {
    const { ids } = this.#world;
    const placement = findPlacement(this.#world, name);
    return placement === undefined ? undefined : viewPlacement(this.#world, ids, placement);
  }

  faults(): FaultView[] {
    return viewFaults(this.#world);
  }

  #policyView(workspace: number): PolicyView {
    const { directory } = this.#world;
    return {
      workspace: directory.workspaceName(workspace),
      workspaceCreation: directory.creationOf(workspace),
      ...policyOf(this.#world, workspace),
    };
  }

  #templateView({ template, workspace, createdAt, updatedAt }: StoredWorkloadTemplate): WorkloadTemplateView {
    const { core, directory } = this.#world;
    const isThere = !core.workspaces.has(workspace, WorkspaceBit.gone);
    return {
      ...template,
      workspace: isThere ? template.workspace : '',
      workspaceCreation: directory.creationOf(workspace),
      namespace: isThere ? (directory.records.get(workspace)?.namespaces[0] ?? '') : '',
      createdAtMs: createdAt,
      updatedAtMs: updatedAt,
    };
  }

  /** The workspace of a name; −1 = unknown or being deleted. */
  #active(name: string): number {
    const workspace = findWorkspace(this.#world, name);
    return workspace >= 0 && this.#world.core.workspaces.has(workspace, WorkspaceBit.going) ? -1 : workspace;
  }
}
