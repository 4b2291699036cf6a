import type { Command } from '../../../../sim/index.ts';
import { requireGpr, requireWorkspace } from '../../frame/access/scope.ts';
import { after } from '../../frame/answers/as-of.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { createCommand, createGprFields, recordsOf, updateCommand } from './record.ts';
import {
  createGprAnswer,
  createGprRequest,
  deleteGprAnswer,
  gprByIdRequest,
  gprRecord,
  listGprsAnswer,
  listGprsRequest,
  updateGprAnswer,
  updateGprRequest,
} from './schema.ts';

const path = '/api/v1/gpr';
const workspaceSpellings = { workspaceName: 'sliceName', workspace: 'sliceName' };
const idSpellings = { gprID: 'gprId' };

const createGpr = operation({
  operationId: 'createGpr',
  summary: 'Create a GPR',
  description:
    'Requests `numberOfGPUs` GPUs on each of `numberOfGPUNodes` nodes. `clusterName` is mandatory unless the request has `preferredClusters` or `enableAutoClusterSelection` is true. `instanceType` and `gpuShape` are mandatory unless `enableAutoGpuSelection` is true. The service refuses members that contradict such a flag, and a `clusterName` that is not in `preferredClusters`. It selects what `getGpuAvailability` would list first. If no cluster of the workspace can ever meet the demand, the service refuses the request and lists the GPUs of each cluster. The policy of the workspace supplies flags that are left out.',
  method: 'POST',
  path,
  from: 'body',
  spellings: { ...workspaceSpellings, memoryPerGpu: 'memoryPerGPU' },
  request: createGprRequest,
  answer: createGprAnswer,
  errors: ['gpr-invalid', 'gpr-workspace-not-found', 'workspace-foreign', 'workspace-going'],
  example: {
    gprName: 'training',
    sliceName: 'team-blue',
    clusterName: 'worker-1',
    instanceType: 'a2-highgpu-8g',
    gpuShape: 'NVIDIA-A100-SXM4-40GB',
    numberOfGPUs: 4,
    numberOfGPUNodes: 1,
    priority: 150,
    exitDuration: '0d2h0m',
  },
  invalid: () => 'gpr-invalid',
  async handle(request, caller, { world }) {
    requireWorkspace(caller, request.sliceName);
    const clusters = request.clusterName === '' ? 'preferredClusters' : 'clusterName';
    const { gprId } = await accepted(world.submit(createCommand(request)), {
      invalid: 'gpr-invalid',
      workspaceNotFound: 'gpr-workspace-not-found',
      fields: { ...createGprFields, clusters },
    });
    return { gprId: gprId! };
  },
});

const updateGpr = operation({
  operationId: 'updateGpr',
  summary: 'Edit or release a GPR',
  description:
    'Changes the name, the priority and the flags of a Queued GPR. `earlyRelease: true` ends a provisioned GPR, and other members are then ignored. `earlyRelease: false` counts as unset.',
  method: 'PUT',
  path,
  from: 'body',
  spellings: idSpellings,
  request: updateGprRequest,
  answer: updateGprAnswer,
  errors: ['gpr-update-invalid', 'gpr-not-found', 'gpr-state-update', 'gpr-state-release'],
  example: { gprId: 'gpr-7c29e338-ebda', priority: 250 },
  invalid: () => 'gpr-update-invalid',
  async handle(request, caller, { world }) {
    const { gprId, earlyRelease } = request;
    requireGpr(world, caller, gprId);
    const command: Command = earlyRelease ? { kind: 'gpr.release', gprId } : updateCommand(request);
    await accepted(world.submit(command), { invalid: 'gpr-update-invalid' });
    return {};
  },
});

const getGpr = operation({
  operationId: 'getGpr',
  summary: 'View a GPR',
  description: 'Returns a GPR with its status.',
  method: 'GET',
  path: `${path}/gpr`,
  aliases: [{ operationId: 'getGprById', path }],
  from: 'query',
  spellings: idSpellings,
  request: gprByIdRequest,
  answer: gprRecord,
  errors: ['gpr-not-found'],
  handle({ gprId }, caller, service, isWanted) {
    requireGpr(service.world, caller, gprId);
    return after(recordsOf([service.world.read.gpr(gprId)!], service, isWanted), (records) =>
      records.map(([record]) => record),
    );
  },
});

const listGprs = operation({
  operationId: 'listGprs',
  summary: 'List the GPRs of a workspace',
  description:
    'Lists the GPRs of a workspace in the order of their creation. Of ended GPRs, the list has the latest only.',
  method: 'GET',
  path: `${path}/list`,
  from: 'query',
  spellings: workspaceSpellings,
  request: listGprsRequest,
  answer: listGprsAnswer,
  errors: ['workspace-foreign', 'gpr-list-workspace-not-found'],
  handle({ sliceName }, caller, service, isWanted) {
    requireWorkspace(caller, sliceName);
    const gprs = service.world.read.views.gprsOf(sliceName);
    if (gprs === undefined) throw new Failure('gpr-list-workspace-not-found', { workspace: sliceName });
    return after(recordsOf(gprs, service, isWanted), (records) => records.map((items) => ({ items })));
  },
});

const deleteGpr = operation({
  operationId: 'deleteGpr',
  summary: 'Delete a GPR',
  description: 'Deletes a GPR that is queued or has ended.',
  method: 'DELETE',
  path,
  from: 'body',
  spellings: idSpellings,
  request: gprByIdRequest,
  answer: deleteGprAnswer,
  errors: ['gpr-not-found', 'gpr-state-delete'],
  async handle({ gprId }, caller, { world }) {
    requireGpr(world, caller, gprId);
    await accepted(world.submit({ kind: 'gpr.delete', gprId }));
    return {};
  },
});

export const gprOperations: readonly Operation[] = [createGpr, updateGpr, getGpr, listGprs, deleteGpr];
