// The operations of a page and its files. They need no token; the requests of the page do.

import * as v from 'valibot';
import { PageFiles } from '../frame/answers/page-files.ts';
import { aboutServer, type Operation, rawOperation } from '../frame/operation/operation.ts';
import { text } from '../frame/request/fields.ts';

interface Page extends Pick<Operation, 'operationId' | 'summary' | 'description' | 'path'> {
  readonly files: Pick<Operation, 'operationId' | 'summary'> & { readonly folder: string };
}

/** @param load the files by name, gzip in Base64; `page.html` is the page */
export function pageOperations(
  { files: { folder, ...ofFile }, ...ofPage }: Page,
  load: ConstructorParameters<typeof PageFiles>[0],
): readonly Operation[] {
  const files = new PageFiles(load);
  const common = { method: 'GET', from: 'path', isTimeless: aboutServer } as const;
  return [
    rawOperation({
      ...ofPage,
      ...common,
      request: v.object({}),
      content: { mediaType: 'text/html', description: 'The page.' },
      respond: (_request, _caller, _service, context) => files.answer('page.html', context),
    }),
    rawOperation({
      ...ofFile,
      ...common,
      description: 'Returns a script, a style sheet or the licenses of the page.',
      path: `${folder}/{file}`,
      request: v.object({ file: text() }),
      content: { mediaType: 'text/*', description: 'The file, with the media type of its kind.' },
      errors: ['path-unknown'],
      respond: ({ file }, _caller, _service, context) => files.answer(file, context),
    }),
  ];
}
