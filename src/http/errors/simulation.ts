// The clock, the nodes, faults, and the world as a file.

import { type CatalogueEntry, document, plain } from './entry.ts';

export const simulationErrors = {
  'not-reached': plain(422, '{why}', document('Error while advancing the clock', '{why}', 'Invalid')),

  'node-not-found': plain(
    404,
    'Node Not Found',
    document('Error while changing a node', 'there is no node "{node}" in cluster "{cluster}"', 'NotFound'),
  ),
  'node-cluster-not-found': plain(404, '{why}', document('Error while changing a node', '{why}', 'NotFound')),
  'node-state': plain(
    409,
    'Node is already {state}',
    document(
      'Error while changing a node',
      'node "{node}" of cluster "{cluster}" is already {state}',
      'Conflict',
    ),
  ),

  'fault-not-found': plain(
    404,
    'Fault Not Found',
    document('Error while removing a fault', 'there is no fault "{faultId}"', 'NotFound'),
  ),

  'import-refused': plain(
    422,
    'The file cannot be imported: {why}',
    document('Error while importing a world', '{why}', 'Invalid'),
  ),
  'import-under-way': plain(
    409,
    'Another import is under way',
    document('Error while importing a world', 'another import is under way', 'Conflict'),
  ),
} satisfies Record<string, CatalogueEntry>;
