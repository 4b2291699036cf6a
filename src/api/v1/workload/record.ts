import * as v from 'valibot';
import type { WorkloadDefinition } from '../../../../sim/index.ts';

const anyMembers = v.record(v.string(), v.unknown());

const helmConfigRecord = v.object({
  name: v.string(),
  chart: v.string(),
  releaseName: v.string(),
  releaseNamespace: v.string(),
  repoName: v.string(),
  repoURL: v.string(),
  version: v.optional(v.union([v.number(), v.string()])),
  helmFlags: v.optional(
    v.object({
      atomic: v.optional(v.boolean()),
      cleanupOnFail: v.optional(v.boolean()),
      createNamespace: v.optional(v.boolean()),
      skipCRDs: v.optional(v.boolean()),
      wait: v.optional(v.boolean()),
      timeout: v.optional(v.string()),
    }),
  ),
  secretRef: v.optional(v.object({ name: v.string() })),
  values: v.optional(anyMembers),
});

const manifestRecord = v.object({ name: v.string(), manifest: anyMembers });

const commandRecord = v.object({ name: v.string(), cmd: v.string() });

const stepRecord = v.object({ name: v.string(), type: v.picklist(['helm', 'manifest', 'command']) });

export const definitionRecord = v.object({
  clusterNames: v.pipe(v.array(v.string()), v.readonly()),
  burstDuration: v.string(),
  deletionPolicy: v.picklist(['Delete', 'Retain']),
  enableBurst: v.boolean(),
  helmConfigs: v.pipe(v.array(helmConfigRecord), v.readonly()),
  manifestResources: v.pipe(v.array(manifestRecord), v.readonly()),
  cmdExec: v.pipe(v.array(commandRecord), v.readonly()),
  steps: v.pipe(v.array(stepRecord), v.readonly()),
});

type DefinitionRecord = v.InferOutput<typeof definitionRecord>;

export function definitionOf(definition: WorkloadDefinition): DefinitionRecord {
  const { clusters, burst, deletionPolicy, enableBurst, steps } = definition;
  return {
    clusterNames: clusters,
    burstDuration: burst.text,
    deletionPolicy,
    enableBurst,
    // The request schemas produced these shapes, and the simulator stores them unchanged.
    helmConfigs: definition.helmConfigs as DefinitionRecord['helmConfigs'],
    manifestResources: definition.manifestResources as DefinitionRecord['manifestResources'],
    cmdExec: definition.cmdExec as DefinitionRecord['cmdExec'],
    steps,
  };
}
