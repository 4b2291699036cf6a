// A GPR that has left memory, as bytes: what it has in the order of `packGpr`, texts by the numbers that the writing has
// them under which it came to the file with.

import { GPR_STATES, type GprRecord, type GprView } from '../../sim/index.ts';
import { type Packer, Unpacker, Unreadable } from './packed.ts';
import type { TextTable } from './text-table.ts';

/** Append only, as GPR_STATES: records have them by their numbers. */
const Bit = {
  idle: 1,
  enforceIdleTimeOut: 2,
  enableEviction: 4,
  requeueOnFailure: 8,
  dedicatedNodes: 16,
  multiNode: 32,
  enableRDMA: 64,
  enableSecondaryNetwork: 128,
  earlyRelease: 256,
} as const;

/** Its id is no part of it: whoever asks for it knows that. */
export function packGpr(packer: Packer, gpr: GprRecord, texts: TextTable): void {
  const { createdAtMs, nodes } = gpr;
  packer.number(flagsOf(gpr));
  texts.packName(packer, gpr.gprName);
  texts.packName(packer, gpr.workspace);
  packer.number(gpr.workspaceCreation);
  texts.pack(packer, gpr.cluster);
  texts.pack(packer, gpr.instanceType);
  texts.pack(packer, gpr.gpuModelName);
  packer.number(gpr.gpusPerNode);
  packer.number(gpr.nodeCount);
  packer.number(gpr.memoryGbPerGpu);
  packer.number(gpr.priority);
  packer.number(gpr.exitMs);
  packer.number(gpr.idleTimeOutMs ?? -1);
  packer.number(GPR_STATES.indexOf(gpr.state));
  packer.text(gpr.failureReason);
  packer.number(createdAtMs);
  packer.number(since(createdAtMs, gpr.firstStartedAtMs));
  packer.number(since(createdAtMs, gpr.startedAtMs));
  packer.number(since(createdAtMs, gpr.endedAtMs));
  packer.number(gpr.allocatedGpus);
  packer.number(nodes === null ? 0 : 1 + nodes.length);
  if (nodes !== null) for (const node of nodes) texts.packName(packer, node);
  packer.number(gpr.retryCount);
  packer.number(gpr.delayedCount);
  packer.number(gpr.costMicro);
}

/** @throws Unreadable when these are not the bytes of a GPR */
export function unpackGpr(bytes: Buffer, gprId: string, texts: TextTable): GprView {
  const from = new Unpacker(bytes);
  const gpr = read(from, gprId, texts);
  if (from.left > 0) throw new Unreadable(`${from.left} bytes are left over`);
  return gpr;
}

function read(from: Unpacker, gprId: string, texts: TextTable): GprView {
  // Members that stand in the order of the record are read in it.
  const flags = from.count(2 ** 30);
  const gprName = texts.unpackName(from);
  const workspace = texts.unpackName(from);
  const workspaceCreation = from.number();
  const cluster = texts.unpack(from);
  const instanceType = texts.unpack(from);
  const gpuModelName = texts.unpack(from);
  const gpusPerNode = from.number();
  const nodeCount = from.number();
  const memoryGbPerGpu = from.number();
  const priority = from.number();
  const exitMs = from.number();
  const idleTimeOutMs = from.number();
  const state = GPR_STATES[from.count(GPR_STATES.length - 1)];
  const failureReason = from.text();
  const createdAtMs = from.number();
  const firstStartedAtMs = after(createdAtMs, from.number());
  const startedAtMs = after(createdAtMs, from.number());
  const endedAtMs = after(createdAtMs, from.number());
  const allocatedGpus = from.number();
  const nodes = from.count(1 + from.left);
  return {
    gprId,
    gprName,
    workspace,
    workspaceCreation,
    cluster,
    instanceType,
    gpuModelName,
    gpusPerNode,
    nodeCount,
    memoryGbPerGpu,
    priority,
    exitMs,
    idleTimeOutMs: idleTimeOutMs < 0 ? null : idleTimeOutMs,
    enforceIdleTimeOut: (flags & Bit.enforceIdleTimeOut) !== 0,
    enableEviction: (flags & Bit.enableEviction) !== 0,
    requeueOnFailure: (flags & Bit.requeueOnFailure) !== 0,
    dedicatedNodes: (flags & Bit.dedicatedNodes) !== 0,
    multiNode: (flags & Bit.multiNode) !== 0,
    enableRDMA: (flags & Bit.enableRDMA) !== 0,
    enableSecondaryNetwork: (flags & Bit.enableSecondaryNetwork) !== 0,
    earlyRelease: (flags & Bit.earlyRelease) !== 0,
    state,
    failureReason,
    idle: (flags & Bit.idle) !== 0,
    createdAtMs,
    startedAtMs,
    firstStartedAtMs,
    endedAtMs,
    allocatedGpus,
    nodes: nodes === 0 ? null : Array.from({ length: nodes - 1 }, () => texts.unpackName(from)),
    retryCount: from.number(),
    delayedCount: from.number(),
    costMicro: from.number(),
  };
}

function flagsOf(gpr: GprRecord): number {
  return (
    (gpr.idle ? Bit.idle : 0) |
    (gpr.enforceIdleTimeOut ? Bit.enforceIdleTimeOut : 0) |
    (gpr.enableEviction ? Bit.enableEviction : 0) |
    (gpr.requeueOnFailure ? Bit.requeueOnFailure : 0) |
    (gpr.dedicatedNodes ? Bit.dedicatedNodes : 0) |
    (gpr.multiNode ? Bit.multiNode : 0) |
    (gpr.enableRDMA ? Bit.enableRDMA : 0) |
    (gpr.enableSecondaryNetwork ? Bit.enableSecondaryNetwork : 0) |
    (gpr.earlyRelease ? Bit.earlyRelease : 0)
  );
}

/** −1 for what has not happened. */
function since(fromMs: number, atMs: number | null): number {
  return atMs === null ? -1 : atMs - fromMs;
}

function after(fromMs: number, passedMs: number): number | null {
  return passedMs < 0 ? null : fromMs + passedMs;
}
