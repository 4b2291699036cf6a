// Policies, templates and bindings: plain records. Each change writes a fact. A change of a record that bursts use counts as
// a touch: overdue decisions then try again.

import { FactKind } from '../facts/fact-catalogue.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import { RecordTable } from '../facts/numbered.ts';
import type { Binding, GprTemplate, Policy, WorkloadTemplate } from '../language/resource-data.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { World } from '../world.ts';

export function setPolicy(world: World, workspace: number, policy: Policy): void {
  const { core } = world;
  world.resources.policies.set(workspace, policy);
  world.core.workspaces.setBit(workspace, WorkspaceBit.policed, true);
  core.changedPools.touches++;
  noteSet(world, RecordTable.policy, world.directory.workspaceName(workspace), workspace, policy);
}

export function setGprTemplate(world: World, template: GprTemplate): void {
  world.core.changedPools.touches++;
  world.resources.gprTemplates.set(template.name, template);
  noteSet(world, RecordTable.gprTemplate, template.name, -1, template);
}

export function removeGprTemplate(world: World, name: string): void {
  world.core.changedPools.touches++;
  world.resources.gprTemplates.delete(name);
  noteRemoved(world, RecordTable.gprTemplate, name, -1);
}

export function setBinding(world: World, workspace: number, binding: Binding): void {
  world.core.changedPools.touches++;
  world.resources.bindings.set(workspace, binding);
  noteSet(world, RecordTable.binding, binding.workspace, workspace, binding);
}

export function removeBinding(world: World, workspace: number): void {
  world.core.changedPools.touches++;
  world.resources.bindings.delete(workspace);
  noteRemoved(world, RecordTable.binding, world.directory.workspaceName(workspace), workspace);
}

export function setWorkloadTemplate(world: World, template: WorkloadTemplate): void {
  const { core } = world;
  const { workloadTemplates } = world.resources;
  const present = workloadTemplates.get(template.name);
  const createdAt = present?.createdAt ?? core.now;
  // A template whose workspace was deleted stays without a workspace.
  const workspace =
    template.workspace === '' ? present!.workspace : world.directory.workspace(template.workspace);
  workloadTemplates.set(template.name, { template, workspace, createdAt, updatedAt: core.now });
  noteSet(world, RecordTable.workloadTemplate, template.name, workspace, template);
}

export function removeWorkloadTemplate(world: World, name: string): void {
  const { workspace } = world.resources.workloadTemplates.get(name)!;
  world.resources.workloadTemplates.delete(name);
  noteRemoved(world, RecordTable.workloadTemplate, name, workspace);
}

/** Removes the policy and the binding of a workspace that is being deleted. */
export function removeRecordsOf(world: World, workspace: number): void {
  if (world.resources.bindings.has(workspace)) removeBinding(world, workspace);
  if (!world.resources.policies.delete(workspace)) return;
  world.core.workspaces.setBit(workspace, WorkspaceBit.policed, false);
  noteRemoved(world, RecordTable.policy, world.directory.workspaceName(workspace), workspace);
}

function noteSet(world: World, table: number, name: string, workspace: number, record: object): void {
  const { core } = world;
  noteFact(core.facts, FactKind.recordSet, core.now, {
    table,
    name: world.directory.textNumber(name),
    workspace,
    hash: textHash(JSON.stringify(record)),
  });
}

function noteRemoved(world: World, table: number, name: string, workspace: number): void {
  const { core } = world;
  noteFact(core.facts, FactKind.recordRemoved, core.now, {
    table,
    name: world.directory.textNumber(name),
    workspace,
  });
}
