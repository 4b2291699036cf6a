// Commands about the resources on top of GPRs, applied. They have been checked against this very state.

import type { Outcome } from '../commands.ts';
import type { WorldParts } from '../world-parts.ts';
import type { CreatePlacement, UpdatePlacement, WorldCommand } from './commands.ts';
import { createEndpoint, deleteEndpoint, findEndpoint, retryImages } from './endpoints.ts';
import { addFault, faultId, faultNumber, removeFault } from './faults.ts';
import { changePlacement, createPlacement, deletePlacement, findPlacement } from './placements.ts';
import { type Planned, planChange, planCreation, planTemplate } from './plan.ts';
import { policyOf } from './policies.ts';
import {
  removeBinding,
  removeGprTemplate,
  removeWorkloadTemplate,
  setBinding,
  setGprTemplate,
  setPolicy,
  setWorkloadTemplate,
} from './records.ts';

/** @param uid identity of the endpoint or placement that it makes */
export function applyWorldCommand(world: WorldParts, command: WorldCommand, uid: number): Outcome {
  const { core, directory } = world;
  switch (command.kind) {
    case 'policy.set': {
      const workspace = directory.workspace(command.workspace);
      setPolicy(core, workspace, { ...policyOf(core, workspace), ...command.changes });
      return {};
    }
    case 'gpr-template.create':
    case 'gpr-template.replace':
      setGprTemplate(core, command.template);
      return {};
    case 'gpr-template.delete':
      removeGprTemplate(core, command.name);
      return {};
    case 'binding.create':
    case 'binding.replace':
      setBinding(core, directory.workspace(command.binding.workspace), command.binding);
      return {};
    case 'binding.delete':
      removeBinding(core, directory.workspace(command.workspace));
      return {};
    case 'endpoint.create':
      createEndpoint(world, directory.workspace(command.workspace), command, uid);
      return {};
    case 'endpoint.delete':
      deleteEndpoint(core, findEndpoint(core, directory.workspace(command.workspace), command.name)!);
      return {};
    case 'workload-template.create': {
      const { template, choices } = command;
      setWorkloadTemplate(core, template);
      if (!template.autoPlacement || findPlacement(core, template.name) !== undefined) return {};
      const workspace = directory.workspace(template.workspace);
      const { plan } = planned(planTemplate(core, workspace, template));
      createPlacement(world, workspace, plan, choices!, uid);
      return {};
    }
    case 'workload-template.replace':
      setWorkloadTemplate(core, command.template);
      return {};
    case 'workload-template.delete':
      removeWorkloadTemplate(core, command.name);
      return {};
    case 'placement.create':
      applyPlacement(world, command, uid);
      return {};
    case 'placement.update':
      applyPlacementChange(world, command);
      return {};
    case 'placement.delete':
      deletePlacement(core, findPlacement(core, command.name)!);
      return {};
    case 'fault.add': {
      const { gprId } = command.spec;
      return { faultId: faultId(addFault(core, command.spec, gprId === null ? -1 : world.ids.uid(gprId))) };
    }
    case 'fault.remove':
      removeFault(core, faultNumber(core, command.faultId));
      retryImages(core);
      return {};
  }
}

function applyPlacement(world: WorldParts, command: CreatePlacement, uid: number): void {
  const { core, directory } = world;
  const workspace = directory.workspace(command.workspace);
  const { plan } = planned(planCreation(core, workspace, command));
  createPlacement(world, workspace, plan, command.choices!, uid);
}

function applyPlacementChange(world: WorldParts, command: UpdatePlacement): void {
  const { core } = world;
  const placement = findPlacement(core, command.name)!;
  const change = planChange(core, placement, command);
  const { plan } = planned(change);
  changePlacement(world, placement, plan, change.isAnew ? command.choices! : undefined);
}

function planned(plan: Planned): Extract<Planned, { ok: true }> {
  if (!plan.ok) throw new Error('a placement was made that had not been checked');
  return plan;
}
