import * as v from 'valibot';

export const openApiRequest = v.object({});

/** The OpenAPI specification defines the other members. */
export const openApiAnswer = v.looseObject({
  openapi: v.string(),
  info: v.looseObject({ title: v.string(), version: v.string() }),
  paths: v.looseObject({}),
});
