// Loads a recorded trace from command-line flags, without a scenario file.

import { parseOption, TRACE_FORMATS, type TraceFormat, type TraceOption } from '../../sim/index.ts';
import { shown } from './fields/field-problems.ts';
import { type LoadedScenario, type LoadOptions, type ReadContent, scenarioOf } from './load.ts';

interface TraceFlag {
  readonly flag: string;
  /** Placeholder for the value in help texts. */
  readonly value: string;
  readonly summary: string;
}

interface MemberFlag extends TraceFlag {
  readonly member: string;
  /** undefined for a file. Files are required, and options with `isNeeded`. */
  readonly option: TraceOption<unknown> | undefined;
}

export const traceFormats: readonly string[] = TRACE_FORMATS.map(({ name }) => name);

export const traceFlags: readonly TraceFlag[] = mergedFlags(TRACE_FORMATS);

/** Merges equal flags of the formats. A summary names its formats unless it is true for all. */
export function mergedFlags(formats: readonly TraceFormat[]): TraceFlag[] {
  const all = formats.flatMap((format) => flagsOf(format).map((flag) => ({ ...flag, format: format.name })));
  return [...Map.groupBy(all, ({ flag }) => flag).values()].map((same) => {
    const [{ flag }] = same;
    const value = [...new Set(same.flatMap((one) => one.value.split('|')))].join('|');
    const bySummary = [...Map.groupBy(same, ({ summary }) => summary)].map(([summary, ones]) =>
      ones.length === formats.length
        ? summary
        : `${summary} (${ones.map(({ format }) => format).join(', ')})`,
    );
    return { flag, value, summary: bySummary.join('; ') };
  });
}

function flagsOf({ files, options }: TraceFormat): MemberFlag[] {
  return [
    ...Object.entries(files).map(([member, file]) => ({ ...file, member, value: 'FILE', option: undefined })),
    ...Object.entries(options).map(([member, option]) => ({
      flag: option.flag,
      member,
      value: option.value,
      summary:
        option.default === undefined ? option.summary : `${option.summary} (default: ${option.default})`,
      option,
    })),
  ];
}

/** File names are relative to the working folder. Each problem has the flag as its path. @param given values by flag */
export function loadTrace(
  name: string,
  given: Readonly<Record<string, string | undefined>>,
  options: LoadOptions,
): LoadedScenario {
  const read = traceContent(name, given);
  if (!read.ok) return read;
  const loaded = scenarioOf(read.content, '', options);
  if (loaded.ok) return loaded;
  const flags = flagsOf(TRACE_FORMATS.find((known) => known.name === name)!);
  const problems = loaded.problems.map(({ path, message }) => {
    const field = path.slice(path.lastIndexOf('.') + 1);
    return { path: flags.find(({ member }) => member === field)?.flag ?? path, message };
  });
  return { ok: false, file: name, problems };
}

/** The content of a scenario file with a trace as its only entry. @param given values by flag */
export function traceContent(name: string, given: Readonly<Record<string, string | undefined>>): ReadContent {
  const refused = (path: string, message: string): ReadContent => {
    return { ok: false, file: name, problems: [{ path, message }] };
  };
  const format = TRACE_FORMATS.find((known) => known.name === name);
  if (format === undefined) {
    return refused('--trace', `must be one of ${traceFormats.join(', ')}, but is ${shown(name)}`);
  }
  const entry: Record<string, unknown> = { kind: name };
  for (const { flag, member, option } of flagsOf(format)) {
    const text = given[flag];
    if (text === undefined) continue;
    // Scenario files have numbers where the command line has digits.
    const isNumber = option !== undefined && 'most' in option.form;
    const parsed = isNumber ? parseOption(option, text) : { ok: true as const, value: text };
    if (!parsed.ok) return refused(flag, parsed.why);
    entry[member] = parsed.value;
  }
  return { ok: true, content: { name, workload: [entry] } };
}

/** Returns what is wrong with the set of given flags; undefined if nothing is. */
export function whyFlagsRefused(name: string, isGiven: (flag: string) => boolean): string | undefined {
  const format = TRACE_FORMATS.find((known) => known.name === name);
  if (format === undefined) return undefined;
  const own = flagsOf(format);
  const needed = own.filter(({ option }) => option === undefined || option.isNeeded);
  if (!needed.every(({ flag }) => isGiven(flag))) {
    return `--trace ${name} needs ${needed.map(({ flag, value }) => `${flag} ${value}`).join(' and ')}`;
  }
  const other = traceFlags.find(({ flag }) => isGiven(flag) && !own.some((known) => known.flag === flag));
  return other === undefined ? undefined : `${other.flag} cannot be used with --trace ${name}`;
}
