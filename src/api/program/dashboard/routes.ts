// The dashboard, which shows the world in a browser and changes it.

import { pageOperations } from '../page-operations.ts';

export const dashboardOperations = pageOperations(
  {
    operationId: 'getDashboard',
    summary: 'Show the dashboard',
    description:
      'Returns a page that shows clusters, queue and clock, and changes them. It uses only documented operations, and loads nothing from other servers.',
    path: '/',
    files: {
      operationId: 'getDashboardFile',
      summary: 'Get a file of the dashboard',
      folder: '/dashboard',
    },
  },
  async () => (await import('./files.packed.ts')).files,
);
