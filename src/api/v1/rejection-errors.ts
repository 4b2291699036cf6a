// Maps the rejections of the simulator to errors of the catalogue, with the member names of the wire.

import type { Outcome, Policy, Rejection, SingleRejection } from '../../../sim/index.ts';
import type { SubmitResult } from '../../driver/world.ts';
import { clip } from '../../wire/text/clip.ts';
import { counted } from '../../wire/text/counted.ts';
import type { Problem } from '../frame/errors/entry.ts';
import type { ErrorName } from '../frame/errors/error-catalogue.ts';
import { Failure } from '../frame/errors/failure.ts';
import { bounded, listed, oneOf, problem, required, shown } from '../frame/errors/problems.ts';
import { whyNoPart } from './workload/workload-steps.ts';

/** Members of a policy → their names on the wire. */
const policyRules: Readonly<Record<keyof Policy, string>> = {
  priority: 'priorityRange',
  maxGprs: 'maxGPRs',
  maxExit: 'maxExitDurationPerGPR',
  gpuShapes: 'gpuShapes',
  maxGpusPerGpr: 'maxGPUPerGpr',
  maxMemoryMbPerGpr: 'maxMemoryPerGpr',
  enforceIdleTimeOut: 'enforceIdleTimeOut',
  enableEviction: 'enableAutoEviction',
  requeueOnFailure: 'requeueOnFailure',
};

type NeverFits = Extract<Rejection, { readonly code: 'demand-never-fits' }>;

export interface RejectionContext {
  /** The error of a command whose members do not fit the world. Default: `invalid`. */
  readonly invalid?: ErrorName;
  readonly workspaceNotFound?: ErrorName;
  readonly workspace?: string;
  /** Members of the command → their names on the wire. Default: the same name. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The outcome of a submitted command. @throws Failure if the world rejects it */
export async function accepted(
  submitted: Promise<SubmitResult>,
  context?: RejectionContext,
): Promise<Outcome> {
  const result = await submitted;
  if (!result.ok) throw rejected(result.rejection, context);
  return result.outcome;
}

/** The error of a rejection, with the problems of all members that it concerns. */
export function rejected(rejection: Rejection, context: RejectionContext = {}): Failure {
  const first = failureOf(rejection, context);
  const { also = [] } = rejection;
  if (also.length === 0) return first;
  const others = also.map((one) => failureOf(one, context));
  const problems = [first, ...others].flatMap((failure) => failure.problems);
  return new Failure(context.invalid ?? 'invalid', { workspace: context.workspace ?? '' }, bounded(problems));
}

function failureOf(rejection: SingleRejection, context: RejectionContext): Failure {
  const {
    invalid = 'invalid',
    workspaceNotFound = 'workspace-not-found',
    workspace = '',
    fields = {},
  } = context;
  const refuse = (member: string, why: string) =>
    new Failure(invalid, { workspace }, [problem(fields[member] ?? member, why)]);

  switch (rejection.code) {
    case 'workspace-unknown':
      return new Failure(workspaceNotFound, { workspace: rejection.workspace });
    case 'cluster-unknown':
      return refuse('clusters', oneOf('a cluster', rejection.known, rejection.cluster));
    case 'cluster-not-in-workspace':
      return refuse('clusters', oneOf('a cluster of the workspace', rejection.clusters, rejection.cluster));
    case 'instance-type-unknown':
      return refuse('instanceType', oneOf('an instance type', rejection.known, rejection.instanceType));
    case 'gpu-shape-unknown':
      return refuse('gpuShape', oneOf('a GPU shape', rejection.known, rejection.gpuShape));
    case 'demand-never-fits':
      return new Failure(invalid, { workspace }, neverFits(rejection, fields));
    case 'kind-not-there': {
      const { clusters, known, instanceType, gpuShape } = rejection;
      if (known.length === 0) return refuse('clusters', `must have GPUs, but ${listed(clusters)} has none`);
      const asked = [instanceType, gpuShape].filter((name) => name !== '').map(shown);
      return refuse(
        instanceType === '' ? 'gpuShape' : 'instanceType',
        `must be a type that ${listed(clusters)} has (${listed(known)}), but is ${asked.join(' with ')}`,
      );
    }
    case 'one-machine':
      return refuse(
        rejection.field,
        `must not be ${shown(rejection.name)}, because it is one machine with processors`,
      );
    case 'policy-not-here':
      return refuse(rejection.field, `must not be ${shown(rejection.value)}, because ${rejection.why}`);
    case 'gpus-not-shareable': {
      const { field, placement, instanceType, of, limit, value } = rejection;
      const most = of === 'gpus' ? `at most ${limit} GPUs a node` : `at most ${limit} nodes in a pool`;
      const has = of === 'gpus' ? `${instanceType} has ${value}` : `the pool of ${instanceType} has ${value}`;
      return refuse(field, `does not fit the placement policy ${placement}, which needs ${most}; ${has}`);
    }
    case 'no-generated-workload':
      return refuse('arrivalRate', 'has no effect: no workload of this scenario is generated');
    case 'limit': {
      const of = rejection.of === undefined ? '' : `, the number of ${fields[rejection.of] ?? rejection.of}`;
      return refuse(rejection.field, `must be at most ${rejection.limit}${of}, but is ${rejection.value}`);
    }
    case 'policy': {
      // An empty field means that no member of the request is the cause: the error then names the workspace.
      const member = rejection.field === '' ? 'workspace' : rejection.field;
      const rule = policyRules[rejection.rule];
      return refuse(
        member,
        `breaks the policy of workspace ${shown(rejection.workspace)}: ` +
          `${rule} is limited to ${rejection.limit}, but would be ${rejection.value}`,
      );
    }
    case 'gpr-template-unknown':
      return new Failure('gpr-template-not-found', rejection);
    case 'binding-unknown':
      return new Failure('binding-not-found', rejection);
    case 'gpu-missing':
      return refuse('gpu', `${required}: ${rejection.why}`);
    case 'member-missing':
      return refuse(rejection.field, required);
    case 'gpr-unknown':
      return new Failure('gpr-not-found', rejection);
    case 'gpr-state':
      return new Failure(`gpr-state-${rejection.action}`, { state: rejection.state });
    case 'node-unknown':
      return new Failure('node-not-found', rejection);
    case 'node-state':
    case 'endpoint-exists':
    case 'endpoint-busy':
    case 'workload-template-exists':
    case 'placement-exists':
    case 'gpr-template-exists':
    case 'workspace-exists':
    case 'workspace-going':
      return new Failure(rejection.code, rejection);
    case 'fault-unknown':
      return new Failure('fault-not-found', rejection);
    case 'endpoint-unknown':
      return new Failure('endpoint-not-found', rejection);
    case 'workload-template-unknown':
      return new Failure('workload-template-not-found', rejection);
    case 'placement-unknown':
      return new Failure('placement-not-found', rejection);
    case 'placement-fixed':
      return new Failure('placement-fixed', { why: fixed(rejection, fields) });
    case 'placement-state':
      return new Failure('placement-state', { status: rejection.status, why: whyStays(rejection) });
    case 'step-unknown':
      return refuse(`steps[${rejection.index}].name`, whyNoPart(rejection));
  }
}

/** What keeps a placement that cannot be deleted, and what a client can do instead. */
function whyStays({ holding }: Extract<Rejection, { readonly code: 'placement-state' }>): string {
  if (holding.length === 0) return 'it stays until its workspace is deleted';
  const has = holding.length === 1 ? 'has GPUs; PUT' : 'have GPUs; for each, PUT';
  return `${listed(holding)} ${has} /api/v1/gpr with "earlyRelease": true releases them, and the placement stays`;
}

/** Why a placement cannot be updated: the contract's text, then the state of the placement and the refused members. */
function fixed(
  { name, status, begun, fields: members }: Extract<Rejection, { readonly code: 'placement-fixed' }>,
  fields: Readonly<Record<string, string>>,
): string {
  const waits = status === 'Pending' || status === 'Queued';
  const places = begun.map(({ cluster, phase }) => `${cluster} (${phase})`);
  const but = waits && begun.length > 0 ? `, but has begun in ${listed(places)}` : '';
  const changed = members.map((member) => fields[member] ?? member);
  const and = changed.length === 0 ? '' : `, and the update changes ${changed.join(', ')}`;
  const never = waits && begun.length === 0 ? ', which never change' : '';
  return (
    'only helmConfigs and manifestResources can be updated, and clusterNames, cmdExec, enableBurst, gprDetails, ' +
    'numPlacements, steps, workloadTemplateName and workspaceName cannot; ' +
    `${clip(name)} is ${status}${but}${and}${never}`
  );
}

/** One problem per member: the requested GPUs, and those of each instance type that lacks it, with every node up and empty. */
function neverFits(
  { requested, offers }: NeverFits,
  fields: Readonly<Record<string, string>>,
): readonly Problem[] {
  const asked = `requested ${gpusAndNodes(requested)}, available`;
  return [...Map.groupBy(offers, ({ lacks }) => lacks)].map(([lacks, [first, ...others]]) => {
    const available = [first, ...others].map((offer) => `${gpusAndNodes(offer)} in ${poolOf(offer)}`);
    const why =
      others.length === 0
        ? ` by ${poolOf(first)}: ${asked} ${gpusAndNodes(first)}`
        : `: ${asked} ${listed(available)}`;
    return problem(fields[lacks] ?? lacks, `can never be met${why}`);
  });
}

function poolOf({ cluster, instanceType, gpuModelName }: NeverFits['offers'][number]): string {
  return `${cluster} ${instanceType} (${gpuModelName})`;
}

/** `2 GPUs of 40 GB per node × 5 nodes` */
function gpusAndNodes({ gpusPerNode, nodeCount, memoryGbPerGpu }: NeverFits['requested']): string {
  const memory = memoryGbPerGpu === null ? '' : ` of ${memoryGbPerGpu} GB`;
  return `${counted(gpusPerNode, 'GPU')}${memory} per node × ${counted(nodeCount, 'node')}`;
}
