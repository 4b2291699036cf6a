// The reference page, which shows the OpenAPI documents in a browser and sends requests.

import { pageOperations } from '../page-operations.ts';

export const docsOperations = pageOperations(
  {
    operationId: 'getDocs',
    summary: 'Show the interface reference',
    description:
      'Returns a page that shows both OpenAPI documents and sends requests. The page loads nothing from other servers.',
    path: '/docs',
    files: { operationId: 'getDocsFile', summary: 'Get a file of the reference page', folder: '/docs' },
  },
  async () => (await import('./files.packed.ts')).files,
);
