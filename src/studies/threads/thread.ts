import { parentPort, workerData } from 'node:worker_threads';
import { PolicyFailure, type Scenario, Simulation } from '../../../sim/index.ts';
import { doneOf, partsOf } from '../../driver/run-parts.ts';
import { addModule } from '../../modules/add-module.ts';
import { modulesOf, whyImpure } from '../../modules/impure-runs.ts';
import { override } from '../../scenario/override.ts';
import { countParts, figuresOf } from '../figures.ts';
import { PictureReader } from '../pictures.ts';
import { REPEAT, type RunOrder, type RunReport, type Task } from './messages.ts';

const REPORT_EVERY_MS = 100;

const { untilMs, window, modules } = workerData as Task;
const report = (message: RunReport) => parentPort!.postMessage(message);
let setting: Scenario;
/** The first run of the thread with a module. */
let first: { readonly index: number; readonly scenario: Scenario; readonly hash: string } | undefined;

function run({ index, run, scenario, isPictured }: RunOrder): void {
  if (scenario !== undefined) setting = scenario;
  const simulation = new Simulation(override(setting, run));
  simulation.measures.measure(window);
  const reader = isPictured ? new PictureReader(simulation, window) : undefined;
  countParts(simulation);
  runThrough(simulation, reader);
  const { utilizationOverTime: _, ...figures } = figuresOf(simulation, window);
  if (modulesOf(simulation.scenario.scheduler).length > 0)
    first ??= { index, scenario: simulation.scenario, hash: figures.hash };
  report({
    events: simulation.events,
    done: 1,
    figures,
    ...(reader === undefined ? {} : { pictures: reader.pictures() }),
  });
}

function runThrough(simulation: Simulation, reader?: PictureReader): void {
  let reportedAt = performance.now();
  for (const isLast of partsOf(simulation, untilMs)) {
    if (reader === undefined) simulation.dropFacts();
    else reader.follow(simulation.takeFacts());
    if (isLast || performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    report({ events: simulation.events, done: doneOf(simulation, untilMs) });
  }
}

/** Repeats the first run with a module. By now the module has had the calls of all runs of the thread. */
function repeat(): void {
  if (first === undefined) {
    report({ events: 0, done: 1, repeated: { index: undefined } });
    return;
  }
  const { index, scenario, hash } = first;
  const simulation = new Simulation(scenario);
  runThrough(simulation);
  const again = simulation.clock().hash;
  const failure = again === hash ? undefined : whyImpure(modulesOf(scenario.scheduler), hash, again);
  report({ events: simulation.events, done: 1, failure, repeated: { index } });
}

/** The class of an error would not reach the thread that receives it. */
function guarded(order: RunOrder | typeof REPEAT): void {
  const isRepetition = order === REPEAT;
  try {
    if (isRepetition) repeat();
    else run(order);
  } catch (error) {
    if (!(error instanceof PolicyFailure)) throw error;
    const repeated = isRepetition ? { repeated: { index: first?.index } } : {};
    report({ events: 0, done: 1, failure: error.message, ...repeated });
  }
}

// Orders that arrive before the modules are loaded wait.
Promise.all(modules.map(({ kind, ...module }) => addModule(module, kind))).then(() =>
  parentPort!.on('message', guarded),
);
