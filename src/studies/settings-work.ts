// Whether the variants of a comparison run the same work: what each leaves out of its traces, and whether workloads differ.

import { hash } from 'node:crypto';
import { lostShareText, NEVER, type Scenario } from '../../sim/index.ts';
import type { LoadedScenario } from '../scenario/load.ts';
import { counted } from '../wire/text/counted.ts';

type Loaded = Extract<LoadedScenario, { readonly ok: true }>;
type Loss = Loaded['reports'][number]['work']['losses'][number];

/** What the runs of a setting leave out of their traces, or cut. */
interface LeftOut {
  readonly jobs: number;
  /** GPUs × ms, of jobs whose work is known. */
  readonly gpuMs: number;
  /** `gpuMs` ÷ all known work of the traces, 0 … 1. */
  readonly share: number;
  readonly losses: readonly Omit<Loss, 'what'>[];
}

type Part = Pick<LeftOut, 'jobs' | 'share'>;

const NOTHING: LeftOut = { jobs: 0, gpuMs: 0, share: 0, losses: [] };

/** From this share of jobs or work on, an answer states what is left out. */
const STATED_SHARE = 0.01;

/** Recorded jobs that arrive after the end of a run; undefined if there are none. */
interface Late {
  readonly jobs: number;
  /** Number of all recorded jobs. */
  readonly of: number;
}

export function lateJobs({ workload, arrivalRateMilli }: Scenario, untilMs: number): Late | undefined {
  if (untilMs === NEVER) return undefined;
  const gprs = workload.flatMap((entry) =>
    entry.kind === 'trace' && entry.arrivals === undefined ? entry.gprs : [],
  );
  const jobs = gprs.filter(({ arrivalMs }) => (arrivalMs * 1000) / arrivalRateMilli >= untilMs).length;
  return jobs === 0 ? undefined : { jobs, of: gprs.length };
}

export function lateText({ jobs, of }: Late): string {
  return `${jobs} of ${of} jobs arrive after the end of the run (--until)`;
}

export class SettingsWork {
  /** By setting. */
  readonly #leftOut: LeftOut[] = [];
  readonly #workloads: string[] = [];
  /** The work that runs of traces, with what else there is: one entry for equal work. */
  readonly #kept = new Set<string>();
  /** By setting: jobs whose work is not known ÷ all jobs of the traces. */
  readonly #unknown: number[] = [];
  /** What no setting with this workload runs. */
  readonly #least = new Map<string, Pick<LeftOut, 'jobs' | 'gpuMs'>>();
  /** Whether any setting has traces. */
  hasTraces = false;
  /** Of the setting with the most. */
  late: Late | undefined;

  note(setting: number, loaded: Loaded, untilMs: number): void {
    const late = lateJobs(loaded.scenario, untilMs);
    if (late !== undefined && late.jobs > (this.late?.jobs ?? 0)) this.late = late;
    const leftOut = leftOutOf(loaded);
    const others = textHash(othersOf(loaded));
    const workload = workloadOf(loaded, others);
    const { jobs, gpuMs } = this.#least.get(workload) ?? leftOut;
    this.#leftOut[setting] = leftOut;
    this.#workloads[setting] = workload;
    this.#kept.add(`${others} ${keptMsOf(loaded)}`);
    this.#unknown[setting] = unknownShareOf(loaded);
    this.#least.set(workload, {
      jobs: Math.min(jobs, leftOut.jobs),
      gpuMs: Math.min(gpuMs, leftOut.gpuMs),
    });
    this.hasTraces ||= loaded.reports.length > 0;
  }

  leftOut(setting: number): LeftOut {
    return this.#leftOut[setting] ?? NOTHING;
  }

  /** Whether a setting leaves out or cuts work that another one runs. */
  isLess(setting: number): boolean {
    const least = this.#least.get(this.#workloads[setting]);
    const { jobs, gpuMs } = this.leftOut(setting);
    return least !== undefined && (jobs > least.jobs || gpuMs > least.gpuMs);
  }

  get isAnyLess(): boolean {
    return this.#leftOut.some((_, setting) => this.isLess(setting));
  }

  /** Whether settings differ, or could differ, in what they leave out. */
  get showsLeftOut(): boolean {
    return this.isAnyLess || (!this.isOneWorkload && this.#leftOut.some(({ jobs }) => jobs > 0));
  }

  /** Whether all settings have one workload, apart from what they leave out, or as much work. */
  get isOneWorkload(): boolean {
    return this.#least.size <= 1 || this.#kept.size <= 1;
  }

  /** What a setting leaves out that others with its workload run; of different workloads: all that it leaves out. */
  leftOutAlone(setting: number): Part {
    const { jobs, gpuMs, share } = this.leftOut(setting);
    const least = this.isOneWorkload ? this.#least.get(this.#workloads[setting]) : undefined;
    if (least === undefined) return { jobs, share };
    return { jobs: jobs - least.jobs, share: gpuMs === 0 ? 0 : share * (1 - least.gpuMs / gpuMs) };
  }

  /** `3 jobs, 4.5 % of the work`; undefined if that is less than a hundredth of the jobs or the work. */
  statedText(setting: number): string | undefined {
    const leftOut = this.leftOut(setting);
    const isUnknown = (this.#unknown[setting] ?? 0) >= STATED_SHARE;
    if (leftOut.share < STATED_SHARE && !isUnknown) return undefined;
    return `${isUnknown ? 'at least ' : ''}${leftOutText(leftOut)}${isUnknown ? ', because the work of some is not known' : ''}`;
  }

  /** What the settings leave out, as a text for hashes; '' if nothing. */
  text(): string {
    return this.#leftOut.some(({ jobs }) => jobs > 0) ? JSON.stringify(this.#leftOut) : '';
  }
}

/** `3 jobs, 4.5 % of the work`. */
export function leftOutText({ jobs, share }: Part): string {
  return `${counted(jobs, 'job')}, ${lostShareText(share)} of the work`;
}

const keptMsOf = ({ reports }: Loaded) => reports.reduce((sum, { work }) => sum + work.keptMs, 0);

const othersOf = ({ scenario }: Loaded) => scenario.workload.filter(({ kind }) => kind !== 'trace');

function unknownShareOf({ reports, scenario }: Loaded): number {
  const unknown = reports.flatMap(({ work }) => work.losses).reduce((sum, loss) => sum + loss.unknown, 0);
  const kept = scenario.workload.reduce(
    (sum, entry) => sum + (entry.kind === 'trace' ? entry.gprs.length : 0),
    0,
  );
  return unknown === 0 ? 0 : unknown / (unknown + kept);
}

function leftOutOf(loaded: Loaded): LeftOut {
  const losses = loaded.reports.flatMap(({ work }) => work.losses).map(({ what: _, ...loss }) => loss);
  if (losses.length === 0) return NOTHING;
  const jobs = losses.reduce((sum, loss) => sum + loss.jobs, 0);
  const gpuMs = losses.reduce((sum, loss) => sum + loss.gpuMs, 0);
  return { jobs, gpuMs, share: gpuMs === 0 ? 0 : gpuMs / (keptMsOf(loaded) + gpuMs), losses };
}

/** Equal for equal workloads. Traces are compared by their files: which of their jobs run is in `LeftOut`. */
function workloadOf(loaded: Loaded, others: string): string {
  const { inputs, traceOptions } = loaded;
  const options = traceOptions.map(({ format, options }) =>
    Object.entries(options).filter(([name]) => format.options[name].keepsWork !== true),
  );
  const files = inputs.map(({ sha256 }) => sha256);
  return textHash([files, options, others]);
}

function textHash(parts: object): string {
  return hash(
    'sha256',
    JSON.stringify(parts, (_, value) => (value instanceof Map ? [...value] : value)),
  );
}
