import * as v from 'valibot';
import type { WorkloadDefinition } from '../../../../sim/index.ts';
import { boolean, list, number, string, strings } from '../../frame/answers/shapes.ts';

const anyMembers = v.record(string, v.unknown());

const helmConfigRecord = v.object({
  name: string,
  chart: string,
  releaseName: string,
  releaseNamespace: string,
  repoName: string,
  repoURL: string,
  version: v.optional(v.union([number, string])),
  helmFlags: v.optional(
    v.object({
      atomic: v.optional(boolean),
      cleanupOnFail: v.optional(boolean),
      createNamespace: v.optional(boolean),
      skipCRDs: v.optional(boolean),
      wait: v.optional(boolean),
      timeout: v.optional(string),
    }),
  ),
  secretRef: v.optional(v.object({ name: string })),
  values: v.optional(anyMembers),
});

const manifestRecord = v.object({ name: string, manifest: anyMembers });

const commandRecord = v.object({ name: string, cmd: string });

const stepRecord = v.object({ name: string, type: v.picklist(['helm', 'manifest', 'command']) });

export const definitionRecord = v.object({
  clusterNames: strings,
  burstDuration: string,
  deletionPolicy: v.picklist(['Delete', 'Retain']),
  enableBurst: boolean,
  helmConfigs: list(helmConfigRecord),
  manifestResources: list(manifestRecord),
  cmdExec: list(commandRecord),
  steps: list(stepRecord),
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
