// Facts about the resources on top of GPRs as the outside reads them.

import type { Directory } from '../directory.ts';
import { FactKind } from '../facts.ts';
import type { IdCipher } from '../ids.ts';
import { PHASES } from './decisions.ts';
import { ENDPOINT_STATUSES } from './endpoints.ts';
import { faultId } from './faults.ts';

type Members = { readonly kind: string; readonly [member: string]: string | number | boolean | null };

/** By `RecordTable`. */
const TABLES = ['policy', 'gpr-template', 'binding', 'workload-template'];

/** @param word the fact's words by their index */
export function describeWorldFact(
  kind: number,
  word: (i: number) => number,
  directory: Directory,
  ids: IdCipher,
): Members {
  const workspace = (index: number) =>
    index < 0
      ? {}
      : { workspace: directory.workspaceName(index), workspaceCreation: directory.creationOf(index) };
  const named = (member: string) => ({ [member]: directory.texts[word(2)], ...workspace(word(1)) });
  const cluster = (i: number) => directory.clusters[word(i)].name;
  const gprId = (i: number) => (word(i) < 0 ? null : ids.gprId(word(i)));

  switch (kind) {
    case FactKind.arrivalRefused:
      return { kind: 'arrival.refused', ...workspace(word(1)), ...directory.poolNames(word(2)) };
    case FactKind.recordSet:
      return { kind: `${TABLES[word(0)]}.set`, name: directory.texts[word(1)], ...workspace(word(2)) };
    case FactKind.recordRemoved:
      return { kind: `${TABLES[word(0)]}.removed`, name: directory.texts[word(1)], ...workspace(word(2)) };
    case FactKind.endpointCreated:
      return { kind: 'endpoint.created', ...named('endpoint'), cluster: cluster(3), gprId: gprId(4) };
    case FactKind.endpointStatus:
      return { kind: 'endpoint.status', ...named('endpoint'), status: ENDPOINT_STATUSES[word(3)] };
    case FactKind.endpointRemoved:
      return { kind: 'endpoint.removed', ...named('endpoint') };
    case FactKind.placementCreated:
      return { kind: 'placement.created', ...named('placement'), decisions: word(3) };
    case FactKind.placementChanged:
      return { kind: 'placement.changed', ...named('placement') };
    case FactKind.placementPhase:
      return {
        kind: 'placement.phase',
        ...named('placement'),
        decision: word(3),
        cluster: cluster(4),
        phase: PHASES[word(5)],
        step: word(6),
        gprId: gprId(7),
      };
    case FactKind.placementStep:
      return {
        kind: 'placement.step',
        ...named('placement'),
        decision: word(3),
        step: word(4),
        success: word(5) === 1,
        durationMs: word(6),
      };
    case FactKind.placementMoved:
      return {
        kind: 'placement.moved',
        ...named('placement'),
        decision: word(3),
        from: cluster(4),
        cluster: cluster(5),
        left: gprId(6),
        gprId: gprId(7),
      };
    case FactKind.placementRemoved:
      return { kind: 'placement.removed', ...named('placement') };
    case FactKind.faultAdded:
      return { kind: 'fault.added', faultId: faultId(word(0)) };
    case FactKind.faultStruck:
      return { kind: 'fault.struck', faultId: faultId(word(0)) };
    case FactKind.faultRemoved:
      return { kind: 'fault.removed', faultId: faultId(word(0)) };
    default:
      throw new Error(`a fact of unknown kind ${kind}`);
  }
}
