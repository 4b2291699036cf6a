// The contract of trace formats: the files that a format reads, its options, and the trace that it returns. Each format is one
// folder that implements `TraceFormat`, and one line in `formats.ts`.

import type { CapacityKind, InstanceType, NodeGroup, TraceGpr } from '../../language/scenario.ts';
import { quoted } from './trace-table.ts';
import type { Work } from './work.ts';

/** A file of a trace. Like an option, it is a member of scenario files and a flag of the command line. */
interface TraceFile {
  /** With its dashes, as `--nodes`. */
  readonly flag: string;
  readonly summary: string;
}

export interface TraceOption<Value> {
  readonly flag: string;
  /** The placeholder after the flag in help, as `1/N`. */
  readonly value: string;
  readonly summary: string;
  /** The default, as scenario files spell it; undefined: none. */
  readonly default?: string | number;
  /** Whether it must be given. */
  readonly isNeeded?: true;
  /** Whether its value changes no jobs, except those that `TraceReport.work` reports as lost. */
  readonly keepsWork?: true;
  /** What it must be; completes an error message that begins with "must be". */
  readonly be: string;
  /** Its form in scenario files: a string that matches the pattern, or a number above 0 and up to `most`. */
  readonly form: { readonly pattern: string } | { readonly most: number };
  /** Parses a value; undefined if the text is invalid. Numbers are in decimal digits. */
  parse(text: string): Value | undefined;
  /** The first invalid entry of an invalid list; undefined if each is valid alone. */
  wrongEntry?(text: string): string | undefined;
}

export interface Trace {
  /** At most `CLASSES_MAX`, the number of node classes of a pool. */
  readonly instanceTypes: readonly InstanceType[];
  /** In order of node numbers. */
  readonly groups: readonly NodeGroup[];
  /** Undefined: `gpus`. Of `processors`, there is one node. */
  readonly capacity?: CapacityKind;
  /** In order of arrival. */
  readonly gprs: readonly TraceGpr[];
  /** As in `TraceWorkload`. */
  readonly arrivals?: 'shuffled';
  /** When the first GPR arrived, ms since 1970; undefined: the files have no dates. */
  readonly startMs?: number;
  /** Names of workspaces, to which the GPRs belong; undefined: each GPR has its own, of its name. */
  readonly workspaces?: readonly string[];
  readonly report: TraceReport;
}

/** What a format kept and dropped of its files. */
export interface TraceReport {
  /** Printed by `--json`. */
  readonly data: object;
  readonly lines: readonly string[];
  /** What is kept and lost. */
  readonly work: Work;
  /** Sentences about losses that change results, and about what is probably read wrongly. */
  readonly warnings: readonly string[];
}

/** The offset of a time zone from UTC at an instant in ms since 1970, in ms; positive east of Greenwich. */
export type OffsetMs = (atMs: number) => number;
/** The offsets of a time zone (IANA); undefined: no such zone. The caller has them, because `sim/` has no data of time zones. */
export type Zones = (zone: string) => OffsetMs | undefined;

export interface TraceProblem<File extends string> {
  readonly file: File;
  /** Completes an error message that begins with the file's name. */
  readonly message: string;
}

export type ReadTrace<File extends string> =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly problems: readonly TraceProblem<File>[] };

interface OptionProblem {
  /** A member of the options. */
  readonly option: string;
  /** Completes an error message that begins with the option's name. */
  readonly message: string;
}

export interface TraceFormat<
  File extends string = string,
  Options extends object = Readonly<Record<string, unknown>>,
> {
  /** The value of `--trace` and of `kind` in a scenario's workload, and the name of the trace's cluster. */
  readonly name: string;
  /** By name of the member in scenario files. */
  readonly files: Readonly<Record<File, TraceFile>>;
  readonly options: { readonly [Name in keyof Options]: TraceOption<Options[Name]> };
  /** Returns what is wrong with options that do not fit together; undefined if nothing is. */
  whyRefused?(options: Options, zones: Zones): OptionProblem | undefined;
  /** Invalid rows go to the report. A trace without nodes or without GPRs is a problem. */
  read(texts: Readonly<Record<File, string>>, options: Options, zones?: Zones): ReadTrace<File>;
}

/** `why` completes an error message that begins with the option's name. */
type ParsedOption<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

export function parseOption<Value>(option: TraceOption<Value>, text: string): ParsedOption<Value> {
  const value = option.parse(text);
  if (value !== undefined) return { ok: true, value };
  const wrong = option.wrongEntry?.(text);
  if (wrong !== undefined) return { ok: false, why: `has ${quoted(wrong)}, but must be ${option.be}` };
  return { ok: false, why: `must be ${option.be}, but is ${quoted(text)}` };
}

/** The value of a plain decimal number; NaN if the text is none. */
export function decimal(text: string): number {
  return /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

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
