// Descriptions of forms as data: which members a request has, and how the user enters them.

/** What the user has entered: texts and flags by name of the field; a list of groups for `rows`. */
export interface Values {
  readonly [name: string]: Value;
}

export type Value = string | boolean | readonly Values[];

/** How a field is entered, and what becomes of it in the request. */
type FieldKind =
  /** A text; left out if it is empty. */
  | 'text'
  /** Several lines of text. */
  | 'lines'
  /** A duration such as `2h30m`; left out if it is empty. */
  | 'duration'
  /** A whole number; left out if it is empty. */
  | 'number'
  /** A date. */
  | 'day'
  /** True or false. */
  | 'flag'
  /** True, false, or left out. */
  | 'maybe'
  /** One of `choices`; left out if it is ''. */
  | 'choice'
  /** Names with commas between them, as a list. */
  | 'names'
  /** Some of `choices`, as a list. What the user has entered is the list as JSON. */
  | 'several'
  /** A JSON value. */
  | 'json'
  /** A list of objects with `fields`. */
  | 'rows';

export interface Field {
  /** The member of the request; with dots for a member of a member: `gpuSpec.gpuShape`. */
  readonly name: string;
  /** The same member in a record, if it is spelled otherwise there. */
  readonly recordName?: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** An empty entry is sent as an empty text or list. Otherwise the member is left out. */
  readonly sendsEmpty?: boolean;
  /** The member of a limit that is not set: an empty entry. */
  readonly none?: string | number;
  /** Shown, but not changed: the name of a record. */
  readonly isFixed?: boolean;
  /** Of a choice; of other kinds they are suggestions. */
  readonly choices?: readonly string[];
  /** What a choice or a flag that is left out means. */
  readonly unset?: string;
  readonly initial?: Value;
  /** Of `rows`. */
  readonly fields?: readonly Field[];
}

export function initialValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.initial ?? emptyOf(field)]));
}

function emptyOf({ kind }: Field): Value {
  if (kind === 'flag') return false;
  return kind === 'rows' ? [] : '';
}
