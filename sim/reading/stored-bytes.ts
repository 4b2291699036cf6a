// About the memory of what clients have stored in a world: templates, policies, bindings, endpoints, placements, workspaces, names.

import type { World } from '../world.ts';

/** Bytes of an object or a list with its entry in a table, of each member, and of a name that the world keeps. */
const OBJECT_BYTES = 100;
const MEMBER_BYTES = 16;
const NAME_BYTES = 200;

/** By record. Records are immutable. */
const known: WeakMap<object, number> = new WeakMap();

/** Bytes. */
export function storedBytes({ resources, directory }: World): number {
  const { policies, gprTemplates, bindings, workloadTemplates, endpoints, placements, decisions, faults } =
    resources;
  let bytes = (directory.texts.length + directory.gprNames.size) * NAME_BYTES;
  for (const carried of directory.gprCarried.values()) bytes += bytesOf(carried);
  const tables = [
    policies,
    gprTemplates,
    bindings,
    workloadTemplates,
    endpoints,
    placements,
    decisions,
    faults,
  ];
  for (const table of [...tables, directory.records])
    for (const record of table.values()) bytes += bytesOf(record);
  return bytes;
}

function bytesOf(record: object): number {
  let bytes = known.get(record);
  if (bytes === undefined) {
    bytes = measured(record);
    known.set(record, bytes);
  }
  return bytes;
}

function measured(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum, member) => sum + MEMBER_BYTES + measured(member), OBJECT_BYTES);
}
