// The words for members, chosen by the member's name. The stocks are small, so that requests name the same things.

import fc from 'fast-check';
import { weighted } from '../support/draws.ts';

/** Initial words of each kind; answers add further ones. A word that is listed twice is drawn twice as often. */
const stocks = {
  workspace: ['team-blue', 'team-green', 'team-red', 'team-gold'],
  cluster: ['worker-1', 'worker-2', 'worker-3'],
  instanceType: ['a2-highgpu-8g', 'VM.GPU.A10.2'],
  shape: ['NVIDIA-A100-SXM4-40GB', 'NVIDIA-A10'],
  gprTemplate: ['eight-gpus', 'spare'],
  workloadTemplate: ['training', 'training', 'spare'],
  placement: ['web-1', 'web-1', 'training', 'spare'],
  endpoint: ['classifier', 'classifier', 'spare'],
  part: ['migrate', 'web'],
  instant: ['2026-01-05T13:00:00Z', '2026-01-07T00:00:00.500Z'],
  day: ['2026-12-31', '2026-01-06', '2026-01-04'],
  range: ['1-300', '1-150', 'high'],
  gprId: ['gpr-7c29e338-ebda'],
  apiKey: ['5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2'],
  faultId: ['http-1'],
  node: ['worker-1-a2-highgpu-8g-0', 'worker-2-VM.GPU.A10.2-1', 'worker-3-a2-highgpu-8g-0'],
  token: ['none'],
  event: ['20-0', '60-0'],
  file: ['page.css', 'page.js'],
  world: ['one', 'one', 'one', 'two'],
  scenario: ['quiet', 'tiny'],
  /** The cluster of the node with the same choice. */
  clusterOfNode: ['worker-1'],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof stocks;

/** A word of a kind, chosen among the words that are known when the request is sent. */
export class Known {
  readonly kind: Kind;
  readonly choice: number;

  constructor(kind: Kind, choice: number) {
    this.kind = kind;
    this.choice = choice;
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  sliceName: 'workspace',
  workspaceName: 'workspace',
  WorkspaceName: 'workspace',
  workspace: 'workspace',
  policyName: 'workspace',
  gprTemplateBindingName: 'workspace',
  clusterName: 'cluster',
  cluster: 'cluster',
  clusters: 'cluster',
  clusterNames: 'cluster',
  preferredClusters: 'cluster',
  instanceType: 'instanceType',
  gpuShape: 'shape',
  gpuShapes: 'shape',
  gpuModelName: 'shape',
  'createGprTemplate.name': 'gprTemplate',
  'updateGprTemplate.name': 'gprTemplate',
  'createWorkloadTemplate.name': 'workloadTemplate',
  'updateWorkloadTemplate.name': 'workloadTemplate',
  'createWorkloadPlacement.name': 'placement',
  'updateWorkloadPlacement.name': 'placement',
  'helmConfigs.name': 'part',
  'manifestResources.name': 'part',
  'cmdExec.name': 'part',
  'steps.name': 'part',
  endpoint: 'endpoint',
  endpointName: 'endpoint',
  templateName: 'workloadTemplate',
  templates: 'gprTemplate',
  gprTemplateName: 'gprTemplate',
  defaultTemplateName: 'gprTemplate',
  workloadTemplateName: 'workloadTemplate',
  placementName: 'placement',
  placement: 'placement',
  step: 'part',
  at: 'instant',
  from: 'instant',
  to: 'instant',
  until: 'instant',
  validUntil: 'day',
  validity: 'day',
  priorityRange: 'range',
  PriorityRange: 'range',
  gprId: 'gprId',
  gprID: 'gprId',
  requestId: 'gprId',
  apiKey: 'apiKey',
  'api-key': 'apiKey',
  faultId: 'faultId',
  node: 'node',
  gpr: 'gprId',
  before: 'event',
  'listEvents.after': 'event',
  nodes: 'node',
  token: 'token',
  file: 'file',
  'createWorld.name': 'world',
  'createWorld.from': 'world',
  'deleteWorld.name': 'world',
  scenario: 'scenario',
};

/** Returns the kind of a member's words, undefined for free text. @param owner the operation, or the parent member */
export function kindOf(member: string, owner: string): Kind | undefined {
  return kinds[`${owner}.${member}`] ?? kinds[member];
}

export function knownWord(kind: Kind): fc.Arbitrary<Known | string> {
  return weighted([40, fc.nat(999).map((choice) => new Known(kind, choice))], [1, fc.constant('nowhere')]);
}

/** Number of latest learnt words of each kind. */
const learntMax = 12;
const learnable: readonly Kind[] = ['gprId', 'apiKey', 'faultId', 'node', 'token', 'instant'];

/** Reports whether answers add words of the kind. */
export function isLearnable(kind: Kind | undefined): boolean {
  return kind !== undefined && learnable.includes(kind);
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The words that are known during a sequence. */
export class Memory {
  readonly #learnt: Map<Kind, string[]> = new Map();

  word({ kind, choice }: Known): string {
    if (kind === 'clusterOfNode') {
      const node = this.word(new Known('node', choice));
      return stocks.cluster.find((name) => node.startsWith(name)) ?? stocks.cluster[0];
    }
    const learnt = this.#learnt.get(kind) ?? [];
    // Prefer learnt words, because they name existing things.
    const words = learnt.length > 0 && choice % 10 > 0 ? learnt : stocks[kind];
    return words[choice % words.length]!;
  }

  /** Adds the words in the JSON of an answer. */
  learn(value: unknown, member = ''): void {
    if (typeof value === 'string') this.#add(isInstant.test(value) ? 'instant' : kinds[member], value);
    else if (Array.isArray(value)) for (const item of value.slice(-learntMax)) this.learn(item, member);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) this.learn(inner, name);
    }
  }

  #add(kind: Kind | undefined, word: string): void {
    if (kind === undefined || !isLearnable(kind)) return;
    const known = (this.#learnt.get(kind) ?? []).filter((other) => other !== word);
    this.#learnt.set(kind, [...known, word].slice(-learntMax));
  }
}
