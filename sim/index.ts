// The only door to the simulator.

export type { Check } from './apply.ts';
export { NODES_MAX } from './apply.ts';
export { Checker, type CheckResult } from './check.ts';
export type * from './commands.ts';
export { nodeName } from './directory.ts';
export { FactKind } from './facts/catalogue.ts';
export { eachFact, type FactRun } from './facts/log.ts';
export type { FactView, FactViewOf } from './facts/view.ts';
export { PRIORITY_MAX, PRIORITY_MIN } from './gpr.ts';
export { FactHash } from './hash.ts';
export { HeapPlaces, IndexedHeap } from './heap.ts';
export type { Summary, WorkspaceMeasure } from './measure.ts';
export type { Outlook, Prospects } from './outlook.ts';
export type * from './scenario.ts';
export { Simulation } from './simulation.ts';
export { SNAPSHOT_VERSION } from './snapshot.ts';
export type { Saved } from './state.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, NEVER, SECOND_MS, TIME_MAX_MS } from './time.ts';
export { ENGINE_VERSION } from './version.ts';
export type * from './views.ts';
export { GPR_STATES } from './views.ts';
export * from './workload/openb.ts';
export type * from './world/commands.ts';
export { LATE_MEMBERS } from './world/commands.ts';
export type * from './world/data.ts';
export { MB_PER_GB } from './world/policies.ts';
export type * from './world/views.ts';
