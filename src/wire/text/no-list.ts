import * as v from 'valibot';

/** Makes an object schema refuse lists, which valibot accepts as objects. */
export function noList<ObjectSchema extends v.GenericSchema & { readonly message: unknown }>(
  schema: ObjectSchema,
): ObjectSchema {
  return {
    ...schema,
    '~run'(dataset, config) {
      if (!Array.isArray(dataset.value)) return schema['~run'](dataset, config);
      v._addIssue(schema as never, 'type', dataset as never, config);
      return dataset as never;
    },
  };
}
