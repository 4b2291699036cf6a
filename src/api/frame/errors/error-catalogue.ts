import { accessErrors } from './entries/access-errors.ts';
import { availabilityErrors } from './entries/availability-errors.ts';
import { endpointErrors } from './entries/endpoint-errors.ts';
import { gprErrors } from './entries/gpr-errors.ts';
import { policyErrors } from './entries/policy-errors.ts';
import { requestErrors } from './entries/request-errors.ts';
import { simulationErrors } from './entries/simulation-errors.ts';
import { templateErrors } from './entries/template-errors.ts';
import { workloadErrors } from './entries/workload-errors.ts';
import { workspaceErrors } from './entries/workspace-errors.ts';
import type { CatalogueEntry } from './entry.ts';

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

/** The words in braces of the error's texts. */
export function wordsOf(name: ErrorName): string[] {
  return [...JSON.stringify(catalogue[name]).matchAll(/\{(\w+)\}/g)].map(([, word]) => word!);
}
