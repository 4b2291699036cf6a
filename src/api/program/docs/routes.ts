// The reference page, which shows the OpenAPI documents in a browser and sends requests. The page needs no token; the
// requests do.

import { PageFiles } from '../../frame/answers/page-files.ts';
import { aboutServer, type Operation, rawOperation } from '../../frame/operation/operation.ts';
import { docsFileRequest, docsRequest } from './schema.ts';

const path = '/docs';
const page = 'page.html';

const files = new PageFiles(async () => (await import('./files.packed.ts')).files);

const getDocs = rawOperation({
  operationId: 'getDocs',
  summary: 'Show the interface reference',
  description:
    'Returns a page that shows both OpenAPI documents and sends requests. The page loads nothing from other servers.',
  method: 'GET',
  path,
  from: 'path',
  isTimeless: aboutServer,
  request: docsRequest,
  content: { mediaType: 'text/html', description: 'The page.' },
  respond: (_request, _caller, _service, context) => files.answer(page, context),
});

const getDocsFile = rawOperation({
  operationId: 'getDocsFile',
  summary: 'Get a file of the reference page',
  description: 'Returns a script, a style sheet or the licenses of the page.',
  method: 'GET',
  path: `${path}/{file}`,
  from: 'path',
  isTimeless: aboutServer,
  request: docsFileRequest,
  content: { mediaType: 'text/*', description: 'The file, with the media type of its kind.' },
  errors: ['path-unknown'],
  respond: ({ file }, _caller, _service, context) => files.answer(file, context),
});

export const docsOperations: readonly Operation[] = [getDocs, getDocsFile];
