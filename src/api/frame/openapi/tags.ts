// The groups of operations in the reference, by prefix of their paths.

interface Tag {
  readonly name: string;
  readonly description: string;
  /** Prefixes of paths. The longest matching prefix determines the tag. */
  readonly paths: readonly string[];
}

export const tags: readonly Tag[] = [
  {
    name: 'Authentication',
    paths: ['/api/v1/auth'],
    description: 'Clients exchange an API key for a bearer token.',
  },
  {
    name: 'API keys',
    paths: ['/api/v1/api-key'],
    description: 'An Owner may call every operation. Editors and Viewers belong to one workspace.',
  },
  {
    name: 'Slice workspaces',
    paths: ['/api/v1/slice-workspace'],
    description:
      'Workspaces are the tenants. Each has clusters, namespaces, and at most one provisioned GPR at a time.',
  },
  {
    name: 'GPRs',
    paths: ['/api/v1/gpr'],
    description:
      'A GPU provisioning request allocates GPU nodes to a workspace for a duration. Requests are queued by priority.',
  },
  {
    name: 'GPU availability',
    paths: ['/api/v1/gpr/gpu-availability'],
    description: 'Forecasts when a prospective GPR would start, and which GPRs it would evict.',
  },
  {
    name: 'GPR templates',
    paths: ['/api/v1/gpr-template'],
    description: 'Templates are reusable definitions of GPRs.',
  },
  {
    name: 'GPR template bindings',
    paths: ['/api/v1/gpr-template-binding'],
    description:
      'A binding lists the templates of a workspace on each of its clusters, and enables automatic GPRs.',
  },
  {
    name: 'Inventory',
    paths: ['/api/v1/inventory'],
    description: 'Lists the GPU nodes and counts their free and allocated GPUs.',
  },
  {
    name: 'Inference endpoints',
    paths: ['/api/v1/inference-endpoint'],
    description:
      'Hosted models, with or without GPUs. The simulator runs no model; it simulates the states of endpoints.',
  },
  {
    name: 'Workload templates',
    paths: ['/api/v1/workload-template'],
    description: 'A template stores a deployment: charts, manifests, commands, and their order.',
  },
  {
    name: 'Workload placements',
    paths: ['/api/v1/workload-placement'],
    description:
      'A placement deploys a workload to clusters. The simulator executes nothing; steps take simulated time.',
  },
  {
    name: 'Workspace policies',
    paths: ['/api/v1/workspace-policies'],
    description: 'Each workspace has one policy, which limits its GPRs.',
  },
  {
    name: 'Clock',
    paths: ['/sim/clock', '/sim/reset'],
    description: 'Reads, runs, pauses and advances the simulated time.',
  },
  {
    name: 'Branches',
    paths: ['/sim/branches', '/sim/rewind'],
    description: 'Goes back in time. Each branch is one history of the world.',
  },
  {
    name: 'What if',
    paths: ['/sim/what-if'],
    description: 'Compares the future with some changes to the one without. The world stays as it is.',
  },
  {
    name: 'State',
    paths: ['/sim/state'],
    description: 'The whole present state: clusters, nodes, and the GPRs that hold their GPUs.',
  },
  {
    name: 'Facts',
    paths: ['/sim/facts'],
    description: 'Facts record what happens in the world. They are read in pages or as a stream.',
  },
  {
    name: 'Events',
    paths: ['/sim/events'],
    description: 'What happened, each event with the GPRs, nodes and workspaces that it is about.',
  },
  {
    name: 'Charts',
    paths: ['/sim/gantt', '/sim/series', '/sim/totals', '/sim/attempts'],
    description: 'Show over time which GPRs held which GPUs, and how much was allocated and queued.',
  },
  {
    name: 'Forecast',
    paths: ['/sim/forecast', '/sim/estimates'],
    description: 'When waiting GPRs will likely start, and how far such answers could be trusted.',
  },
  {
    name: 'Simulated GPRs',
    paths: ['/sim/explain', '/sim/gprs'],
    description: 'Lists and explains GPRs, and sets whether their GPUs are busy.',
  },
  {
    name: 'Simulated nodes',
    paths: ['/sim/nodes'],
    description: 'Takes nodes down, brings them up, adds and removes them.',
  },
  {
    name: 'Rules',
    paths: ['/sim/scheduler', '/sim/workload'],
    description: 'Changes the scheduler and the rate of arrivals while the world runs.',
  },
  {
    name: 'Faults',
    paths: ['/sim/faults'],
    description: 'Injects failures of calls, images, steps and provisioning.',
  },
  {
    name: 'Requests',
    paths: ['/sim/requests'],
    description:
      'Which requests the server got, and how it answered, if it was started with `--keep-requests`.',
  },
  {
    name: 'World file',
    paths: ['/sim/export', '/sim/import'],
    description: 'Exports the world as a file, and imports such a file.',
  },
  {
    name: 'Worlds',
    paths: ['/sim/worlds'],
    description:
      'Isolated worlds of one server, such as one for each test. Each has the whole interface below `/worlds/{name}`.',
  },
  {
    name: 'Process',
    paths: ['/'],
    description: 'Health, metrics and OpenAPI documents of the server. These operations need no token.',
  },
];

const places = tags.flatMap((tag) => tag.paths.map((place) => ({ tag, place })));

export function tagOf(path: string): Tag {
  const fitting = places.filter(({ place }) => path === place || path.startsWith(place.replace(/\/?$/, '/')));
  return fitting.reduce((longest, one) => (one.place.length > longest.place.length ? one : longest)).tag;
}
