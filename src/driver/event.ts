// Events: what happened, ready to be shown. Most are one fact each; those of kind `estimate` are changes of recorded estimates.

import type { FactView, Sees, SeesWorkspace } from '../../sim/index.ts';
import type { EventKind } from '../wire/events.ts';

/** A position between events: all facts and changes of recorded estimates up to these numbers lie before it. */
export interface EventPosition {
  readonly facts: number;
  readonly estimates: number;
}

export interface EventsRequest {
  readonly kinds: readonly EventKind[];
  /** Events about this GPR. */
  readonly gprId?: string | undefined;
  /** With `gprId`: also the evictions of other GPRs by it. */
  readonly withVictims: boolean;
  /** Events about this node, or about a GPR that lost it. */
  readonly node?: string | undefined;
  /** Events about this workspace and its GPRs, and evictions by its GPRs. */
  readonly workspace?: string | undefined;
  /** The first and the last instant. */
  readonly fromMs: number;
  readonly toMs: number | undefined;
  /** Events of kind `estimate`: changes by at least this; undefined = none. A start that is no longer foreseen counts as late. */
  readonly movedByMs: number | undefined;
  /** `before`: the last events before the position, undefined = the end. `after`: the first ones after it. */
  readonly page: { readonly before: EventPosition | undefined } | { readonly after: EventPosition };
  readonly limit: number;
  readonly sees: Sees;
  readonly seesWorkspace: SeesWorkspace;
}

/** The name is null after the GPR was deleted. */
export interface EventGpr {
  readonly gprId: string;
  readonly gprName: string | null;
  readonly workspace: string | null;
}

export interface WorldEvent {
  readonly kind: EventKind;
  readonly atMs: number;
  /** null for a change of a recorded estimate. */
  readonly fact: FactView | null;
  readonly gpr: EventGpr | null;
  /** The GPR that evicted the other. */
  readonly by: EventGpr | null;
  /** The nodes that the event is about, or that the GPR lost or got. */
  readonly nodes: readonly string[];
  /** The estimated starts before and after the change; null = none was foreseen. */
  readonly estimate: { readonly fromMs: number | null; readonly toMs: number | null } | null;
}

export interface EventsPage {
  readonly branch: number;
  readonly nowMs: number;
  /** The scenario's start. */
  readonly start: string;
  /** In order. */
  readonly events: readonly WorldEvent[];
  /** Where the earlier events end; null without any. The page may have fewer events than it could, if a search takes long. */
  readonly older: EventPosition | null;
  /** Where the later events begin. */
  readonly newer: EventPosition;
}
