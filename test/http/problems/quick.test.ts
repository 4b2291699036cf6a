import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { quick } from '../../../src/api/frame/request/quick.ts';
import { property } from '../../support/property.ts';

const schema = v.object({
  required: v.pipe(v.string(), v.nonEmpty('is empty')),
  constant: v.nullish(v.number(), 1),
  empty: v.nullish(v.string(), null),
  list: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.transform((names) => names.length),
    ),
    [],
  ),
  made: v.optional(v.number(), () => 2),
  omitted: v.optional(v.boolean()),
  maybeOmitted: v.nullish(v.boolean()),
});

const parser = quick(schema);

const value = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<unknown>('', 'a', 0, 7, true) },
  fc.constantFrom<unknown>(null, undefined, {}, [], ['a'], [1]),
);
const keys = [...Object.keys(schema.entries), 'unknown', 'constructor'];
const sent = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }),
  },
  fc.constantFrom<unknown>(null, undefined, 'a', 1, []),
);

property('an object is parsed as by the schema that it was made of', 3000, sent, (input) => {
  for (const config of [{}, { abortEarly: true }, { abortPipeEarly: true }]) {
    const asIs = v.safeParse(schema, input, config);
    const quickly = v.safeParse(parser, input, config);
    assert.deepEqual(quickly.output, asIs.output);
    assert.deepEqual(quickly.issues, asIs.issues);
    if (asIs.success) assert.deepEqual(Object.keys(quickly.output as object), Object.keys(asIs.output));
  }
});

property('what was parsed before is in no later object', 200, value, (constant) => {
  const parse = (input: object) => v.safeParse(parser, { required: 'a', ...input });
  parse({ constant });
  assert.deepEqual(parse({}).output, v.safeParse(schema, { required: 'a' }).output);
});
