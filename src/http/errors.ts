// The catalogue of errors, as data: one entry an error.

import { accessErrors } from './errors/access.ts';
import type { CatalogueEntry } from './errors/entry.ts';
import { gprErrors } from './errors/gpr.ts';
import { requestErrors } from './errors/request.ts';
import { simulationErrors } from './errors/simulation.ts';
import { workspaceErrors } from './errors/workspace.ts';

export const catalogue = {
  ...requestErrors,
  ...accessErrors,
  ...workspaceErrors,
  ...gprErrors,
  ...simulationErrors,
} satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof catalogue;
