import { requireGpr, requireWorkspace } from '../auth/scope.ts';
import { Failure } from '../failure.ts';
import { type Operation, operation } from '../operation.ts';
import { rejected } from '../rejections.ts';
import { createCommand, createGprFields, updateCommand } from './command.ts';
import { recordOf } from './record.ts';
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
  method: 'POST',
  path,
  from: 'body',
  spellings: { ...workspaceSpellings, memoryPerGpu: 'memoryPerGPU' },
  request: createGprRequest,
  answer: createGprAnswer,
  invalid: () => 'gpr-invalid',
  async handle(request, caller, { world }) {
    requireWorkspace(caller, request.sliceName);
    const result = await world.submit(createCommand(request));
    if (!result.ok) {
      throw rejected(result.rejection, {
        invalid: 'gpr-invalid',
        workspaceNotFound: 'gpr-workspace-not-found',
        fields: {
          ...createGprFields,
          clusters: request.clusterName === '' ? 'preferredClusters' : 'clusterName',
        },
      });
    }
    return { gprId: result.outcome.gprId! };
  },
});

const updateGpr = operation({
  operationId: 'updateGpr',
  method: 'PUT',
  path,
  from: 'body',
  spellings: idSpellings,
  request: updateGprRequest,
  answer: updateGprAnswer,
  invalid: () => 'gpr-update-invalid',
  async handle(request, caller, { world }) {
    requireGpr(world, caller, request.gprId);
    const result = await world.submit(
      request.earlyRelease ? { kind: 'gpr.release', gprId: request.gprId } : updateCommand(request),
    );
    if (!result.ok) throw rejected(result.rejection, { invalid: 'gpr-update-invalid' });
    return {};
  },
});

const getGpr = operation({
  operationId: 'getGpr',
  method: 'GET',
  path: `${path}/gpr`,
  aliases: [{ path }],
  from: 'query',
  spellings: idSpellings,
  request: gprByIdRequest,
  answer: gprRecord,
  handle({ gprId }, caller, service) {
    return recordOf(requireGpr(service.world, caller, gprId), service);
  },
});

const listGprs = operation({
  operationId: 'listGprs',
  method: 'GET',
  path: `${path}/list`,
  from: 'query',
  spellings: workspaceSpellings,
  request: listGprsRequest,
  answer: listGprsAnswer,
  handle({ sliceName }, caller, service) {
    requireWorkspace(caller, sliceName);
    const gprs = service.world.read.gprsOf(sliceName);
    if (gprs === undefined) throw new Failure('gpr-list-workspace-not-found', { workspace: sliceName });
    return { items: gprs.map((gpr) => recordOf(gpr, service)) };
  },
});

const deleteGpr = operation({
  operationId: 'deleteGpr',
  method: 'DELETE',
  path,
  from: 'body',
  spellings: idSpellings,
  request: gprByIdRequest,
  answer: deleteGprAnswer,
  async handle({ gprId }, caller, { world }) {
    requireGpr(world, caller, gprId);
    const result = await world.submit({ kind: 'gpr.delete', gprId });
    if (!result.ok) throw rejected(result.rejection);
    return {};
  },
});

export const gprOperations: readonly Operation[] = [createGpr, updateGpr, getGpr, listGprs, deleteGpr];
