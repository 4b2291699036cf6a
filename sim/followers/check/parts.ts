// The parts of the checker's model, each of which knows the ones before it.

import { State } from '../../facts/numbered.ts';
import type { CheckedScenario, Report } from './check-report.ts';
import { CheckedEvictions } from './gprs/checked-evictions.ts';
import { CheckedGprs } from './gprs/checked-gprs.ts';
import { CheckedOrder } from './gprs/checked-order.ts';
import { CheckedPools } from './gprs/checked-pools.ts';
import { CheckedShares } from './gprs/checked-shares.ts';
import { CheckedEndpoints } from './resources/checked-endpoints.ts';
import { CheckedPlacements } from './resources/checked-placements.ts';
import { CheckedFaults } from './world/checked-faults.ts';
import { CheckedNodes } from './world/checked-nodes.ts';
import { CheckedRecords } from './world/checked-records.ts';
import { CheckedRules } from './world/checked-rules.ts';
import { CheckedWorkspaces } from './world/checked-workspaces.ts';

export type Parts = ReturnType<typeof partsOf>;

export function partsOf(report: Report, scenario: CheckedScenario) {
  const nodes = new CheckedNodes(report, scenario);
  const workspaces = new CheckedWorkspaces(report);
  const changes = new CheckedRules(report, scenario);
  const records = new CheckedRecords(report, workspaces);
  const order = new CheckedOrder(report, scenario);
  const pools = new CheckedPools(scenario.scheduler.workspaceLimit === 1);
  const gprs = new CheckedGprs(report, pools, workspaces);
  const shares = new CheckedShares(report, scenario, gprs, nodes);
  const evictions = new CheckedEvictions(report, gprs, nodes);
  const endpoints = new CheckedEndpoints(report, workspaces, gprs, nodes);
  const placements = new CheckedPlacements(report, workspaces, scenario.clusters.length);
  const faults = new CheckedFaults(report, scenario, (uid) => {
    if (gprs.find(uid)?.state === State.provisioning || placements.has(uid)) return 'sudden';
    return endpoints.has(uid) ? 'silent' : 'none';
  });
  const world = { nodes, workspaces, changes, records, faults };
  return { report, scenario, ...world, order, pools, gprs, shares, evictions, endpoints, placements };
}
