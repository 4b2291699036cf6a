import type { CreatePlacement, PlacementView, UpdatePlacement } from '../../../../sim/index.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { opens, opensTemplate, requireWorkspace, visibleTo, workspaceOf } from '../../frame/access/scope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { accepted, type RejectionContext, rejected } from '../rejection-errors.ts';
import { definitionSpellings, exampleDefinition } from '../workload/definition.ts';
import { createCommand, placementFields, updateCommand } from './command.ts';
import { madeGpr, recordOf } from './record.ts';
import {
  createPlacementRequest,
  listPlacementsAnswer,
  placementByNameRequest,
  placementNameAnswer,
  placementRecord,
  updatePlacementRequest,
  workspacePlacementsRequest,
} from './schema.ts';

const path = '/api/v1/workload-placement';
const placementPath = `${path}/{placementName}`;
/** As the public Python client calls it. */
const withSlash = [{ path: `${path}/` }];
/** A name that no template can have. */
const noTemplate = '/';
const refusals: RejectionContext = { invalid: 'placement-invalid', fields: placementFields };

export const placementOperations: readonly Operation[] = [
  operation({
    operationId: 'createWorkloadPlacement',
    summary: 'Place a workload',
    description:
      'Places the workload in the first `numPlacements` clusters of `clusterNames`. The other clusters are candidates for bursting. The template `workloadTemplateName` supplies members of the definition that are left out. Without a template, all members except `enableBurst` are mandatory. The simulator executes nothing; steps take simulated time.',
    method: 'POST',
    path,
    aliases: withSlash,
    from: 'body',
    spellings: definitionSpellings,
    request: createPlacementRequest,
    answer: placementNameAnswer,
    errors: [
      'placement-invalid',
      'workspace-foreign',
      'workspace-not-found',
      'workspace-going',
      'workload-template-not-found',
      'placement-exists',
    ],
    example: {
      name: 'web-1',
      ...exampleDefinition,
      gprDetails: {
        instanceType: 'a2-highgpu-8g',
        gpuShape: 'NVIDIA-A100-SXM4-40GB',
        numberOfGPUs: 1,
        numberOfGPUNodes: 1,
        memoryPerGpu: 40,
        priority: 150,
        exitDuration: '0d2h0m',
      },
    },
    invalid: 'placement-invalid',
    async handle(request, caller, service) {
      requireWorkspace(caller, request.workspaceName);
      await submit(createCommand(request), caller, service);
      return { name: request.name };
    },
  }),
  operation({
    operationId: 'listWorkloadPlacements',
    summary: 'List workload placements',
    description: 'Lists the placements that the caller may see.',
    method: 'GET',
    path,
    aliases: withSlash,
    answer: listPlacementsAnswer,
    unexpected: 'placement-list-failed',
    handle(_request, caller, service) {
      return service.world.read.resources
        .placements()
        .filter(visibleTo(caller))
        .map((placement) => recordOf(placement, service));
    },
  }),
  operation({
    operationId: 'getWorkloadPlacement',
    summary: 'View a workload placement',
    description: 'Returns the placement with its state in each cluster.',
    method: 'GET',
    path: placementPath,
    aliases: [{ path: `${path}/get/{placementName}` }],
    request: placementByNameRequest,
    answer: placementRecord,
    errors: ['placement-not-found'],
    handle({ placementName }, caller, service) {
      return recordOf(requirePlacement(placementName, caller, service), service);
    },
  }),
  operation({
    operationId: 'updateWorkloadPlacement',
    summary: 'Update a workload placement',
    description:
      'Changes the sent members that differ from the placement. Its status determines which members can change. Pending and Queued: all except `name` and `workspaceName`, unless the placement has begun in one of its clusters. Running and Successful: `burstDuration`, `deletionPolicy`, `helmConfigs` and `manifestResources`. Completed and Failed: none.',
    method: 'PUT',
    path: placementPath,
    aliases: [{ operationId: 'postWorkloadPlacement', method: 'POST' }],
    from: 'body',
    spellings: definitionSpellings,
    request: updatePlacementRequest,
    answer: placementNameAnswer,
    errors: [
      'placement-invalid',
      'workspace-foreign',
      'workspace-not-found',
      'workspace-going',
      'workload-template-not-found',
      'placement-not-found',
      'placement-fixed',
    ],
    example: { burstDuration: '30m', deletionPolicy: 'Retain' },
    invalid: 'placement-invalid',
    async handle(request, caller, service) {
      const placement = requirePlacement(request.placementName, caller, service);
      if (request.workspaceName !== null) requireWorkspace(caller, request.workspaceName);
      const command = updateCommand(request, placement, madeGpr(placement, service));
      await submit(command, caller, service, placement.workloadTemplate);
      return { name: placement.name };
    },
  }),
  operation({
    operationId: 'deleteWorkloadPlacement',
    summary: 'Delete a workload placement',
    description:
      'Deletes a placement that is not Successful, Completed or Failed. `deletionPolicy` determines whether its GPRs end.',
    method: 'DELETE',
    path: placementPath,
    request: placementByNameRequest,
    errors: ['placement-not-found', 'placement-state'],
    async handle({ placementName }, caller, service) {
      const { name } = requirePlacement(placementName, caller, service);
      await accepted(service.world.submit({ kind: 'placement.delete', name }));
      return {};
    },
  }),
  operation({
    operationId: 'listWorkspacePlacements',
    summary: 'List the workload placements of a workspace',
    description: 'Lists the placements of the present workspace of this name.',
    method: 'GET',
    path: `${path}/workspace/{workspaceName}`,
    request: workspacePlacementsRequest,
    answer: listPlacementsAnswer,
    errors: ['workspace-foreign', 'workspace-not-found'],
    unexpected: 'placement-list-failed',
    handle({ workspaceName }, caller, service) {
      const { creation } = workspaceOf(service.world, caller, workspaceName);
      return service.world.read.resources
        .placements()
        .filter(({ workspaceCreation }) => workspaceCreation === creation)
        .map((placement) => recordOf(placement, service));
    },
  }),
];

/**
 * Submits a command. A template that the caller may not see counts as unknown.
 * @param known the present template of the placement, which needs no check
 * @throws Failure if the command is refused
 */
async function submit(
  command: CreatePlacement | UpdatePlacement,
  caller: Caller,
  { world }: Service,
  known = '',
): Promise<void> {
  const { workloadTemplate: name = known } = command;
  const template = name === known ? undefined : world.read.resources.workloadTemplate(name);
  const isHidden = template !== undefined && !opensTemplate(caller, template);
  const result = await world.submit(isHidden ? { ...command, workloadTemplate: noTemplate } : command);
  if (result.ok) return;
  const { rejection } = result;
  throw rejected(
    rejection.code === 'workload-template-unknown' ? { ...rejection, name } : rejection,
    refusals,
  );
}

/** @throws Failure `placement-not-found`, also for a placement of a workspace that the caller does not see */
function requirePlacement(name: string, caller: Caller, { world }: Service): PlacementView {
  const placement = world.read.resources.placement(name);
  if (placement === undefined || !opens(caller, placement.workspaceCreation)) {
    throw new Failure('placement-not-found', { name });
  }
  return placement;
}
