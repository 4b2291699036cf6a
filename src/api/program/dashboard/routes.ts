// The dashboard, which shows the world in a browser and changes it. The page needs no token; its requests do.

import { PageFiles } from '../../frame/answers/page-files.ts';
import { aboutServer, type Operation, rawOperation } from '../../frame/operation/operation.ts';
import { dashboardFileRequest, dashboardRequest } from './schema.ts';

const files = new PageFiles(async () => (await import('./files.packed.ts')).files);

const getDashboard = rawOperation({
  operationId: 'getDashboard',
  summary: 'Show the dashboard',
  description:
    'Returns a page that shows clusters, queue and clock, and changes them. It uses only documented operations, and loads nothing from other servers.',
  method: 'GET',
  path: '/',
  from: 'path',
  isTimeless: aboutServer,
  request: dashboardRequest,
  content: { mediaType: 'text/html', description: 'The page.' },
  respond: (_request, _caller, _service, context) => files.answer('page.html', context),
});

const getDashboardFile = rawOperation({
  operationId: 'getDashboardFile',
  summary: 'Get a file of the dashboard',
  description: 'Returns a script, a style sheet or the licenses of the page.',
  method: 'GET',
  path: '/dashboard/{file}',
  from: 'path',
  isTimeless: aboutServer,
  request: dashboardFileRequest,
  content: { mediaType: 'text/*', description: 'The file, with the media type of its kind.' },
  errors: ['path-unknown'],
  respond: ({ file }, _caller, _service, context) => files.answer(file, context),
});

export const dashboardOperations: readonly Operation[] = [getDashboard, getDashboardFile];
