import * as v from 'valibot';
import type { GpuSpec, Json } from '../../../../sim/index.ts';
import { noList } from '../../../wire/text/no-list.ts';
import { list, number, orNull, string, strings, whole } from '../../frame/answers/shapes.ts';
import { must, required } from '../../frame/errors/problems.ts';
import { jsonObject } from '../../frame/request/any-json.ts';
import {
  address,
  COUNT_MAX,
  integer,
  listOf,
  multilineText,
  object,
  optional,
  optionalDuration,
  optionalText,
  priority,
  text,
} from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { oneValue } from '../../frame/request/spellings.ts';

const rawSpecLengthMax = 262_144;

const amount = optional(v.union([text(), v.pipe(number, v.transform(String))], must('a text')));

const modelSpec = object({
  modelName: text(),
  storageURI: optional(v.union([v.literal(''), address()])),
  args: optional(listOf(multilineText(rawSpecLengthMax))),
  /** Accepted but not stored. Errors must not contain it, so its message is constant. */
  secret: optional(noList(v.looseObject({}, 'must be an object'))),
  resources: optional(object({ cpu: amount, memory: amount })),
});

/** A string, or a list of manifests, which becomes JSON text. Empty values count as unset. */
const rawModelSpec = v.union(
  [
    v.literal(''),
    multilineText(rawSpecLengthMax),
    v.pipe(
      listOf(jsonObject()),
      v.transform((manifests) => manifestText(manifests)),
    ),
  ],
  must('a text or a list of manifests'),
);

const mandatory = ['gpuShape', 'instanceType', 'numberOfGPUs', 'numberOfGPUNodes', 'memoryPerGPU'] as const;

const gpuMembers = object({
  gpuShape: optionalText(),
  instanceType: optionalText(),
  numberOfGPUs: optional(integer(1, COUNT_MAX)),
  numberOfGPUNodes: optional(integer(1, COUNT_MAX)),
  memoryPerGPU: optional(integer(1, COUNT_MAX)),
  memoryPerGpu: optional(integer(1, COUNT_MAX)),
  priority: optional(priority()),
  exitDuration: optionalDuration(),
});

type GpuMembers = v.InferOutput<typeof gpuMembers>;

const noDetails = { blank: Object.keys(gpuMembers.entries) };

/** The requested GPUs, or `auto` if no member is set: the default template of the workspace then applies. */
const gpus = v.pipe(
  requiring(
    gpuMembers,
    ...mandatory.map((field) => {
      const spellings = field === 'memoryPerGPU' ? [field, 'memoryPerGpu'] : [field];
      return { field, message: required, anyOf: [...spellings.map((set) => ({ set })), noDetails] };
    }),
    oneValue('memoryPerGPU', 'memoryPerGpu'),
  ),
  v.transform((members): GpuSpec | 'auto' => (members.instanceType === '' ? 'auto' : specOf(members))),
);

const noGpus = v.pipe(
  orNull(v.picklist(['None', 'none', 'NONE'])),
  v.transform(() => 'none' as const),
);

export const createEndpointRequest = requiring(
  v.object({
    clusterName: text(),
    endpointName: text(),
    workspace: text(),
    modelSpec: optional(modelSpec),
    rawModelSpec: optional(rawModelSpec),
    gpuSpec: v.optional(
      v.union([noGpus, gpus], must('an object, or null or "None" for an endpoint without GPUs')),
      {},
    ),
  }),
  {
    field: 'modelSpec',
    message: 'or "rawModelSpec" is required; send exactly one of them',
    oneOf: [{ sent: 'modelSpec' }, { set: 'rawModelSpec' }],
  },
);

export type CreateEndpointRequest = v.InferOutput<typeof createEndpointRequest>;

export const createEndpointAnswer = v.object({ endpointName: string });

export const listEndpointsRequest = v.object({ workspace: text() });

const listItemEntries = {
  endpointName: string,
  modelName: string,
  status: v.picklist(['Pending', 'Running', 'Image Pull Backoffice']),
  endpoint: string,
  clusterName: string,
  namespace: string,
};

const endpointItem = v.object(listItemEntries);

export type EndpointItem = v.InferOutput<typeof endpointItem>;

export const listEndpointsAnswer = v.object({ endpoints: list(endpointItem) });

export const endpointByNameRequest = v.object({
  workspace: text(),
  endpoint: text(),
  cluster: optionalText(),
});

const endpointRecord = v.object({
  ...listItemEntries,
  predictStatus: v.picklist(['Ready', 'Pending']),
  ingressStatus: v.picklist(['Ready', 'Pending']),
  tryCommand: strings,
  dnsRecords: list(v.object({ dns: string, type: string, value: string })),
  gpuRequests: list(
    v.object({
      gprName: string,
      gprId: string,
      instanceType: string,
      gpuShape: string,
      status: v.picklist(['Queued', 'Provisioned', 'Released']),
      numberOfGPUs: whole,
      numberOfGPUNodes: whole,
      memoryPerGPU: string,
    }),
  ),
});

export type EndpointRecord = v.InferOutput<typeof endpointRecord>;

export const getEndpointAnswer = v.object({ endpoint: endpointRecord });

function manifestText(manifests: readonly Json[]): string {
  return manifests.length === 0 ? '' : JSON.stringify(manifests);
}

function specOf(members: GpuMembers): GpuSpec {
  return {
    instanceType: members.instanceType,
    gpuShape: members.gpuShape,
    gpusPerNode: members.numberOfGPUs!,
    nodeCount: members.numberOfGPUNodes!,
    memoryGbPerGpu: members.memoryPerGPU ?? members.memoryPerGpu,
    priority: members.priority,
    exitMs: members.exitDuration,
    enableEviction: null,
    requeueOnFailure: null,
  };
}
