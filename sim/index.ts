// The public interface of the simulator. Code outside `sim/` imports only this file.

export type { Candidate } from './admission/candidates.ts';
export { HeapPlaces, IndexedHeap } from './base/collections/heap.ts';
export type { Saved } from './base/collections/saved-fields.ts';
export { UidMap } from './base/collections/uid-map.ts';
export { counted } from './base/counted.ts';
export { CompensatedSum, sumOf } from './base/numbers/compensated-sum.ts';
export { IdCipher, internalUid, Origin, uidOf } from './base/numbers/ids.ts';
export { Dice, exponential, Stream, scale } from './base/numbers/random.ts';
export { percentile } from './base/numbers/statistics.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, NEVER, SECOND_MS, TIME_MAX_MS } from './base/numbers/time.ts';
export { finish, type PendingAnswer } from './base/pending.ts';
export { ENGINE_VERSION } from './base/version.ts';
export type { Drawn, Knowing } from './build.ts';
export type {
  NodeDemand,
  Nodes,
  NodeView as ScoredNode,
  PlacementPolicy,
} from './capacity/placement/placement-policy.ts';
export { SHARED_GPUS_MAX, SHARED_NODES_MAX } from './capacity/shares/share-nodes.ts';
export type { Check } from './commands/check.ts';
export {
  CAUSE_NAMES,
  ESTIMATE_BITS,
  ESTIMATE_WORDS,
  EstimateBit,
  type EstimateChange,
  type EstimateRun,
  EstimateWord,
  estimateChangesOf,
} from './facts/estimate-log.ts';
export {
  FactKind,
  GprChanged,
  GprCreated,
  GprDelayed,
  GprEnded,
  GprGpus,
  GprProvisioning,
  GprRequeued,
  GprShape,
  HeadBlocked,
  NodeAdded,
} from './facts/fact-catalogue.ts';
export { GprStep, MORE_PROVISIONED, MORE_QUEUED, stepOf } from './facts/gpr-step.ts';
export { FactHash, textHash } from './facts/hash.ts';
export { countBefore, eachFact, type FactRun, HEADER_WORDS, KINDS_MAX } from './facts/log.ts';
export {
  END_REASONS,
  REASON_NAMES,
  Reason,
  type ReasonName,
  RecordTable,
  STATE_NAMES,
  State,
} from './facts/numbered.ts';
export {
  FACT_KINDS,
  FACT_SHAPES,
  type FactShape,
  type FactView,
  type FactViewOf,
  type Sees,
  type Wanted,
} from './facts/view.ts';
export type { FactMember } from './facts/word-types.ts';
export { Checker } from './followers/check/checker.ts';
export type { CurveRow } from './followers/curves/column-steps.ts';
export type { Curves } from './followers/curves/curves.ts';
export type { History } from './followers/history/history.ts';
export { EstimateAnswers, type Shift } from './followers/measures/estimate-answers.ts';
export type { Summary } from './followers/measures/measure.ts';
export type { MeasureWindow } from './followers/measures/measure-window.ts';
export type { PartMeasure } from './followers/measures/part-figures.ts';
export type { SlowdownSpread } from './followers/measures/slowdowns.ts';
export { WAIT_PERCENTILES } from './followers/measures/wait-figures.ts';
export {
  type Accuracy,
  type ByHorizon,
  byHorizon,
  type ComparedRange,
  errorOf,
  HORIZONS,
  horizonOf,
  isBetween,
  type RangeAccuracy,
  rangeAccuracyOf,
} from './forecast/accuracy.ts';
export type { Holding } from './forecast/holding.ts';
export { type LikelyAccuracy, likelyAccuracyOf, RangeAnswers } from './forecast/samples/range-answers.ts';
export { instantOf, type Levels, RAW_LEVELS, type Ranged, Ranks } from './forecast/samples/ranks.ts';
export { quantile } from './forecast/samples/sampled-starts.ts';
export { type Known, Seen } from './forecast/samples/seen.ts';
export type { OrderPolicy, WaitingGpr } from './kernel/order/order-policy.ts';
export {
  type Absence,
  AbsentPolicy,
  isOwnName,
  NO_OWN_POLICIES,
  type OwnPolicies,
  PolicyFailure,
} from './kernel/own-policies.ts';
export {
  BACKFILL_ORDERS,
  knownPolicies,
  ORDER_POLICIES,
  PLACEMENT_POLICIES,
  placementNamed,
  placesShares,
  QUEUE_POLICIES,
  whyPoliciesRefused,
} from './kernel/policies.ts';
export { type Carried, carriedMembers, carriedOf, type Json } from './language/carried.ts';
export type * from './language/commands.ts';
export { ARRIVAL_RATE_MILLI, journaledCommand } from './language/commands.ts';
export { nodeName, readNodeName } from './language/directory.ts';
export type * from './language/gpr.ts';
export { GPR_STATES } from './language/gpr.ts';
export {
  COUNT_MAX,
  FAULTS_MAX,
  GPUS_PER_NODE_MAX,
  limits,
  NAME_LENGTH_MAX,
  NODES_MAX,
  PRIORITY_MAX,
  PROCESSORS_MAX,
} from './language/limits.ts';
export type * from './language/resource-commands.ts';
export { LATE_MEMBERS } from './language/resource-commands.ts';
export type * from './language/resource-data.ts';
export type * from './language/resource-views.ts';
export type * from './language/scenario.ts';
export { HOURS_PER_WEEK, PROCESSOR, scenario } from './language/scenario.ts';
export type { PathKey, Schema, Wrongs } from './language/schema.ts';
export { phrase, type Sentence, textOf } from './language/sentence.ts';
export type { PoolName } from './language/values.ts';
export type * from './language/views.ts';
export { GPR_ORDERS, WAIT_REASONS } from './language/views.ts';
export { ATTEMPT_ORDERS, type AttemptOrder } from './reading/attempts/attempts-query.ts';
export type { AttemptViews, NamedAttemptsQuery } from './reading/attempts/named-attempts.ts';
export type { GanttQuery } from './reading/gantt/gantt.ts';
export { BAR_ENDS } from './reading/gantt/gantt-bars.ts';
export type { GanttView } from './reading/gantt/gantt-view.ts';
export { listsEnded } from './reading/lists/gprs-in-order.ts';
export type {
  NamedSubject,
  NamedTotals,
  NamedTotalsQuery,
  TotalsRow,
} from './reading/totals/named-totals.ts';
export { TOTALS_PERCENTILES } from './reading/totals/percentiles.ts';
export type { SeriesColumns, SeriesQuery } from './reading/totals/read-series.ts';
export { TOTALS_ORDERS, type Totals, type TotalsOrder } from './reading/totals/totals-table.ts';
export type { NodePage, NodesWanted } from './reading/views/read-nodes.ts';
export type { Availability } from './reading/waits/availability.ts';
export {
  type EstimateAccuracy,
  estimateAccuracyOf,
} from './reading/waits/estimate-accuracy.ts';
export {
  COPIED_MAX,
  EVENTS_MAX,
  type FuturesWanted,
  HORIZON_MS,
  type Likely,
  type LikelyStarts,
  type TooManyFutures,
} from './reading/waits/likely-starts.ts';
export type { QueueFigures } from './reading/waits/queue-figures.ts';
export {
  ROOM_CAUSES,
  type RoomEvent,
  type SeesWorkspace,
  type Waiting,
} from './reading/waits/waiting.ts';
export { Simulation } from './simulation.ts';
export { SNAPSHOT_VERSION } from './snapshot.ts';
export { Flag, type GprMemory, PRIORITY_MIN } from './tables/gprs/gpr-table.ts';
export type * from './workload/formats/format.ts';
export { decimal, numberOption, parseOption } from './workload/formats/format.ts';
export { lostShareText } from './workload/formats/work.ts';
export { TRACE_FORMATS } from './workload/trace-formats.ts';
