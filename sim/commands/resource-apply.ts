// Applies commands on resources other than GPRs. The commands have been checked against the present state.

import { policyOf } from '../admission/workspace-policy.ts';
import { faultId } from '../facts/numbered.ts';
import type { Checked, Outcome } from '../language/commands.ts';
import type { CreatePlacement, UpdatePlacement, WorldCommand } from '../language/resource-commands.ts';
import { createEndpoint, deleteEndpoint, findEndpoint, retryImages } from '../resources/endpoints.ts';
import { addFault, faultNumber, removeFault } from '../resources/injected-faults.ts';
import { planChange, planCreation, planTemplate } from '../resources/placements/placement-plan.ts';
import {
  changePlacement,
  createPlacement,
  deletePlacement,
  findPlacement,
} from '../resources/placements/placements.ts';
import {
  removeBinding,
  removeGprTemplate,
  removeWorkloadTemplate,
  setBinding,
  setGprTemplate,
  setPolicy,
  setWorkloadTemplate,
} from '../resources/records.ts';
import type { World } from '../world.ts';

/** Applies a checked command. @param uid uid of the endpoint or placement that it creates */
export function applyWorldCommand(world: World, command: WorldCommand, uid: number): Outcome {
  const { directory } = world;
  switch (command.kind) {
    case 'policy.set': {
      const workspace = directory.workspace(command.workspace);
      setPolicy(world, workspace, { ...policyOf(world, workspace), ...command.changes });
      return {};
    }
    case 'gpr-template.create':
    case 'gpr-template.replace':
      setGprTemplate(world, command.template);
      return {};
    case 'gpr-template.delete':
      removeGprTemplate(world, command.name);
      return {};
    case 'binding.create':
    case 'binding.replace':
      setBinding(world, directory.workspace(command.binding.workspace), command.binding);
      return {};
    case 'binding.delete':
      removeBinding(world, directory.workspace(command.workspace));
      return {};
    case 'endpoint.create':
      createEndpoint(world, directory.workspace(command.workspace), command, uid);
      return {};
    case 'endpoint.delete':
      deleteEndpoint(world, findEndpoint(world, directory.workspace(command.workspace), command.name)!);
      return {};
    case 'workload-template.create': {
      const { template, choices } = command;
      setWorkloadTemplate(world, template);
      if (!template.autoPlacement || findPlacement(world, template.name) !== undefined) return {};
      const workspace = directory.workspace(template.workspace);
      const { plan } = planned(planTemplate(world, workspace, template));
      createPlacement(world, workspace, plan, choices!, uid);
      return {};
    }
    case 'workload-template.replace':
      setWorkloadTemplate(world, command.template);
      return {};
    case 'workload-template.delete':
      removeWorkloadTemplate(world, command.name);
      return {};
    case 'placement.create':
      applyPlacement(world, command, uid);
      return {};
    case 'placement.update':
      applyPlacementChange(world, command);
      return {};
    case 'placement.delete':
      deletePlacement(world, findPlacement(world, command.name)!);
      return {};
    case 'fault.add': {
      const { gprId } = command.spec;
      return { faultId: faultId(addFault(world, command.spec, gprId === null ? -1 : world.ids.uid(gprId))) };
    }
    case 'fault.remove':
      removeFault(world, faultNumber(world, command.faultId));
      retryImages(world);
      return {};
  }
}

function applyPlacement(world: World, command: CreatePlacement, uid: number): void {
  const { directory } = world;
  const workspace = directory.workspace(command.workspace);
  const { plan } = planned(planCreation(world, workspace, command));
  createPlacement(world, workspace, plan, command.choices!, uid);
}

function applyPlacementChange(world: World, command: UpdatePlacement): void {
  const placement = findPlacement(world, command.name)!;
  const { plan, replacesDecisions } = planned(planChange(world, placement, command));
  changePlacement(world, placement, plan, replacesDecisions ? command.choices! : undefined);
}

function planned<Plan>(checked: Checked<Plan>): Plan {
  if (!checked.ok) throw new Error('the plan of a placement is rejected; its command must be checked first');
  return checked;
}
