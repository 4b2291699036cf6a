import { accessErrors } from './errors/access.ts';
import { availabilityErrors } from './errors/availability.ts';
import { endpointErrors } from './errors/endpoint.ts';
import type { CatalogueEntry } from './errors/entry.ts';
import { gprErrors } from './errors/gpr.ts';
import { policyErrors } from './errors/policy.ts';
import { requestErrors } from './errors/request.ts';
import { simulationErrors } from './errors/simulation.ts';
import { templateErrors } from './errors/template.ts';
import { workloadErrors } from './errors/workload.ts';
import { workspaceErrors } from './errors/workspace.ts';

export const catalogue = {
  ...requestErrors,
  ...accessErrors,
  ...workspaceErrors,
  ...gprErrors,
  ...availabilityErrors,
  ...templateErrors,
  ...policyErrors,
  ...endpointErrors,
  ...workloadErrors,
  ...simulationErrors,
} satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof catalogue;
