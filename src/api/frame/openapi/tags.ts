// The groups of operations in the reference, by prefix of their paths.

interface Tag {
  readonly name: string;
  readonly description: string;
  /** A prefix of paths. The longest matching prefix determines the tag. */
  readonly path: string;
}

export const tags: readonly Tag[] = [
  {
    name: 'Authentication',
    path: '/api/v1/auth',
    description: 'Clients exchange an API key for a bearer token.',
  },
  {
    name: 'API keys',
    path: '/api/v1/api-key',
    description: 'An Owner may call every operation. Editors and Viewers belong to one workspace.',
  },
  {
    name: 'Slice workspaces',
    path: '/api/v1/slice-workspace',
    description:
      'Workspaces are the tenants. Each has clusters, namespaces, and at most one provisioned GPR at a time.',
  },
  {
    name: 'GPRs',
    path: '/api/v1/gpr',
    description:
      'A GPU provisioning request allocates GPU nodes to a workspace for a duration. Requests are queued by priority.',
  },
  {
    name: 'GPU availability',
    path: '/api/v1/gpr/gpu-availability',
    description: 'Forecasts when a prospective GPR would start, and which GPRs it would evict.',
  },
  {
    name: 'GPR templates',
    path: '/api/v1/gpr-template',
    description: 'Templates are reusable definitions of GPRs.',
  },
  {
    name: 'GPR template bindings',
    path: '/api/v1/gpr-template-binding',
    description:
      'A binding lists the templates of a workspace on each of its clusters, and enables automatic GPRs.',
  },
  {
    name: 'Inventory',
    path: '/api/v1/inventory',
    description: 'Lists the GPU nodes and counts their free and allocated GPUs.',
  },
  {
    name: 'Inference endpoints',
    path: '/api/v1/inference-endpoint',
    description:
      'Hosted models, with or without GPUs. The simulator runs no model; it simulates the states of endpoints.',
  },
  {
    name: 'Workload templates',
    path: '/api/v1/workload-template',
    description: 'A template stores a deployment: charts, manifests, commands, and their order.',
  },
  {
    name: 'Workload placements',
    path: '/api/v1/workload-placement',
    description:
      'A placement deploys a workload to clusters. The simulator executes nothing; steps take simulated time.',
  },
  {
    name: 'Workspace policies',
    path: '/api/v1/workspace-policies',
    description: 'Each workspace has one policy, which limits its GPRs.',
  },
  {
    name: 'Clock',
    path: '/sim/clock',
    description: 'Reads, runs, pauses and advances the simulated time.',
  },
  { name: 'Clock', path: '/sim/reset', description: '' },
  {
    name: 'Branches',
    path: '/sim/branches',
    description: 'Goes back in time. Each branch is one history of the world.',
  },
  { name: 'Branches', path: '/sim/rewind', description: '' },
  {
    name: 'What if',
    path: '/sim/what-if',
    description: 'Compares the future with some changes to the one without. The world stays as it is.',
  },
  {
    name: 'State',
    path: '/sim/state',
    description: 'The whole present state: clusters, nodes, and the GPRs that hold their GPUs.',
  },
  {
    name: 'Facts',
    path: '/sim/facts',
    description: 'Facts record what happens in the world. They are read in pages or as a stream.',
  },
  {
    name: 'Events',
    path: '/sim/events',
    description: 'What happened, each event with the GPRs, nodes and workspaces that it is about.',
  },
  {
    name: 'Charts',
    path: '/sim/gantt',
    description: 'Show over time which GPRs held which GPUs, and how much was allocated and queued.',
  },
  { name: 'Charts', path: '/sim/series', description: '' },
  { name: 'Charts', path: '/sim/totals', description: '' },
  { name: 'Charts', path: '/sim/attempts', description: '' },
  {
    name: 'Forecast',
    path: '/sim/forecast',
    description: 'When waiting GPRs will likely start, and how far such answers could be trusted.',
  },
  { name: 'Forecast', path: '/sim/estimates', description: '' },
  {
    name: 'Simulated GPRs',
    path: '/sim/explain',
    description: 'Lists and explains GPRs, and sets whether their GPUs are busy.',
  },
  { name: 'Simulated GPRs', path: '/sim/gprs', description: '' },
  {
    name: 'Simulated nodes',
    path: '/sim/nodes',
    description: 'Takes nodes down, brings them up, adds and removes them.',
  },
  {
    name: 'Rules',
    path: '/sim/scheduler',
    description: 'Changes the scheduler and the rate of arrivals while the world runs.',
  },
  { name: 'Rules', path: '/sim/workload', description: '' },
  {
    name: 'Faults',
    path: '/sim/faults',
    description: 'Injects failures of calls, images, steps and provisioning.',
  },
  {
    name: 'Requests',
    path: '/sim/requests',
    description:
      'Which requests the server got, and how it answered, if it was started with `--keep-requests`.',
  },
  {
    name: 'World file',
    path: '/sim/export',
    description: 'Exports the world as a file, and imports such a file.',
  },
  { name: 'World file', path: '/sim/import', description: '' },
  {
    name: 'Worlds',
    path: '/sim/worlds',
    description:
      'Isolated worlds of one server, such as one for each test. Each has the whole interface below `/worlds/{name}`.',
  },
  {
    name: 'Process',
    path: '/',
    description: 'Health, metrics and OpenAPI documents of the server. These operations need no token.',
  },
];

export function tagOf(path: string): Tag {
  const fitting = tags.filter((tag) => path === tag.path || path.startsWith(tag.path.replace(/\/?$/, '/')));
  return fitting.reduce((longest, tag) => (tag.path.length > longest.path.length ? tag : longest));
}
