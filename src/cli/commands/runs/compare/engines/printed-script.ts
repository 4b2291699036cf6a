// Prints what an engine needs to run a comparison in parts: a template, with the comparison put in for `{{…}}`.

import { existsSync } from 'node:fs';
import { builtInNames } from '../../../../../arguments/flag-values.ts';
import { readTextBounded } from '../../../../../files/read-bounded.ts';
import { fileName, fileWord, shellWord } from '../../../../../files/shell-word.ts';
import { givenModules } from '../../../../../modules/given.ts';
import type { Grid } from '../../../../../studies/grid.ts';
import { defaultParts } from '../../../../../studies/results/parts.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import { type Output, print } from '../../../../support/output/output.ts';
import type { PartKind } from '../../../../support/runs/by-part.ts';
import { commandWords } from '../../../../support/runs/repeating-command.ts';
import { type TraceFlags, traceValues } from '../../../../support/runs/what-runs.ts';
import { optionsOf, type RepeatFlags } from '../repeat-command.ts';
import type { ResultsFlags } from '../results/results-flags.ts';
import { inPods, type StudyFile } from './in-pods.ts';
import { templates } from './templates.packed.ts';

/** Bytes of all scenario files; a ConfigMap has at most 1 MiB. */
const FILES_BYTES_MAX = 900_000;

interface ScriptFlags extends RepeatFlags, ResultsFlags {
  readonly jobs?: number;
  readonly csv?: boolean;
  readonly by?: PartKind;
  readonly report?: string;
}

/** @param named the files that each scenario names */
export function printScript(
  names: readonly string[],
  flags: ScriptFlags,
  named: readonly ReadonlySet<string>[],
  grid: Grid,
  output: Output,
): void {
  // Parts print no figures: the targets are those of the merge.
  const { for: engine, target = [], cheapest, results: folder = 'study', jobs = 1, ...ofRuns } = flags;
  const { parts = defaultParts(grid.runCount), csv, by, report } = flags;
  const words = [
    ...commandWords('compare', names, optionsOf(ofRuns, grid)),
    ...['--results', fileName(folder)],
  ];
  const part = [...words, '--jobs', `${jobs}`, '--part'];
  const merge = [
    ...words,
    '--merge',
    ...target.flatMap(({ given }) => ['--target', given]),
    ...(cheapest === undefined ? [] : ['--cheapest', cheapest]),
    ...(csv === true ? ['--csv'] : []),
    ...(by === undefined ? [] : ['--by', by]),
    ...(report === undefined ? [] : ['--report', report]),
  ];
  const partLine = part.map(shellWord).join(' ');
  const mergeLine = merge.map(shellWord).join(' ');
  const values: Readonly<Record<string, string | number>> = {
    name: jobName(folder),
    runs: counted(grid.runCount, 'run'),
    parts: counted(parts, 'part'),
    count: parts,
    last: parts - 1,
    cpus: jobs,
    folder: fileWord(folder),
    // Slurm replaces a percent sign and the letter after it.
    output: fileWord(folder).replaceAll('%', '%%'),
    slurmPart: shellWord(`${partLine} "$SLURM_ARRAY_TASK_ID/${parts}"`),
    // Without the second command, a shell would become the program, and xargs would end when a signal kills that.
    parallelPart: shellWord(`${partLine} "$1/${parts}" || exit 1`),
    merge: mergeLine,
    mergeWord: shellWord(mergeLine),
    ...(engine === 'kubernetes' &&
      inPods({
        part,
        merge,
        folder,
        parts,
        report,
        runs: grid.runCount,
        files: filesOf(names, flags, named),
      })),
  };
  const script = templates[engine!].replace(/\{\{(\w+)\}\}/g, (_, name) => `${values[name]}`);
  output.data({ for: engine, parts, runs: grid.runCount, script });
  if (!output.json) print(script, 'csv');
}

/** A name for jobs: lower-case letters, digits and dashes. */
function jobName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `gprsim-${name.slice(0, 40).replace(/-$/, '') || 'study'}`;
}

function filesOf(
  names: readonly string[],
  flags: TraceFlags,
  namedBy: readonly ReadonlySet<string>[],
): StudyFile[] {
  const ofTraces = Object.values(traceValues(flags)).filter(
    (value) => value !== undefined && existsSync(value),
  );
  const files = names.filter((name) => !builtInNames.includes(name));
  const modules = givenModules().map(({ path }) => fileName(path));
  let room = FILES_BYTES_MAX;
  return [
    ...[...modules, ...ofTraces].map((name) => ({ name: name!, content: undefined, named: [] })),
    ...files.map((name) => {
      const named = [...namedBy[names.indexOf(name)]];
      const content = named.length === 0 ? readTextBounded(name, room) : undefined;
      room -= Buffer.byteLength(content ?? '');
      return { name: fileName(name), content, named };
    }),
  ];
}
