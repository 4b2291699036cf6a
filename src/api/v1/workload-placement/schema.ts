import * as v from 'valibot';
import { GPR_STATES } from '../../../../sim/index.ts';
import { whole } from '../../frame/answers/whole.ts';
import { required } from '../../frame/errors/problems.ts';
import {
  integer,
  listLengthMax,
  listOf,
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
  clusterNames: v.nullish(definitionEntries.clusterNames, null),
  burstDuration: v.nullish(definitionEntries.burstDuration, null),
  deletionPolicy: v.nullish(definitionEntries.deletionPolicy, null),
  enableBurst: optionalFlag(),
  helmConfigs: v.nullish(listOf(helmConfig), null),
  manifestResources: v.nullish(definitionEntries.manifestResources, null),
  cmdExec: v.nullish(definitionEntries.cmdExec, null),
  steps: v.nullish(definitionEntries.steps, null),
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
    gprDetails: v.nullish(gprDetails, null),
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
    name: v.nullish(text(), null),
    workspaceName: v.nullish(text(), null),
    ...definition,
    numPlacements: v.nullish(numPlacements, null),
    workloadTemplateName: v.nullish(v.union([v.literal(''), text()]), null),
    gprDetails: v.nullish(gprDetails, null),
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

export const placementNameAnswer = v.object({ name: v.string() });

export const placementByNameRequest = v.object({ placementName: text() });

export const workspacePlacementsRequest = v.object({ workspaceName: text() });

const gprStatus = v.partial(
  v.object({
    gprName: v.string(),
    gprType: v.picklist(['Requested', 'Template', 'Attached']),
    gpuShape: v.string(),
    instanceType: v.string(),
    memoryPerGpu: whole,
    numberOfGPUNodes: whole,
    numberOfGPUs: whole,
    provisioningStatus: v.picklist(GPR_STATES),
    startTime: v.string(),
    completionTime: v.string(),
  }),
);

export type GprStatus = v.InferOutput<typeof gprStatus>;

const phases = ['Pending', 'Queued', 'Running', 'Successful', 'Completed', 'Failed'] as const;

const decision = v.object({
  clusterName: v.string(),
  workloadPlacementName: v.string(),
  gprStatus,
  message: v.string(),
  phase: v.picklist(phases),
  currentStep: whole,
  startTime: v.string(),
  stepResults: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      message: v.string(),
      success: v.boolean(),
      duration: v.string(),
    }),
  ),
});

export type Decision = v.InferOutput<typeof decision>;

export const placementRecord = v.object({
  name: v.string(),
  workspaceName: v.string(),
  ...definitionRecord.entries,
  numPlacements: whole,
  workloadTemplateName: v.string(),
  gprDetails: gprDetailsRecord,
  createdAt: v.string(),
  updatedAt: v.string(),
  status: v.object({
    clusterPlacementDecisions: v.array(decision),
    placementStatus: v.literal('created'),
    provisioningStatus: v.picklist(phases),
  }),
});

export type PlacementRecord = v.InferOutput<typeof placementRecord>;

export const listPlacementsAnswer = v.array(placementRecord);
