import type { WorldCommand } from '../../sim/index.ts';
import { createEndpoint, deleteEndpoint, findEndpoint, retryImages } from './endpoints.ts';
import { addFault, findFault, removeFault } from './faults.ts';
import { changePlacement, createPlacement, deletePlacement, findPlacement } from './placements.ts';
import { planChange, planCreation, planTemplate } from './plans.ts';
import {
  removeBinding,
  removeGprTemplate,
  removeWorkloadTemplate,
  setBinding,
  setGprTemplate,
  setPolicy,
  setWorkloadTemplate,
} from './records.ts';
import type { NaiveWorld } from './state.ts';
import { newest } from './workspaces.ts';

/** @param uid of the endpoint or placement that it creates */
export function applyResource(world: NaiveWorld, command: WorldCommand, uid: number): void {
  switch (command.kind) {
    case 'policy.set':
      setPolicy(world, newest(world, command.workspace)!, command.changes);
      break;
    case 'gpr-template.create':
    case 'gpr-template.replace':
      setGprTemplate(world, command.template);
      break;
    case 'gpr-template.delete':
      removeGprTemplate(world, command.name);
      break;
    case 'binding.create':
    case 'binding.replace':
      setBinding(world, newest(world, command.binding.workspace)!, command.binding);
      break;
    case 'binding.delete':
      removeBinding(world, newest(world, command.workspace)!);
      break;
    case 'endpoint.create':
      createEndpoint(world, command, uid);
      break;
    case 'endpoint.delete':
      deleteEndpoint(world, findEndpoint(world, newest(world, command.workspace)!, command.name)!);
      break;
    case 'workload-template.create': {
      const { template, choices } = command;
      const workspace = newest(world, template.workspace)!;
      setWorkloadTemplate(world, template);
      if (!template.autoPlacement || findPlacement(world, template.name) !== undefined) break;
      const plan = planned(planTemplate(world, workspace, template));
      createPlacement(world, workspace, plan, choices!, uid);
      break;
    }
    case 'workload-template.replace':
      setWorkloadTemplate(world, command.template);
      break;
    case 'workload-template.delete':
      removeWorkloadTemplate(world, command.name);
      break;
    case 'placement.create': {
      const workspace = newest(world, command.workspace)!;
      const plan = planned(planCreation(world, workspace, command));
      createPlacement(world, workspace, plan, command.choices!, uid);
      break;
    }
    case 'placement.update': {
      const placement = findPlacement(world, command.name)!;
      const { plan, replacesDecisions } = planned(planChange(world, placement, command));
      changePlacement(world, placement, plan, replacesDecisions ? command.choices! : null);
      break;
    }
    case 'placement.delete':
      deletePlacement(world, findPlacement(world, command.name)!);
      break;
    case 'fault.add':
      addFault(world, command.spec);
      break;
    case 'fault.remove':
      removeFault(world, findFault(world, command.faultId)!);
      retryImages(world);
      break;
  }
}

function planned<T>(plan: T | string): T {
  if (typeof plan === 'string')
    throw new Error(`the plan of a placement is refused (${plan}); its command must be checked first`);
  return plan;
}
