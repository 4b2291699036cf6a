import { requireWorkspace } from '../../frame/access/scope.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { tooManyFutures } from '../../frame/answers/likely-start.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { rejected } from '../rejection-errors.ts';
import { availabilityFields, itemOf, requestedGpr } from './availability-answer.ts';
import { availabilityAnswer, availabilityRequest } from './schema.ts';

export const availabilityOperations: readonly Operation[] = [
  operation({
    operationId: 'getGpuAvailability',
    summary: 'Forecast when a GPR would start',
    description:
      'Lists the pools that can meet the request, the earliest start first. A start that cannot be foreseen is empty. `evictableGPRs` are the GPRs that the request would evict at its start; for Editors and Viewers, the list is empty. `preferredClusters` is mandatory unless `enableAutoClusterSelection` is true. `instanceType` is mandatory unless `enableAutoGpuSelection` is true, and `gpuShape` unless one of the two flags is true. Members that a flag leaves to the service must be empty. With `samples`, each pool has `likelyStart`, too: when the GPR would likely start, drawn from that many futures as in `getForecast`. The operation changes nothing. The `status` of its envelope is `success`.',
    method: 'POST',
    path: '/api/v1/gpr/gpu-availability',
    aliases: [{ operationId: 'getGprWaitTime', path: '/api/v1/gpr/waittime' }],
    changes: 'nothing',
    from: 'body',
    spellings: { workspaceName: 'sliceName', workspace: 'sliceName', memoryPerGPU: 'memoryPerGpu' },
    request: availabilityRequest,
    answer: availabilityAnswer,
    errors: [
      'availability-invalid',
      'availability-workspace-not-found',
      'workspace-foreign',
      'workspace-going',
      'too-many-futures',
    ],
    example: {
      requestName: 'prospect',
      sliceName: 'team-blue',
      enableAutoClusterSelection: true,
      enableAutoGpuSelection: true,
      numberOfGPUs: 4,
      numberOfGPUNodes: 1,
      memoryPerGpu: 40,
      exitDuration: '00d06h00m',
      priority: 150,
      enableEviction: false,
    },
    status: 'success',
    invalid: 'availability-invalid',
    handle(request, caller, service, isWanted) {
      requireWorkspace(caller, request.sliceName);
      const { world } = service;
      const { samples } = request;
      const asked = world.read.availability(requestedGpr(request), isWanted, samples ?? undefined);
      return after(asked, (availability) => {
        if (!availability.ok && 'done' in availability) throw tooManyFutures(availability);
        if (!availability.ok) {
          throw rejected(availability.rejection, {
            invalid: 'availability-invalid',
            workspaceNotFound: 'availability-workspace-not-found',
            fields: availabilityFields,
          });
        }
        const { start, askedAtMs } = availability;
        const timeline = timelineFrom(start, service);
        const items = availability.items.map((item) => itemOf(item, askedAtMs, caller, timeline));
        return new AsOf({ items }, timeline.iso(askedAtMs));
      });
    },
  }),
];
