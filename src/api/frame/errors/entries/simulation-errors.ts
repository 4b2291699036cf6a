import { type CatalogueEntry, document, explained, plain } from '../entry.ts';

export const simulationErrors = {
  'not-reached': explained(422, 'Error while advancing the clock', 'Invalid'),

  'no-position': explained(422, 'Error while going back in time', 'Invalid'),

  'branch-not-found': plain(
    404,
    '{why}',
    document('Error while changing the branch', '{why}; GET /sim/branches lists the branches', 'NotFound'),
  ),
  'branch-in-use': explained(409, 'Error while changing the branch', 'Conflict'),

  'change-refused': explained(422, 'Error while comparing futures', 'Invalid'),
  'too-many-differences': plain(
    422,
    'The futures differ too much: {why}',
    document('Error while comparing futures', '{why}; give an earlier end', 'Invalid'),
  ),

  'too-many-futures': plain(
    422,
    'The futures take too long: {why}',
    document('Error while drawing futures', '{why}', 'Invalid'),
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
  'node-cluster-not-found': explained(404, 'Error while changing a node', 'NotFound'),
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

  'world-not-found': plain(
    404,
    'There is no world "{name}"',
    document(
      'Error while opening a world',
      'there is no world "{name}"; GET /sim/worlds lists the worlds',
      'NotFound',
    ),
  ),
  'world-removed': plain(
    404,
    'World Removed',
    document(
      'Error while reading a world',
      'this world was removed or closed during the request',
      'NotFound',
    ),
  ),
  'world-exists': plain(
    409,
    'There is a world "{name}" already',
    document(
      'Error while creating a world',
      'there is a world "{name}" already; give another name, or delete it first',
      'Conflict',
    ),
  ),
  'worlds-full': plain(
    409,
    'The limit of worlds is reached: {why}',
    document(
      'Error about the worlds of the server',
      '{why}; delete worlds that are not needed, or start the server with a higher limit',
      'Conflict',
    ),
  ),
  'world-unusable': plain(
    409,
    'The file of the world cannot be used: {why}',
    document('Error while opening a world', '{why}', 'Conflict'),
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
