// The groups of operations in the reference, by the beginning of their paths.

export interface Tag {
  readonly name: string;
  readonly description: string;
  /** The longest one that a path begins with decides. */
  readonly path: string;
}

export const tags: readonly Tag[] = [
  { name: 'Authentication', path: '/api/v1/auth', description: 'An API key for a bearer token.' },
  {
    name: 'API keys',
    path: '/api/v1/api-key',
    description: 'Keys of Owners, who may do everything, and of Editors and Viewers of one workspace.',
  },
  {
    name: 'Slice workspaces',
    path: '/api/v1/slice-workspace',
    description: 'Tenants: each has clusters, namespaces, and one provisioned GPR at a time.',
  },
  {
    name: 'GPRs',
    path: '/api/v1/gpr',
    description: 'GPU provisioning requests: GPU nodes for a workspace and a time, queued by priority.',
  },
  {
    name: 'GPU availability',
    path: '/api/v1/gpr/gpu-availability',
    description: 'When a prospective GPR would start, and whom it would evict.',
  },
  {
    name: 'GPR templates',
    path: '/api/v1/gpr-template',
    description: 'Definitions of GPRs to be used again.',
  },
  {
    name: 'GPR template bindings',
    path: '/api/v1/gpr-template-binding',
    description: 'Which templates a workspace has on its clusters, and whether they make GPRs by themselves.',
  },
  { name: 'Inventory', path: '/api/v1/inventory', description: 'GPU nodes, and how many are in use.' },
  {
    name: 'Inference endpoints',
    path: '/api/v1/inference-endpoint',
    description:
      'Hosted models, with or without GPUs. No model is run: endpoints are state in simulated time.',
  },
  {
    name: 'Workload templates',
    path: '/api/v1/workload-template',
    description: 'Stored definitions of deployments: charts, manifests, commands, and their order.',
  },
  {
    name: 'Workload placements',
    path: '/api/v1/workload-placement',
    description: 'Deployments placed onto clusters. Nothing is executed: steps take simulated time.',
  },
  {
    name: 'Workspace policies',
    path: '/api/v1/workspace-policies',
    description: 'Limits on the GPRs of a workspace, one policy each.',
  },
  {
    name: 'Clock',
    path: '/sim/clock',
    description: 'The simulated time: read it, run it, stop it, step it.',
  },
  { name: 'Clock', path: '/sim/reset', description: '' },
  { name: 'Facts', path: '/sim/facts', description: 'What has happened, as pages and as a stream.' },
  {
    name: 'Simulated GPRs',
    path: '/sim/explain',
    description: 'Why a GPR is where it is, and whether it is busy.',
  },
  { name: 'Simulated GPRs', path: '/sim/gprs', description: '' },
  {
    name: 'Simulated nodes',
    path: '/sim/nodes',
    description: 'Nodes that fail, come back, are added and removed.',
  },
  {
    name: 'Faults',
    path: '/sim/faults',
    description: 'Failures to order: of calls, images, steps, provisioning.',
  },
  {
    name: 'World file',
    path: '/sim/export',
    description: 'The world as a file, and a world from such a file.',
  },
  { name: 'World file', path: '/sim/import', description: '' },
  {
    name: 'Process',
    path: '/',
    description: 'The server itself: health, metrics, descriptions. Open without a token.',
  },
];

/** The group of the operations on `path`. */
export function tagOf(path: string): Tag {
  const fitting = tags.filter((tag) => path === tag.path || path.startsWith(tag.path.replace(/\/?$/, '/')));
  return fitting.reduce((longest, tag) => (tag.path.length > longest.path.length ? tag : longest));
}
