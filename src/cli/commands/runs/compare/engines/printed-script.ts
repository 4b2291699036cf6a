import { existsSync } from 'node:fs';
import { builtInNames } from '../../../../../arguments/flag-values.ts';
import { readTextBounded } from '../../../../../files/read-bounded.ts';
import { fileName } from '../../../../../files/shell-word.ts';
import { givenModules } from '../../../../../modules/given.ts';
import type { Grid } from '../../../../../studies/grid.ts';
import type { StudyInput } from '../../../../../studies/results/inputs.ts';
import { defaultParts } from '../../../../../studies/results/parts.ts';
import { type Output, print } from '../../../../support/output/output.ts';
import type { PartKind } from '../../../../support/runs/by-part.ts';
import { commandWords } from '../../../../support/runs/repeating-command.ts';
import { type TraceFlags, traceValues } from '../../../../support/runs/what-runs.ts';
import { optionsOf, type RepeatFlags } from '../repeat-command.ts';
import type { Engine, ResultsFlags } from '../results/results-flags.ts';
import type { Divided, DividedFile } from './divided.ts';
import { kubernetesManifest } from './kubernetes.ts';
import { parallelScript } from './parallel.ts';
import { slurmScript } from './slurm.ts';

const FOLDER = 'study';
/** Bytes of all scenario files; a ConfigMap has at most 1 MiB. */
const FILES_BYTES_MAX = 900_000;

const scripts: Readonly<Record<Engine, (divided: Divided) => string>> = {
  slurm: slurmScript,
  kubernetes: kubernetesManifest,
  parallel: parallelScript,
};

interface ScriptFlags extends RepeatFlags, ResultsFlags {
  readonly jobs?: number;
  readonly csv?: boolean;
  readonly by?: PartKind;
  readonly report?: string;
}

/** Prints what an engine needs to run the comparison in parts. @param inputs the files that the scenarios name */
export function printScript(
  names: readonly string[],
  flags: ScriptFlags,
  inputs: readonly StudyInput[],
  grid: Grid,
  output: Output,
): void {
  const engine = flags.for!;
  // Parts print no figures: the targets are those of the merge.
  const { target = [], cheapest, ...ofRuns } = flags;
  const parts = flags.parts ?? defaultParts(grid.runCount);
  const script = scripts[engine]({
    words: commandWords('compare', names, optionsOf(ofRuns, grid)),
    folder: flags.results ?? FOLDER,
    parts,
    runs: grid.runCount,
    jobs: flags.jobs ?? 1,
    outputs: [
      ...target.flatMap(({ given }) => ['--target', given]),
      ...(cheapest === undefined ? [] : ['--cheapest', cheapest]),
      ...(flags.csv === true ? ['--csv'] : []),
      ...(flags.by === undefined ? [] : ['--by', flags.by]),
      ...(flags.report === undefined ? [] : ['--report', flags.report]),
    ],
    written: flags.report === undefined ? [] : [flags.report],
    files: filesOf(names, flags, inputs),
  });
  output.data({ for: engine, parts, runs: grid.runCount, script });
  if (!output.json) print(script, 'csv');
}

function filesOf(names: readonly string[], flags: TraceFlags, inputs: readonly StudyInput[]): DividedFile[] {
  const ofTraces = Object.values(traceValues(flags)).filter(
    (value) => value !== undefined && existsSync(value),
  );
  const files = names.filter((name) => !builtInNames.includes(name));
  const modules = givenModules().map(({ path }) => fileName(path));
  let room = FILES_BYTES_MAX;
  return [
    ...modules.map((name) => ({ name, content: undefined, named: [] })),
    ...ofTraces.map((name) => ({ name: name!, content: undefined, named: [] })),
    ...files.map((name) => {
      const named = inputs.filter(({ source }) => source === names.indexOf(name));
      const content = named.length === 0 ? readTextBounded(name, room) : undefined;
      room -= Buffer.byteLength(content ?? '');
      return { name: fileName(name), content, named: [...new Set(named.map(({ file }) => file))] };
    }),
  ];
}
