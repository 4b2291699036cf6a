// Names the schemas of answers, so that generated clients have named types.

import * as v from 'valibot';
import type { Operation, Schema } from '../../operation/operation.ts';
import type { Named } from './json-schema.ts';

/** `createGpr` → `CreateGpr` */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Names the answers that have members, and the titled schemas inside them. The answer of `getGpr` is `Gpr`, that of
 * `createGpr` is `CreateGprAnswer`.
 */
export function namesOf(operations: readonly Operation[]): Named {
  const named = new Map<Schema, string>();
  const views = operations.filter(({ operationId }) => operationId.startsWith('get'));
  for (const operation of [...views, ...operations]) {
    const answer = dataOf(operation);
    if (answer === undefined || named.has(answer) || !hasMembers(answer)) continue;
    const { operationId } = operation;
    const noun = /^get(.+)$/.exec(operationId)?.[1] ?? `${capitalized(operationId)}Answer`;
    named.set(answer, noun);
  }
  for (const answer of operations.map(dataOf)) if (answer !== undefined) addTitled(answer, named);
  const entries = [...named].map(([schema, name]): [string, Schema] => [name, schema]);
  const names = new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  if (names.size !== named.size) throw new Error('two schemas have the same name');
  return names;
}

/** The schema of the envelope's data; undefined if the operation does not answer with the envelope. */
export function dataOf(operation: Operation): Schema | undefined {
  return 'answer' in operation ? operation.answer : operation.content.data;
}

function addTitled(schema: Schema, named: Map<Schema, string>): void {
  const title = v.getTitle(schema as v.GenericSchema);
  if (title !== undefined) named.set(schema, title);
  for (const inner of innerSchemas(schema)) addTitled(inner, named);
}

function innerSchemas(schema: Schema): Schema[] {
  const { entries, options, item, wrapped } = schema as {
    readonly entries?: Readonly<Record<string, Schema>>;
    readonly options?: readonly (Schema | string)[];
    readonly item?: Schema;
    readonly wrapped?: Schema;
  };
  // The options of a picklist are strings.
  const alternatives = (options ?? []).filter((option) => typeof option !== 'string');
  return [...Object.values(entries ?? {}), ...alternatives, item, wrapped].filter(
    (inner) => inner !== undefined,
  );
}

function hasMembers(schema: Schema): boolean {
  const { entries = {} } = schema as { readonly entries?: object };
  return Object.keys(entries).length > 0;
}
