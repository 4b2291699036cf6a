// Operations that inject faults: into HTTP answers, image pulls, steps of placements, and provisionings.

import type { Command, Outcome } from '../../../../sim/index.ts';
import { faultSpec } from '../../../wire/fault.ts';
import { type Failure, invalid } from '../../frame/errors/failure.ts';
import { oneOf } from '../../frame/errors/problems.ts';
import { plainFault, slowMsDefault } from '../../frame/operation/http-fault.ts';
import { faultTextMax, httpFaultsMax } from '../../frame/operation/http-faults.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { accepted, rejected } from '../../v1/rejection-errors.ts';
import { requireKnown } from '../shared/known-names.ts';
import { httpRecord, worldRecord } from './record.ts';
import {
  createFaultRequest,
  deleteFaultAnswer,
  deleteFaultRequest,
  type FaultAnswer,
  faultAnswer,
  listFaultsAnswer,
  operationIds,
} from './schema.ts';

const path = '/sim/faults';

/** The same rejection as for too many faults of the world. */
const tooMany = { code: 'limit', field: 'faults', limit: httpFaultsMax } as const;

/** Why there may be no further HTTP fault. */
function refusedFault({ httpFaults }: Service): Failure {
  if (httpFaults.list().length >= httpFaultsMax) return rejected({ ...tooMany, value: httpFaultsMax + 1 });
  const why = `makes all HTTP faults of the world longer than ${faultTextMax} characters of JSON; remove some, or send less`;
  return invalid('body', why);
}

/** Faults of the world have other ids. */
const HTTP_FAULT_ID = /\bhttp-\d/;

/** The id in the path, in its query, or in the body; undefined if all faults are to be removed, those of the server too. */
function namedIn(body: unknown, sent: string): string | undefined {
  const [, inPath] = /(?:\/faults\/|[?&]faultId=)([^?&]+)/.exec(sent) ?? [];
  return inPath ?? (body as { faultId?: string | null } | null | undefined)?.faultId ?? undefined;
}

export const faultOperations: readonly Operation[] = [
  operation({
    operationId: 'listFaults',
    summary: 'List the injected faults',
    method: 'GET',
    path,
    isTimeless: 'HTTP faults belong to the server',
    answer: listFaultsAnswer,
    handle(_request, _caller, service) {
      return { faults: faultsOf(service), operations: operationIds };
    },
  }),
  operation({
    operationId: 'createFault',
    summary: 'Inject a fault into the interface, image pulls, steps, or provisionings',
    description:
      'An `http` fault answers `times` calls of an operation, starting with the nth call from now, with the given body or ' +
      "the operation's 500. Only authorized, valid calls count that pass the filters `key`, `workspace` and `request`. " +
      'With `executed`, the operation runs before the call fails; otherwise, the failed calls change nothing in the world. ' +
      'Their answers have the header `X-Sim-Fault` with the id of the fault. `connection` resets the connection before the ' +
      'answer, cuts it within the body, or sends the body slowly. Faults of the other kinds are commands of the world; an ' +
      'omitted member matches everything. Their workspace and cluster must exist; other names may be given later.',
    method: 'POST',
    path,
    changes: (body) => ((body as { kind?: unknown } | null)?.kind === 'http' ? 'process' : 'world'),
    from: 'body',
    request: createFaultRequest,
    answer: faultAnswer,
    example: { kind: 'http', operation: 'listGprs', nth: 2, times: 3 },
    async handle(request, caller, service) {
      if (request.kind === 'http') {
        const { kind: _, ...spec } = request;
        const delayMs = spec.delayMs ?? (spec.connection === 'slow' ? slowMsDefault : plainFault.delayMs);
        const fault = service.httpFaults.add({ ...spec, delayMs });
        if (fault === undefined) throw refusedFault(service);
        return httpRecord(fault);
      }
      const { workspace, cluster } = request;
      requireKnown(request, caller, service.world);
      const own = workspace === null ? undefined : service.world.read.views.workspace(workspace)!.clusters;
      if (cluster !== null && own?.includes(cluster) === false) {
        const why = oneOf(`a cluster of ${workspace}`, own, cluster);
        throw invalid('cluster', why);
      }
      const spec = faultSpec(request);
      const { faultId } = await submit({ kind: 'fault.add', spec }, service);
      // This is the fault at its creation: no call can have met it yet.
      return worldRecord({ ...spec, faultId: faultId!, happened: 0 });
    },
  }),
  operation({
    operationId: 'deleteFault',
    summary: 'Remove a fault, or all faults if none is named',
    method: 'DELETE',
    path: `${path}/{faultId}`,
    changes(body, sent) {
      const faultId = namedIn(body, sent);
      return faultId === undefined || HTTP_FAULT_ID.test(faultId) ? 'process' : 'world';
    },
    aliases: [{ operationId: 'deleteFaults', path }],
    from: 'body or query',
    request: deleteFaultRequest,
    answer: deleteFaultAnswer,
    errors: ['fault-not-found'],
    async handle({ faultId }, _caller, service) {
      if (faultId !== null) {
        await remove(faultId, service);
        return { removed: [faultId] };
      }
      const removed: string[] = [];
      for (const fault of faultsOf(service)) {
        await remove(fault.faultId, service);
        removed.push(fault.faultId);
      }
      return { removed };
    },
  }),
];

function faultsOf({ httpFaults, world }: Service): FaultAnswer[] {
  return [...httpFaults.list().map(httpRecord), ...world.read.resources.faults().map(worldRecord)];
}

async function remove(faultId: string, service: Service): Promise<void> {
  if (service.httpFaults.remove(faultId)) return;
  await submit({ kind: 'fault.remove', faultId }, service);
}

function submit(command: Command, { world }: Service): Promise<Outcome> {
  return accepted(world.submit(command), { fields: { clusters: 'cluster' } });
}
