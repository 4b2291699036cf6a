// The only door to the simulator.

export { MB_PER_GB } from './admission/policy.ts';
export { FactHash } from './base/hash.ts';
export { HeapPlaces, IndexedHeap } from './base/heap.ts';
export type { Saved } from './base/state.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, NEVER, SECOND_MS, TIME_MAX_MS } from './base/time.ts';
export { ENGINE_VERSION } from './base/version.ts';
export type { Check } from './commands/apply.ts';
export { NODES_MAX } from './commands/apply.ts';
export { FactKind } from './facts/catalogue.ts';
export { eachFact, type FactRun } from './facts/log.ts';
export type { FactView, FactViewOf } from './facts/view.ts';
export { Checker, type CheckResult } from './followers/check.ts';
export type { Summary, WorkspaceMeasure } from './followers/measure.ts';
export type * from './language/commands.ts';
export { nodeName } from './language/directory.ts';
export type * from './language/resource-commands.ts';
export { LATE_MEMBERS } from './language/resource-commands.ts';
export type * from './language/resource-data.ts';
export type * from './language/resource-views.ts';
export type * from './language/scenario.ts';
export type * from './language/views.ts';
export { GPR_STATES } from './language/views.ts';
export type { Outlook, Prospects } from './reading/outlook.ts';
export { Simulation } from './simulation.ts';
export { SNAPSHOT_VERSION } from './snapshot.ts';
export { PRIORITY_MAX, PRIORITY_MIN } from './tables/gpr.ts';
export * from './workload/formats/openb/openb.ts';
