import {
  type AddNodes,
  type Command,
  type CreateGpr,
  FactKind,
  Flag,
  IdCipher,
  Reason,
  type SetScheduler,
  State,
  textHash,
  type UpdateGpr,
  type WorldCommand,
} from '../../sim/index.ts';
import { admit } from './admission.ts';
import { deleteWorkspace } from './clean-up.ts';
import { createNamed } from './creation.ts';
import { dequeue, end, enqueue, remove, setIdle } from './gprs.ts';
import { addNode, bringUp, learnGpus, removeNode, takeDown } from './nodes.ts';
import { setOrders } from './order.ts';
import { policyOf } from './policies.ts';
import { checkResource } from './resource-checks.ts';
import { applyResource } from './resource-commands.ts';
import {
  type Gpr,
  isEnded,
  isProvisioned,
  isQueued,
  type NaiveWorld,
  type Node,
  report,
  textNumber,
} from './state.ts';
import { declareWorkspace, newest, openWorkspace } from './workspaces.ts';

/** Checks a command. Returns it with its choices filled in, or the code of its rejection. */
export type Check = { readonly command: Command } | { readonly refused: string };

/** @param uid of what the command would create */
export function checkCommand(world: NaiveWorld, command: Command, uid: number): Check {
  if (command.kind === 'gpr.create') {
    const workspace = openWorkspace(world, command.workspace);
    const admitted = typeof workspace === 'string' ? workspace : admit(world, workspace, command, uid);
    return typeof admitted === 'string' ? { refused: admitted } : { command: admitted };
  }
  if (!isBasic(command)) {
    const checked = checkResource(world, command, uid);
    return typeof checked === 'string' ? { refused: checked } : { command: checked };
  }
  const refused = rejection(world, command);
  return refused === null ? { command } : { refused };
}

/** Whether a command is about GPRs, nodes, workspaces or rules. */
function isBasic(command: Command): command is Exclude<Command, WorldCommand> {
  return ['workspace', 'gpr', 'node', 'scheduler', 'workload'].includes(command.kind.split('.')[0]);
}

function rejection(world: NaiveWorld, command: Exclude<Command, CreateGpr | WorldCommand>): string | null {
  const { clusters, instanceTypes } = world.scenario;
  const isCluster = (name: string) => clusters.some((known) => known.name === name);
  switch (command.kind) {
    case 'workspace.create':
      if ((newest(world, command.name)?.going ?? 'gone') !== 'gone') return 'workspace-exists';
      return command.clusters.every(isCluster) ? null : 'cluster-unknown';
    case 'workspace.delete':
      return codeOf(openWorkspace(world, command.name));
    case 'gpr.update':
      return stateRejection(world, command.gprId, isQueued) ?? priorityRejection(world, command);
    case 'gpr.release':
      return stateRejection(world, command.gprId, isProvisioned);
    case 'gpr.delete':
      return stateRejection(world, command.gprId, (gpr) => isQueued(gpr) || isEnded(gpr));
    case 'gpr.activity':
      return stateRejection(world, command.gprId, ({ state }) => state === State.successful);
    case 'node.down':
      return nodeRejection(world, command, ['up']);
    case 'node.up':
      return nodeRejection(world, command, ['down']);
    case 'node.remove':
      return nodeRejection(world, command, ['up', 'down']);
    case 'node.add':
      if (!isCluster(command.cluster)) return 'cluster-unknown';
      if (isOneMachine(world, command)) return 'one-machine';
      return instanceTypes.filter((type) => isNamed(type, command)).length === 1
        ? null
        : 'instance-type-unknown';
    case 'scheduler.set':
      return isPossible(world, command) ? null : 'policy-not-here';
    case 'workload.set': {
      const meansMs = world.scenario.workload.flatMap((workload) =>
        workload.kind === 'generated' ? [workload.interArrivalMeanMs] : [],
      );
      if (meansMs.length === 0) return 'no-generated-workload';
      const isSlowEnough = (meanMs: number) => command.arrivalRateMilli <= Math.max(1, meanMs) * 1000;
      return meansMs.every(isSlowEnough) ? null : 'limit';
    }
  }
}

/** Applies a checked command. @param uid of the resource that it creates @param runMs hidden run time of a GPR */
export function applyCommand(world: NaiveWorld, command: Command, uid: number, runMs = Infinity): void {
  switch (command.kind) {
    case 'workspace.create': {
      const { kind: _, ...record } = command;
      declareWorkspace(world, record);
      break;
    }
    case 'workspace.delete':
      deleteWorkspace(world, newest(world, command.name)!);
      break;
    case 'gpr.create':
      createNamed(world, command, uid, runMs);
      break;
    case 'gpr.update':
      applyUpdate(world, gprOf(world, command.gprId)!, command);
      break;
    case 'gpr.release':
      end(world, gprOf(world, command.gprId)!, State.complete, Reason.earlyRelease);
      break;
    case 'gpr.delete': {
      const gpr = gprOf(world, command.gprId);
      if (gpr !== undefined) remove(world, gpr);
      // If the GPR has left memory, only its fact remains to report.
      else report(world, FactKind.gprRemoved, uidOf(world, command.gprId), -1);
      break;
    }
    case 'gpr.activity': {
      const gpr = gprOf(world, command.gprId)!;
      const isBusy = gpr.idleSinceMs === null;
      if (isBusy !== command.busy) setIdle(world, gpr, !command.busy);
      break;
    }
    case 'node.down':
      takeDown(world, nodeOf(world, command)!, command.repairAfterMs);
      break;
    case 'node.up':
      bringUp(world, nodeOf(world, command)!);
      break;
    case 'node.remove':
      removeNode(world, nodeOf(world, command)!);
      break;
    case 'node.add': {
      const cluster = world.scenario.clusters.findIndex(({ name }) => name === command.cluster);
      const type = world.scenario.instanceTypes.findIndex((known) => isNamed(known, command));
      for (let i = 0; i < command.count; i++) addNode(world, cluster, type);
      break;
    }
    case 'scheduler.set': {
      const { queue = world.queue, placement = world.placement } = command;
      const { order = world.order, backfillOrder = world.backfillOrder } = command;
      const before = [world.queue, world.placement, world.order, world.backfillOrder];
      // If the policies stay the same, no pool has changed.
      if (before.join() !== [queue, placement, order, backfillOrder].join()) {
        for (const pool of world.pools) {
          pool.changed = true;
          pool.plans = 'invalid';
        }
      }
      world.queue = queue;
      world.placement = placement;
      for (const pool of world.pools) learnGpus(world, pool);
      setOrders(world, order, backfillOrder);
      if ((command.queue ?? command.placement) !== undefined) {
        const words = [textNumber(world, queue), textNumber(world, placement)];
        report(world, FactKind.schedulerChanged, ...words, textHash(queue), textHash(placement));
      }
      if ((command.order ?? command.backfillOrder) !== undefined) {
        const words = [textNumber(world, order), textNumber(world, backfillOrder)];
        report(world, FactKind.orderChanged, ...words, textHash(order), textHash(backfillOrder));
      }
      break;
    }
    case 'workload.set':
      world.arrivalRateMilli = command.arrivalRateMilli;
      report(world, FactKind.workloadChanged, command.arrivalRateMilli);
      break;
    default:
      applyResource(world, command, uid);
  }
}

/** `conservative` plans machines of processors, without a workspace limit, in order of priority. */
function isPossible({ scenario, ...world }: NaiveWorld, command: SetScheduler): boolean {
  const { queue = world.queue, order = world.order, backfillOrder = world.backfillOrder } = command;
  const isChanged = (command.queue ?? command.order ?? command.backfillOrder) !== undefined;
  return (
    queue !== 'conservative' ||
    !isChanged ||
    (order === 'priority' &&
      backfillOrder === 'same' &&
      scenario.scheduler.workspaceLimit !== 1 &&
      scenario.clusters.every(({ capacity }) => capacity === 'processors'))
  );
}

/** Whether a cluster, or the only node of an instance type, is a machine of processors. */
function isOneMachine({ scenario }: NaiveWorld, { cluster, ...type }: AddNodes): boolean {
  const isMachine = scenario.clusters.some(
    ({ name, capacity }) => name === cluster && capacity === 'processors',
  );
  const found = scenario.instanceTypes.find((known) => isNamed(known, type as AddNodes));
  return isMachine || (found?.gpuCount ?? 0) > 64;
}

/** Updates a queued GPR: it leaves its queue and joins it again with its new values. */
function applyUpdate(world: NaiveWorld, gpr: Gpr, changes: UpdateGpr): void {
  dequeue(world, gpr);
  if (changes.gprName !== undefined) world.names.set(gpr.uid, changes.gprName);
  gpr.priority = changes.priority ?? gpr.priority;
  setFlag(gpr, Flag.evicts, changes.enableEviction);
  setFlag(gpr, Flag.requeues, changes.requeueOnFailure);
  const nameHash = textHash(world.names.get(gpr.uid) ?? '');
  // The flags of the fact include whether controllers watch the GPR.
  const flags = gpr.flags | (gpr.users.length > 0 ? Flag.watched : 0) | (gpr.isPlaced ? Flag.mayBurst : 0);
  report(world, FactKind.gprChanged, gpr.uid, gpr.workspace.index, gpr.priority, flags, nameHash);
  enqueue(world, gpr);
}

function setFlag(gpr: Gpr, flag: number, on: boolean | undefined): void {
  if (on !== undefined) gpr.flags = on ? gpr.flags | flag : gpr.flags & ~flag;
}

function stateRejection(world: NaiveWorld, gprId: string, isRight: (gpr: Gpr) => boolean): string | null {
  const gpr = gprOf(world, gprId);
  if (gpr === undefined) return 'gpr-unknown';
  return isRight(gpr) ? null : 'gpr-state';
}

function priorityRejection(world: NaiveWorld, { gprId, priority }: UpdateGpr): string | null {
  const gpr = gprOf(world, gprId)!;
  const { from, to } = policyOf(gpr.workspace).priority;
  const wanted = priority ?? gpr.priority;
  return wanted === gpr.priority || (wanted >= from && wanted <= to) ? null : 'policy';
}

type NodeName = { readonly cluster: string; readonly node: string };

function nodeRejection(world: NaiveWorld, name: NodeName, states: readonly Node['state'][]): string | null {
  const node = nodeOf(world, name);
  if (node === undefined || node.state === 'removed') return 'node-unknown';
  return states.includes(node.state) ? null : 'node-state';
}

function nodeOf({ scenario, nodes }: NaiveWorld, { cluster, node }: NodeName): Node | undefined {
  return nodes.find((known) => scenario.clusters[known.cluster].name === cluster && known.name === node);
}

function gprOf(world: NaiveWorld, gprId: string): Gpr | undefined {
  const uid = uidOf(world, gprId);
  return world.gprs.find((gpr) => gpr.uid === uid);
}

function uidOf({ scenario }: NaiveWorld, gprId: string): number {
  return new IdCipher(scenario.seed).uid(gprId);
}

function isNamed(
  type: { readonly instanceType: string; readonly gpuModelName: string },
  { instanceType, gpuModelName }: AddNodes,
): boolean {
  return type.instanceType === instanceType && (gpuModelName === '' || type.gpuModelName === gpuModelName);
}

function codeOf(workspace: object | string): string | null {
  return typeof workspace === 'string' ? workspace : null;
}
