import * as v from 'valibot';

export const openApiRequest = v.object({});

/** What else a document has is laid down by OpenAPI itself. */
export const openApiAnswer = v.looseObject({
  openapi: v.string(),
  info: v.looseObject({ title: v.string(), version: v.string() }),
  paths: v.looseObject({}),
});
