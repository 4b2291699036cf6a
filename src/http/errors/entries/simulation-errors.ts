import { type CatalogueEntry, document, plain } from '../entry.ts';

export const simulationErrors = {
  'not-reached': plain(422, '{why}', document('Error while advancing the clock', '{why}', 'Invalid')),

  'no-position': plain(422, '{why}', document('Error while going back in time', '{why}', 'Invalid')),

  'branch-not-found': plain(
    404,
    '{why}',
    document('Error while changing the branch', '{why}; GET /sim/branches lists the branches', 'NotFound'),
  ),
  'branch-in-use': plain(409, '{why}', document('Error while changing the branch', '{why}', 'Conflict')),

  'change-refused': plain(422, '{why}', document('Error while comparing futures', '{why}', 'Invalid')),
  'too-many-differences': plain(
    422,
    'The futures differ too much: {why}',
    document('Error while comparing futures', '{why}; give an earlier end', 'Invalid'),
  ),

  'node-not-found': plain(
    404,
    'Node Not Found',
    document(
      'Error while changing a node',
      'unknown node "{node}" of cluster "{cluster}"; GET /api/v1/inventory/list lists the nodes',
      'NotFound',
    ),
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
    document(
      'Error while removing a fault',
      'unknown fault "{faultId}"; GET /sim/faults lists the faults',
      'NotFound',
    ),
  ),

  'requests-not-kept': plain(
    404,
    'This server keeps no requests; start it with --keep-requests N',
    document(
      'Error while reading requests',
      'this server keeps no requests; start it with --keep-requests N, such as --keep-requests 1000',
      'NotFound',
    ),
  ),

  'import-refused': plain(
    422,
    'The file cannot be imported: {why}',
    document('Error while importing a world', '{why}', 'Invalid'),
  ),
  'import-under-way': plain(
    409,
    'Another import is running',
    document(
      'Error while importing a world',
      'another import is running; retry when it has ended',
      'Conflict',
    ),
  ),
} satisfies Record<string, CatalogueEntry>;
