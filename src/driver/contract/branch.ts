// The branches of a world: its histories after resets and rewinds.

import type { Differences } from '../differing.ts';
import type { Clock } from './clock-contract.ts';

/** An instant, after all of its rounds, or the last position before a fact at which a command can enter. */
export type RewindTarget = { readonly toMs: number } | { readonly seq: number };

/** No such position, no such branch, or a branch that is the current one or has others. */
export type BranchRefusal = 'position' | 'unknown' | 'in use';

export type BranchResult =
  | { readonly ok: true; readonly clock: Clock }
  | { readonly ok: false; readonly refusal: BranchRefusal; readonly why: string };

/** A history of the world. It shares everything before its beginning with its parent. */
export interface Branch {
  readonly branch: number;
  /** null if it begins at the scenario's start. */
  readonly parent: number | null;
  /** Where it begins: the first own fact, and the instant. */
  readonly seq: number;
  readonly atMs: number;
  readonly reason: string;
  /** Its end. */
  readonly nowMs: number;
  readonly facts: number;
  readonly commands: number;
  readonly hash: string;
}

export type DifferencesResult =
  | { readonly ok: true; readonly differences: Differences }
  | { readonly ok: false; readonly refusal: BranchRefusal; readonly why: string }
  /** The end must be from the last common position on, and not after the earlier end of the branches. */
  | { readonly ok: false; readonly refusal: 'end'; readonly fromMs: number; readonly toMs: number };
