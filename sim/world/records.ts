// Policies, templates and bindings: records without a state of their own. Each change leaves a fact.

import type { Core } from '../core.ts';
import { FactKind, noteFact, RecordTable } from '../facts.ts';
import { textHash } from '../hash.ts';
import type { Binding, GprTemplate, Policy, WorkloadTemplate } from './data.ts';

export function setPolicy(core: Core, workspace: number, policy: Policy): void {
  core.world.policies.set(workspace, policy);
  // What it kept from moving may move now.
  core.changedPools.touches++;
  noteSet(core, RecordTable.policy, core.directory.workspaceName(workspace), workspace, policy);
}

export function setGprTemplate(core: Core, template: GprTemplate): void {
  core.world.gprTemplates.set(template.name, template);
  noteSet(core, RecordTable.gprTemplate, template.name, -1, template);
}

export function removeGprTemplate(core: Core, name: string): void {
  core.world.gprTemplates.delete(name);
  noteRemoved(core, RecordTable.gprTemplate, name, -1);
}

export function setBinding(core: Core, workspace: number, binding: Binding): void {
  core.world.bindings.set(workspace, binding);
  noteSet(core, RecordTable.binding, binding.workspace, workspace, binding);
}

export function removeBinding(core: Core, workspace: number): void {
  core.world.bindings.delete(workspace);
  noteRemoved(core, RecordTable.binding, core.directory.workspaceName(workspace), workspace);
}

export function setWorkloadTemplate(core: Core, template: WorkloadTemplate): void {
  const { workloadTemplates } = core.world;
  const createdAt = workloadTemplates.get(template.name)?.createdAt ?? core.now;
  const workspace = core.directory.workspace(template.workspace);
  workloadTemplates.set(template.name, { template, workspace, createdAt, updatedAt: core.now });
  noteSet(core, RecordTable.workloadTemplate, template.name, workspace, template);
}

export function removeWorkloadTemplate(core: Core, name: string): void {
  const { workspace } = core.world.workloadTemplates.get(name)!;
  core.world.workloadTemplates.delete(name);
  noteRemoved(core, RecordTable.workloadTemplate, name, workspace);
}

/** The policy and the binding of a workspace that is deleted go with it. */
export function removeRecordsOf(core: Core, workspace: number): void {
  if (core.world.bindings.has(workspace)) removeBinding(core, workspace);
  if (!core.world.policies.delete(workspace)) return;
  noteRemoved(core, RecordTable.policy, core.directory.workspaceName(workspace), workspace);
}

function noteSet(core: Core, table: number, name: string, workspace: number, record: object): void {
  const words = [table, core.directory.textNumber(name), workspace, textHash(JSON.stringify(record))];
  noteFact(core.facts, FactKind.recordSet, core.now, words);
}

function noteRemoved(core: Core, table: number, name: string, workspace: number): void {
  noteFact(core.facts, FactKind.recordRemoved, core.now, [table, core.directory.textNumber(name), workspace]);
}
