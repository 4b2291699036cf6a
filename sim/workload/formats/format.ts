// Formats of recorded traces: the files that one reads, its options, and what it makes of them. One folder a format behind
// this contract, and one line in `formats.ts`.

import type { InstanceType, NodeGroup, TraceGpr } from '../../language/scenario.ts';

/** A file is a member of scenario files and a flag of the command line, and so is an option. */
export interface TraceFile {
  /** As in `--nodes`. */
  readonly flag: string;
  /** What help says of it. */
  readonly summary: string;
}

export interface TraceOption<Value> {
  readonly flag: string;
  /** What stands behind the flag in help, as in `1/N`. */
  readonly value: string;
  readonly summary: string;
  /** What applies where it is left out, as scenario files spell it. */
  readonly default: string | number;
  /** What it must be, as the rest of a sentence that begins with "must be". */
  readonly be: string;
  /** In scenario files: a text like this pattern, or a number above 0 and up to `most`. */
  readonly form: { readonly pattern: string } | { readonly most: number };
  /** Its value for a text; a number in decimal digits. undefined: it has none. */
  parse(text: string): Value | undefined;
}

/** What a format makes of its files. Together they are a cluster that is one pool, and a workload. */
export interface Trace {
  /** At most `CLASSES_MAX`, which is what a pool can tell apart. */
  readonly instanceTypes: readonly InstanceType[];
  /** In order of node numbers. */
  readonly groups: readonly NodeGroup[];
  /** In order of arrival. Names are unique. */
  readonly gprs: readonly TraceGpr[];
  readonly report: TraceReport;
}

/** What became of what is in the files. */
export interface TraceReport {
  /** As `--json` prints it. */
  readonly data: object;
  /** For people. */
  readonly lines: readonly string[];
}

export interface TraceProblem<File extends string> {
  readonly file: File;
  /** The rest of a sentence that begins with the file's name. */
  readonly message: string;
}

export type ReadTrace<File extends string> =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly problems: readonly TraceProblem<File>[] };

export interface TraceFormat<
  File extends string = string,
  Options extends object = Readonly<Record<string, unknown>>,
> {
  /** What `--trace` and the `kind` of a scenario's workload call it; its cluster has this name too. */
  readonly name: string;
  /** By member of scenario files. */
  readonly files: Readonly<Record<File, TraceFile>>;
  readonly options: { readonly [Name in keyof Options]: TraceOption<Options[Name]> };
  /** Broken rows belong in the report; a trace without nodes or without GPRs is a problem. */
  read(texts: Readonly<Record<File, string>>, options: Options): ReadTrace<File>;
}

const SHOWN_MAX = 40;

/** `why` is the rest of a sentence that begins with the option's name. */
export type ParsedOption<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

export function parseOption<Value>(option: TraceOption<Value>, text: string): ParsedOption<Value> {
  const value = option.parse(text);
  if (value !== undefined) return { ok: true, value };
  const shown = JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
  return { ok: false, why: `must be ${option.be}, but is ${shown}` };
}

/** NaN where the text is no plain decimal number. */
export function decimal(text: string): number {
  return /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

/** An option that is a number above 0. */
export function numberOption(
  option: Pick<TraceOption<number>, 'flag' | 'value' | 'summary'> & { readonly default: number },
  most: number,
): TraceOption<number> {
  return {
    ...option,
    be: `a number above 0 and up to ${most}`,
    form: { most },
    parse(text) {
      const value = decimal(text);
      return value > 0 && value <= most ? value : undefined;
    },
  };
}
