// The clock and the nodes.

import { type CatalogueEntry, document, plain } from './entry.ts';

export const simulationErrors = {
  'not-reached': plain(422, '{why}', document('Error while advancing the clock', '{why}', 'Invalid')),

  'node-not-found': plain(
    404,
    'Node Not Found',
    document('Error while changing a node', 'there is no node "{node}" in cluster "{cluster}"', 'NotFound'),
  ),
  'node-state': plain(
    409,
    'Node is already {state}',
    document(
      'Error while changing a node',
      'node "{node}" of cluster "{cluster}" is already {state}',
      'Conflict',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
