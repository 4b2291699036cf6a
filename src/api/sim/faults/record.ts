// Converts faults of the interface and faults of the world to one wire form, with the members of their kind.

import type { FaultView } from '../../../../sim/index.ts';
import type { HttpFault } from '../../frame/operation/http-fault.ts';
import type { FaultAnswer } from './schema.ts';

export function httpRecord(fault: HttpFault): FaultAnswer {
  return { kind: 'http', ...fault };
}

export function worldRecord(view: FaultView): FaultAnswer {
  const { faultId, fault: kind, workspace, cluster, times, happened } = view;
  const common = { faultId, workspace, cluster, times, happened };
  switch (kind) {
    case 'image':
      return { kind, ...common, endpoint: view.endpoint };
    case 'step':
      return { kind, ...common, placement: view.placement, step: view.step, message: view.message };
    case 'provisioning':
      return { kind, ...common, gprId: view.gprId };
  }
}
