// Descriptions of resources as data: how they are listed, and by which operations they are created, changed and deleted.

import type { ComponentChild } from 'preact';
import type { LimitedOperation } from '../../api/frame/access/limited.ts';
import type { Field, Values } from '../form/field.ts';
import type { Method } from '../session/server-call.ts';

/** A record of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: descriptions know the members of their records.
export type Row = any;

export interface Column {
  readonly title: string;
  /** A member, with dots for a member of a member; lists are shown with commas. */
  readonly member?: string;
  readonly show?: (row: Row) => ComponentChild;
  readonly isNumber?: boolean;
  /** The pages to which the names lead. */
  readonly leadsTo?: 'workspace' | 'cluster';
  /** The value of a limit that is not set. */
  readonly unset?: string;
}

/** A form and the call that it makes. */
export interface Writing {
  readonly operation: LimitedOperation;
  readonly method: Method;
  /** `{name}` is replaced by this member of the row. */
  readonly path: string;
  /** What the form has; it may depend on what has been entered, and on the row that is changed. */
  readonly fields: (values: Values, row: Row) => readonly Field[];
  /** Adds to the body. */
  readonly complete?: (body: Row, row: Row) => Row;
  /** Default: what was created or changed. */
  readonly done?: (answer: Row) => string;
  /** A text of the answer that is shown until the user closes it, such as a new key. */
  readonly kept?: (answer: Row) => string;
  /** Default: create-, change- or delete- with the name of the resource. */
  readonly testId?: string;
  /** Words on the button. */
  readonly action?: string;
  readonly isOffered?: (row: Row) => boolean;
}

export interface Removal {
  readonly operation: LimitedOperation;
  readonly path: string;
  /** Member of the body → member of the row. */
  readonly body?: Readonly<Record<string, string>>;
  /** What follows from it. */
  readonly warning: string;
  readonly isOffered?: (row: Row) => boolean;
}

export interface Resource {
  /** In the address of the page, and in test ids. */
  readonly name: string;
  readonly title: string;
  /** One of them, in the middle of a sentence. */
  readonly one: string;
  /** `{workspace}` is replaced by the chosen workspace: the server lists this resource by workspace. */
  readonly list: string;
  /** The member of the answer that has the list; '' for the answer. */
  readonly member: string;
  readonly key: string;
  readonly columns: readonly Column[];
  readonly details?: (row: Row) => ComponentChild;
  readonly create?: Writing;
  readonly change?: Writing;
  readonly remove?: Removal;
}
