// Loads a built-in scenario by name, or a scenario file. Reports all problems together.

import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import {
  type InstanceType,
  isOwnName,
  limits,
  NO_OWN_POLICIES,
  type OwnPolicies,
  type Scenario,
  type TraceFormat,
  type TraceReport,
} from '../../sim/index.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import { readTextBounded } from '../files/read-bounded.ts';
import { fileWord } from '../files/shell-word.ts';
import { STANDARD_INPUT } from '../traces/read.ts';
import { zones } from '../traces/zones.ts';
import { absentPolicies } from '../wire/text/own-policies.ts';
import { builtInScenarios } from './builtin.ts';
import { budgetProblems, CLIENT_BYTES, OWN_BYTES } from './fields/budget.ts';
import { fieldPath, type Problem, problemsMax, problemsOfIssues, shown } from './fields/field-problems.ts';
import { policyProblems } from './fields/policy-problems.ts';
import { checkShareable } from './fields/shareable-nodes.ts';
import { buildScenario, type NamedTrace } from './file/build-scenario.ts';
import { checkScenario } from './file/check-file.ts';
import { type ScenarioFile, scenarioFile } from './file/scenario-file.ts';
import { filesOfDisk, type InputFile, type InputFiles } from './input-files.ts';
import { readJobsFiles } from './jobs-files.ts';
import { type Overrides, override } from './override.ts';
import { parseJson } from './parse-json.ts';

/** The first bytes of every SQLite file. */
const sqliteMagic = 'SQLite format 3';

export interface LoadOptions extends Overrides {
  /** The clock for `"start": "now"`, in ms since 1970. */
  readonly now: () => number;
  /** Whether the scenario may name no other file: it comes from a client. */
  readonly namesNoFile?: boolean;
  /** The policies that it may name; none by default. */
  readonly ownPolicies?: OwnPolicies | undefined;
  /** Reads the files that the scenario names; default: from the disk, each time. */
  readonly files?: InputFiles | undefined;
  /**
   * Content of the scenario file as written, if `content` is a variant of it with pools of other sizes: the generated GPRs then
   * choose and are cut to the pools as written, so that all variants have the same arrivals.
   */
  readonly written?: unknown;
}

/** The options of a trace as its format has parsed them. */
interface TraceOptions {
  readonly format: TraceFormat;
  readonly options: Readonly<Record<string, unknown>>;
}

export type LoadedScenario =
  /** `reports` has what happened to the rows of each trace; `inputs` has the files of traces and jobs. */
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly reports: readonly TraceReport[];
      readonly inputs: readonly InputFile[];
      /** Of each trace. */
      readonly traceOptions: readonly TraceOptions[];
    }
  | { readonly ok: false; readonly file: string; readonly problems: readonly Problem[] };

export function loadScenario(nameOrFile: string, options: LoadOptions): LoadedScenario {
  const read = contentOf(nameOrFile);
  return read.ok ? scenarioOf(read.content, nameOrFile, options) : read;
}

export type ReadContent =
  | { readonly ok: true; readonly content: unknown }
  | Extract<LoadedScenario, { readonly ok: false }>;

/** The content of a built-in scenario or of a scenario file, parsed but not checked. */
export function contentOf(nameOrFile: string): ReadContent {
  const builtIn = builtInScenarios.find((scenario) => scenario.name === nameOrFile);
  if (builtIn) return { ok: true, content: builtIn.file };

  const text = readText(nameOrFile);
  if (typeof text !== 'string') return { ok: false, file: nameOrFile, problems: [text] };
  if (text.startsWith(sqliteMagic)) {
    const why = `is a world, not a scenario; continue it with gprsim serve --db ${fileWord(nameOrFile)}`;
    return { ok: false, file: nameOrFile, problems: [{ path: '', message: why }] };
  }
  const json = parseJson(text);
  if (json.ok) return { ok: true, content: json.value };
  // A comment of the Standard Workload Format.
  const hint = text.startsWith(';') ? '; run a log of a batch machine with --trace swf --workload FILE' : '';
  const message = `is not valid JSON: line ${json.line}, column ${json.column}: ${json.why}${hint}`;
  return { ok: false, file: nameOrFile, problems: [{ path: '', message }] };
}

/** @param file path or name of the content, for errors and for relative paths of trace files */
export function scenarioOf(content: unknown, file: string, options: LoadOptions): LoadedScenario {
  const failed = (problems: readonly Problem[]): LoadedScenario => {
    return { ok: false, file, problems: problems.slice(0, problemsMax) };
  };
  const parsed = v.safeParse(scenarioFile, content);
  if (!parsed.success) return failed(problemsOfIssues(parsed.issues));
  const tooLarge = budgetProblems(parsed.output, options.namesNoFile ? CLIENT_BYTES : OWN_BYTES);
  if (tooLarge.length > 0) return failed(tooLarge);
  const original = options.written === undefined ? undefined : parsedWritten(options.written);
  if (original?.success === false) return failed(problemsOfIssues(original.issues));
  const written = original?.output;
  const own = options.ownPolicies ?? NO_OWN_POLICIES;
  const checked = [
    ...checkScenario(parsed.output, written),
    ...checkCycle(parsed.output, options),
    ...(options.namesNoFile ? namedFiles(parsed.output) : checkModules(parsed.output, own)),
  ];
  if (checked.length > 0) return failed(checked);
  const folder = dirname(file);
  const { files = filesOfDisk } = options;
  const { traces, ...ofTraces } = readTraces(parsed.output, folder, files);
  const { jobs, ...ofJobs } = readJobsFiles(parsed.output, written, folder, files);
  const problems = [...ofTraces.problems, ...ofJobs.problems];
  if (problems.length > 0) return failed(problems);

  const isStartGiven = Object.hasOwn(Object(content), 'start');
  const startMs =
    parsed.output.start === 'now'
      ? options.now()
      : isStartGiven
        ? undefined
        : traces.find((trace) => trace.startMs !== undefined)?.startMs;
  const start = startMs === undefined ? parsed.output.start : new Date(startMs).toISOString();
  const scenario = override(buildScenario(parsed.output, { start, traces, jobs, written }), options);
  const ofPolicies = policyProblems(scenario, options);
  if (ofPolicies.length > 0) return failed(ofPolicies);
  const unshareable = checkShareable(scenario, own);
  if (unshareable.length > 0) return failed(unshareable);
  return {
    ok: true,
    scenario,
    reports: traces.map((trace) => trace.report),
    inputs: [...ofTraces.inputs, ...ofJobs.inputs],
    traceOptions: parsed.output.workload.filter((entry) => entry.kind === 'trace'),
  };
}

function checkCycle({ scheduler }: ScenarioFile, { cycle = scheduler.cycle }: LoadOptions): Problem[] {
  if (cycle !== 'event' || scheduler.provisioningDelay === 0) return [];
  const message = 'must be "0s", because "cycle" is "event"';
  return [{ path: 'scheduler.provisioningDelay', message }];
}

function checkModules({ scheduler }: ScenarioFile, own: OwnPolicies): Problem[] {
  return absentPolicies(scheduler, own).map(({ member, why }) => ({
    path: `scheduler.${member}`,
    message: why,
  }));
}

/** The members that name files. */
function namedFiles({ workload, scheduler }: ScenarioFile): Problem[] {
  const { placement, order, backfillOrder } = scheduler;
  const policies = Object.entries({ placement, order, backfillOrder }).filter(([, name]) =>
    isOwnName(name ?? ''),
  );
  return [
    ...workload.flatMap((entry, w): Problem[] => {
      if (entry.kind === 'trace')
        return [{ path: fieldPath(['workload', w, 'kind']), message: `must not be "trace": ${NO_FILE}` }];
      if (entry.kind !== 'generated' || entry.jobsFile === undefined) return [];
      return [{ path: fieldPath(['workload', w, 'jobsFile']), message: `must be left out: ${NO_FILE}` }];
    }),
    ...policies.map(([member]) => ({
      path: `scheduler.${member}`,
      message: `must not name a module: ${NO_FILE}`,
    })),
  ];
}

const NO_FILE = 'a scenario in a request names no file; a world with one enters by an import of its export';

type ParsedFile = v.SafeParseResult<typeof scenarioFile>;

/** A study loads many variants of one written content, which does not change. */
const written = new WeakMap<object, ParsedFile>();

function parsedWritten(content: unknown): ParsedFile {
  const known = typeof content === 'object' && content !== null ? written.get(content) : undefined;
  if (known !== undefined) return known;
  const parsed = v.safeParse(scenarioFile, content);
  if (typeof content === 'object' && content !== null) written.set(content, parsed);
  return parsed;
}

function readText(file: string): string | Problem {
  try {
    const text = readTextBounded(file, limits.fileBytes);
    return text ?? { path: '', message: `must be at most ${limits.fileBytes} bytes, but is larger` };
  } catch (error) {
    const names = builtInScenarios.map((scenario) => scenario.name).join(', ');
    return {
      path: '',
      message: `is none of the built-in scenarios (${names}) and cannot be read as a file: ${whyUnreadable(error)}`,
    };
  }
}

function readTraces(
  file: ScenarioFile,
  folder: string,
  { readTrace }: InputFiles,
): { traces: NamedTrace[]; inputs: InputFile[]; problems: Problem[] } {
  const traces: NamedTrace[] = [];
  const inputs: InputFile[] = [];
  const problems: Problem[] = [];
  const nameOf = (type: Pick<InstanceType, 'instanceType' | 'gpuModelName'>) =>
    `${shown(type.instanceType)} with ${type.gpuModelName}`;
  const known = new Set(file.instanceTypes.map(nameOf));
  file.workload.forEach((workload, w) => {
    if (workload.kind !== 'trace') return;
    const { format, options } = workload;
    const refused = format.whyRefused?.(options, zones);
    if (refused !== undefined) {
      problems.push({ path: fieldPath(['workload', w, refused.option]), message: refused.message });
      return;
    }
    const files = Object.fromEntries(
      Object.entries(workload.files).map(([file, path]) => [
        file,
        path === STANDARD_INPUT ? path : resolve(folder, path),
      ]),
    );
    const read = readTrace(format, files, options);
    if (read.ok) {
      traces.push({ ...read.trace, name: format.name });
      for (const [file, sha256] of Object.entries(read.digests))
        inputs.push({ file: workload.files[file], sha256 });
      for (const type of read.trace.instanceTypes) {
        if (known.has(nameOf(type))) {
          const why = `adds an instance type ${nameOf(type)}, which is declared elsewhere too; rename the other one`;
          problems.push({ path: fieldPath(['workload', w]), message: why });
        }
        known.add(nameOf(type));
      }
    } else {
      for (const { file, message } of read.problems) {
        problems.push({
          path: fieldPath(['workload', w, file]),
          message: `names ${files[file] === STANDARD_INPUT ? 'standard input' : files[file]}, which ${message}`,
        });
      }
    }
  });
  return { traces, inputs, problems };
}
