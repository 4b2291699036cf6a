import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import { boolean, list, string, whole } from '../../frame/answers/shapes.ts';
import { required } from '../../frame/errors/problems.ts';
import {
  integer,
  listLengthMax,
  listOf,
  optional,
  optionalFlag,
  optionalText,
  pathName,
  text,
} from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { definitionEntries, helmConfig } from '../workload/definition.ts';
import { definitionRecord } from '../workload/record.ts';
import { definitionRequirements } from '../workload/workload-steps.ts';
import { gprDetails, gprDetailsRecord } from './gpu.ts';

/** Members that a template may supply or an update may leave unchanged; unset members are null. */
const definition = {
  clusterNames: optional(definitionEntries.clusterNames),
  burstDuration: optional(definitionEntries.burstDuration),
  deletionPolicy: optional(definitionEntries.deletionPolicy),
  enableBurst: optionalFlag(),
  helmConfigs: optional(listOf(helmConfig)),
  manifestResources: optional(definitionEntries.manifestResources),
  cmdExec: optional(definitionEntries.cmdExec),
  steps: optional(definitionEntries.steps),
};

const numPlacements = integer(1, listLengthMax);

/** The members of the definition, which a placement without a template must have. */
const mandatory = Object.keys(definition).filter((member) => member !== 'enableBurst');

export const createPlacementRequest = requiring(
  v.object({
    name: pathName(),
    workspaceName: text(),
    ...definition,
    numPlacements: v.nullish(numPlacements, 1),
    workloadTemplateName: optionalText(),
    gprDetails: optional(gprDetails),
  }),
  ...mandatory.map((field) => ({
    field,
    message: `${required} unless workloadTemplateName is set`,
    anyOf: [{ sent: field }, { set: 'workloadTemplateName' }],
  })),
  ...definitionRequirements,
);

const changing = [...Object.keys(definition), 'numPlacements', 'workloadTemplateName', 'gprDetails'];

export const updatePlacementRequest = requiring(
  v.object({
    placementName: text(),
    name: optional(text()),
    workspaceName: optional(text()),
    ...definition,
    numPlacements: optional(numPlacements),
    workloadTemplateName: optional(v.union([v.literal(''), text()])),
    gprDetails: optional(gprDetails),
  }),
  {
    field: '',
    message: `changes nothing; send at least one of ${changing.join(', ')}`,
    anyOf: ['name', 'workspaceName', ...changing].map((member) => ({ sent: member })),
  },
  ...definitionRequirements,
);

export type DefinitionRequest = Pick<v.InferOutput<typeof createPlacementRequest>, keyof typeof definition>;
export type CreatePlacementRequest = v.InferOutput<typeof createPlacementRequest>;
export type UpdatePlacementRequest = v.InferOutput<typeof updatePlacementRequest>;

export const placementNameAnswer = v.object({ name: string });

export const placementByNameRequest = v.object({ placementName: text() });

export const workspacePlacementsRequest = v.object({ workspaceName: text() });

const gprStatus = v.partial(
  v.object({
    gprName: string,
    gprType: v.picklist(['Requested', 'Template', 'Attached']),
    gpuShape: string,
    instanceType: string,
    memoryPerGpu: whole,
    numberOfGPUNodes: whole,
    numberOfGPUs: whole,
    provisioningStatus: v.picklist(GPR_STATES),
    startTime: string,
    completionTime: string,
  }),
);

export type GprStatus = v.InferOutput<typeof gprStatus>;

const phases = ['Pending', 'Queued', 'Running', 'Successful', 'Completed', 'Failed'] as const;

const decision = v.object({
  clusterName: string,
  workloadPlacementName: string,
  gprStatus,
  message: string,
  phase: v.picklist(phases),
  currentStep: whole,
  startTime: string,
  stepResults: list(
    v.object({
      name: string,
      type: string,
      message: string,
      success: boolean,
      duration: string,
    }),
  ),
});

export type Decision = v.InferOutput<typeof decision>;

export const placementRecord = v.object({
  name: string,
  workspaceName: string,
  ...definitionRecord.entries,
  numPlacements: whole,
  workloadTemplateName: string,
  gprDetails: gprDetailsRecord,
  createdAt: string,
  updatedAt: string,
  status: v.object({
    clusterPlacementDecisions: list(decision),
    placementStatus: v.literal('created'),
    provisioningStatus: v.picklist(phases),
  }),
});

export type PlacementRecord = v.InferOutput<typeof placementRecord>;

export const listPlacementsAnswer = list(placementRecord);
