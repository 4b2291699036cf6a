// Checks commands of a journal or a script before the engine gets them.

import * as v from 'valibot';
import { ARRIVAL_RATE_MILLI, type Command } from '../../../sim/index.ts';
import { fieldPath, type PathKey, type Problem, problemsOfIssues, shown } from '../fields/field-problems.ts';
import { limits } from '../fields/size-limits.ts';
import { either, flag, list, members, name, whole } from '../fields/strict-fields.ts';
import { policies } from '../file/scenario-file.ts';
import {
  askedGpr,
  binding,
  chosenGpr,
  faultSpec,
  gprChoice,
  gprChoices,
  gprTemplate,
  gpuSpec,
  modelSpec,
  type Of,
  policyChanges,
  someOfDefinition,
  workloadTemplate,
} from './stored-data.ts';
import {
  anyText,
  count,
  freeText,
  gprPriority,
  kind,
  nameOrNull,
  names,
  spanMsOrNull,
} from './stored-values.ts';

type Kind = Command['kind'];

const gpuOrNull = either([v.null(), gpuSpec], 'an object or null');
const node = { cluster: name(), node: name() };

/** Schemas of all kinds. A new kind of command does not compile until it has a schema here. */
const schemas = {
  'workspace.create': members({
    kind: kind('workspace.create'),
    name: name(),
    clusters: list(name(), 1, limits.clusters),
    namespaces: names,
    username: anyText,
    email: anyText,
  }),
  'workspace.delete': members({ kind: kind('workspace.delete'), name: name() }),
  'gpr.create': chosenGpr,
  'gpr.update': members({
    kind: kind('gpr.update'),
    gprId: name(),
    gprName: v.exactOptional(anyText),
    priority: v.exactOptional(gprPriority),
    enableEviction: v.exactOptional(flag()),
    requeueOnFailure: v.exactOptional(flag()),
  }),
  'gpr.release': members({ kind: kind('gpr.release'), gprId: name() }),
  'gpr.delete': members({ kind: kind('gpr.delete'), gprId: name() }),
  'gpr.activity': members({ kind: kind('gpr.activity'), gprId: name(), busy: flag() }),
  'node.down': members({ kind: kind('node.down'), ...node, repairAfterMs: spanMsOrNull }),
  'node.up': members({ kind: kind('node.up'), ...node }),
  'node.add': members({
    kind: kind('node.add'),
    cluster: name(),
    instanceType: name(),
    gpuModelName: anyText,
    count,
  }),
  'node.remove': members({ kind: kind('node.remove'), ...node }),
  'scheduler.set': v.pipe(
    members({
      kind: kind('scheduler.set'),
      queue: v.exactOptional(policies.queue),
      placement: v.exactOptional(policies.placement),
      order: v.exactOptional(policies.order),
      backfillOrder: v.exactOptional(policies.backfillOrder),
    }),
    v.check(
      (given) => Object.keys(policies).some((policy) => policy in given),
      `must have one of ${Object.keys(policies).join(', ')}`,
    ),
  ),
  'workload.set': members({
    kind: kind('workload.set'),
    arrivalRateMilli: whole(ARRIVAL_RATE_MILLI.from, ARRIVAL_RATE_MILLI.to),
  }),
  'policy.set': members({ kind: kind('policy.set'), workspace: name(), changes: policyChanges }),
  'gpr-template.create': members({ kind: kind('gpr-template.create'), template: gprTemplate }),
  'gpr-template.replace': members({ kind: kind('gpr-template.replace'), template: gprTemplate }),
  'gpr-template.delete': members({ kind: kind('gpr-template.delete'), name: name() }),
  'binding.create': members({ kind: kind('binding.create'), binding }),
  'binding.replace': members({ kind: kind('binding.replace'), binding }),
  'binding.delete': members({ kind: kind('binding.delete'), workspace: name() }),
  'endpoint.create': members({
    kind: kind('endpoint.create'),
    name: name(),
    workspace: name(),
    cluster: anyText,
    model: either([v.null(), modelSpec], 'an object or null'),
    rawModelSpec: either([v.null(), freeText], 'a string or null'),
    gpu: either([v.literal('none'), v.literal('auto'), gpuSpec], '"none", "auto" or an object'),
    choice: gprChoice,
  }),
  'endpoint.delete': members({
    kind: kind('endpoint.delete'),
    workspace: name(),
    name: name(),
    cluster: nameOrNull,
  }),
  'workload-template.create': members({
    kind: kind('workload-template.create'),
    template: workloadTemplate,
    choices: v.exactOptional(gprChoices),
  }),
  'workload-template.replace': members({
    kind: kind('workload-template.replace'),
    template: workloadTemplate,
  }),
  'workload-template.delete': members({ kind: kind('workload-template.delete'), name: name() }),
  'placement.create': members({
    kind: kind('placement.create'),
    name: name(),
    workspace: name(),
    workloadTemplate: anyText,
    numPlacements: count,
    gpu: gpuOrNull,
    choices: gprChoices,
    ...someOfDefinition,
  }),
  'placement.update': members({
    kind: kind('placement.update'),
    name: name(),
    newName: v.exactOptional(anyText),
    workspace: v.exactOptional(anyText),
    workloadTemplate: v.exactOptional(anyText),
    numPlacements: v.exactOptional(count),
    gpu: v.exactOptional(gpuOrNull),
    choices: v.exactOptional(gprChoices),
    ...someOfDefinition,
  }),
  'placement.delete': members({ kind: kind('placement.delete'), name: name() }),
  'fault.add': members({ kind: kind('fault.add'), spec: faultSpec }),
  'fault.remove': members({ kind: kind('fault.remove'), faultId: name() }),
} satisfies { readonly [K in Kind]: Of<Extract<Command, { kind: K }>> };

/** Returns the problems of a command of a journal; none if it is valid. */
export function problemsOfCommand(value: unknown): readonly Problem[] {
  return problemsOf(value, schemas);
}

/** Schemas of a script's commands: its GPRs may have no pool yet. */
const scripted = { ...schemas, 'gpr.create': askedGpr };

/** Returns the problems of a command of a scenario's script; none if it is valid. */
export function problemsOfScripted(value: unknown, path: readonly PathKey[]): readonly Problem[] {
  return problemsOf(value, scripted).map((problem) => ({
    ...problem,
    path: problem.path === '' ? fieldPath(path) : `${fieldPath(path)}.${problem.path}`,
  }));
}

function problemsOf(
  value: unknown,
  byKind: Readonly<Record<string, v.GenericSchema<unknown, unknown>>>,
): readonly Problem[] {
  const sent: unknown = (value as { readonly kind?: unknown } | null)?.kind;
  if (typeof sent !== 'string' || !Object.hasOwn(byKind, sent)) {
    return [
      { path: 'kind', message: `must be a kind of command such as "gpr.create", but is ${shown(sent)}` },
    ];
  }
  const parsed = v.safeParse(byKind[sent]!, value);
  return parsed.success ? [] : problemsOfIssues(parsed.issues);
}
