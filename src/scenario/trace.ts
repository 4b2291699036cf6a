// A recorded trace as a scenario of its own: the flags of a command line instead of a scenario file.

import { parseCompress } from '../traces/options.ts';
import { type LoadedScenario, type LoadOptions, scenarioOf } from './load.ts';
import { shown } from './problems.ts';

/** As given on the command line; what is left out has the default of scenario files. */
export interface TraceFlags {
  readonly trace: string;
  readonly nodes: string;
  readonly workload: string;
  readonly compress?: string | undefined;
  readonly keepNodes?: string | undefined;
  readonly bound?: string | undefined;
}

export const traceFormats = ['openb'] as const;

const flagOfField = new Map([
  ['nodes', '--nodes'],
  ['pods', '--workload'],
  ['compress', '--compress'],
  ['keepNodes', '--keep-nodes'],
  ['bound', '--bound'],
]);

/** File names are relative to the working folder. Problems are told by the flag. */
export function loadTrace(flags: TraceFlags, options: LoadOptions): LoadedScenario {
  const format = traceFormats.find((known) => known === flags.trace);
  const refused = (path: string, message: string): LoadedScenario => {
    return { ok: false, file: flags.trace, problems: [{ path, message }] };
  };
  if (format === undefined) {
    return refused('--trace', `must be one of ${traceFormats.join(', ')}, but is ${shown(flags.trace)}`);
  }
  const compress = flags.compress === undefined ? undefined : parseCompress(flags.compress);
  if (compress?.ok === false) return refused('--compress', compress.why);

  const entry = {
    kind: format,
    nodes: flags.nodes,
    pods: flags.workload,
    compress: compress?.value,
    keepNodes: flags.keepNodes,
    bound: flags.bound,
  };
  const loaded = scenarioOf({ name: format, workload: [entry] }, '', options);
  if (loaded.ok) return loaded;
  const problems = loaded.problems.map(({ path, message }) => {
    const field = path.slice(path.lastIndexOf('.') + 1);
    return { path: flagOfField.get(field) ?? path, message };
  });
  return { ok: false, file: format, problems };
}
