// What can be read of a world.

import type {
  Availability,
  ChangeableRules,
  CreateGpr,
  Estimate,
  EstimateAnswers,
  FactView,
  GprPage,
  GprsWanted,
  GprView,
  LikelyStarts,
  OwnPolicies,
  QueueFigures,
  SeesWorkspace,
  Simulation,
  TooManyFutures,
} from '../../../sim/index.ts';
import type { GanttChart } from '../charted.ts';
import type { EventsPage, EventsRequest } from '../event.ts';
import type { Explained, Reader } from '../explanation.ts';
import type { IsWanted } from './is-wanted.ts';
import type {
  AttemptsAnswer,
  AttemptsRequest,
  GanttRequest,
  SeriesChart,
  SeriesRequest,
  TotalsAnswer,
  TotalsRequest,
} from './ranges.ts';
import type { Calibration, EstimatePage, FactFilter, FoundFacts, GprMatches } from './searches.ts';

type AvailabilityAnswer = Availability | TooManyFutures;
type LikelyAnswer = (LikelyStarts | TooManyFutures) & { readonly branch: number };

/** Reads of the world. `undefined` means unknown. The answer of a promise is about the world at the time of the call. */
export interface Reads {
  /** Workspaces, clusters, nodes, pools, and the GPRs in memory. */
  readonly views: Pick<
    Simulation['views'],
    | 'gprsOf'
    | 'workspace'
    | 'workspaces'
    | 'clusters'
    | 'nodes'
    | 'nodePage'
    | 'nodeMap'
    | 'pools'
    | 'countStates'
  >;
  /** Policies, templates, bindings, endpoints, placements and faults. */
  readonly resources: Simulation['resources'];
  /** The policies of modules that the world can have. */
  readonly ownPolicies: OwnPolicies;
  /** Finds GPRs in memory and in history. */
  gpr(gprId: string): GprView | undefined;
  /** Cheaper than `gpr(gprId)?.workspaceCreation`. */
  gprWorkspaceCreation(gprId: string): number | undefined;
  /**
   * Queued GPRs in the order of the queue, then provisioned and ended GPRs, newest first; or in the order wanted.
   * @param isWanted as in `availability`
   */
  gprPage(wanted: GprsWanted, isWanted?: IsWanted): GprPage | Promise<GprPage>;
  /** Next starts of GPRs, in the order of `gprIds`. One forecast serves all calls until an invalidation. */
  estimates(
    gprIds: readonly string[],
    isWanted?: IsWanted,
  ): readonly Estimate[] | Promise<readonly Estimate[]>;
  /**
   * Where and when a request could start, ordered by wait, cluster, instance type; unknown starts come last. If too many
   * queries run, later ones wait, and their answers are about the world at the start of the query.
   * @param isWanted whether the client still waits; if not, the promise may reject with `Cancelled`
   * @param samples number of futures for the likely starts; undefined: without these
   */
  availability(
    request: CreateGpr,
    isWanted?: IsWanted,
    samples?: number,
  ): AvailabilityAnswer | Promise<AvailabilityAnswer>;
  /**
   * When the waiting GPRs will likely start, drawn from what the facts have shown. The first answer reads all facts.
   * @param samples number of futures @param isWanted as in `availability`
   */
  likelyStarts(samples: number, isWanted?: IsWanted): LikelyAnswer | Promise<LikelyAnswer>;
  /**
   * Why a GPR is in its state, and its life, of which at most 50,000 facts are read.
   * @param isWanted as in `availability`
   */
  explain(
    gprId: string,
    reader: Reader,
    isWanted?: IsWanted,
  ): Explained | undefined | Promise<Explained | undefined>;
  /**
   * The GPRs with this id, with an id that begins like this (four digits or more), or with this name. GPRs that have left memory
   * are searched only if no GPR in memory matches.
   * @param isWanted as in `availability`
   */
  matchingGprs(text: string, sees: SeesWorkspace, isWanted?: IsWanted): GprMatches | Promise<GprMatches>;
  /** The first facts after number `seq`, at most `limit`. */
  factsAfter(seq: number, limit: number): readonly FactView[];
  /**
   * A chart of the attempts in a window, with the forecast if it ends after now. The first chart of a world reads all its
   * facts.
   * @param isWanted as in `availability`
   * @throws Cancelled if the cluster is unknown
   */
  gantt(request: GanttRequest, isWanted?: IsWanted): GanttChart | Promise<GanttChart>;
  /** The attempts of a range of time, a page of them; otherwise as `gantt`. */
  attempts(request: AttemptsRequest, isWanted?: IsWanted): AttemptsAnswer | Promise<AttemptsAnswer>;
  /** Totals of a range of time. Its end is now at the latest. */
  totals(request: TotalsRequest, isWanted?: IsWanted): TotalsAnswer | Promise<TotalsAnswer>;
  /** Whether a node has, or had, this name. @param cluster undefined = any */
  knowsNode(name: string, cluster?: string): boolean;
  /** The names of the nodes, also of removed ones. @param cluster undefined = all */
  nodeNames(cluster?: string): readonly string[];
  /** Whether a workspace has, or had, this name. */
  knowsWorkspace(name: string): boolean;
  /** Levels and counts over a window; otherwise as `gantt`. */
  series(request: SeriesRequest, isWanted?: IsWanted): SeriesChart | Promise<SeriesChart>;
  /**
   * The first facts after number `after` that a filter selects; fewer than `limit` if the search has to go far.
   * @param isWanted as in `availability`
   */
  findFacts(
    after: number,
    limit: number,
    filter: FactFilter,
    isWanted?: IsWanted,
  ): FoundFacts | Promise<FoundFacts>;
  /** The last facts after number `after` that a filter selects, at most `count`, in order. @param isWanted as in `availability` */
  lastFacts(
    after: number,
    count: number,
    filter: FactFilter,
    isWanted?: IsWanted,
  ): FoundFacts | Promise<FoundFacts>;
  /** What happened, in pages. @param isWanted as in `availability` */
  events(request: EventsRequest, isWanted?: IsWanted): EventsPage | Promise<EventsPage>;
  /** The changes of the recorded estimates of a GPR after number `after`, at most `limit`; fewer if the search has to go far. */
  recordedEstimates(
    gprId: string,
    after: number,
    limit: number,
    isWanted?: IsWanted,
  ): EstimatePage | Promise<EstimatePage>;
  /**
   * How far estimates and likely starts could be trusted. The first answer reads all facts.
   * @param samples number of futures; undefined: without likely starts @param isWanted as in `availability`
   */
  calibration(
    samples: number | undefined,
    isWanted?: IsWanted,
  ): Calibration | TooManyFutures | Promise<Calibration | TooManyFutures>;
  /** The estimates as answers since this process has had the world. */
  estimateAnswers(): Pick<EstimateAnswers, 'count' | 'each' | 'eachOverdue'>;
  rules(): ChangeableRules;
  queueFigures(): QueueFigures;
  /** About the memory of what commands have stored beside GPRs and nodes, and of what futures are drawn from, bytes. */
  storedBytes(): number;
}
