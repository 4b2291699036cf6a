import { parentPort, workerData } from 'node:worker_threads';
import { PolicyFailure, type Scenario, Simulation } from '../../../sim/index.ts';
import { doneOf, partsOf } from '../../driver/run-parts.ts';
import { addModule } from '../../modules/add-module.ts';
import { ownPolicies } from '../../modules/given.ts';
import { override } from '../../scenario/override.ts';
import { countParts, figuresOf } from '../figures.ts';
import { newPictureReader, type PictureReader } from '../pictures.ts';
import type { RunOrder, RunReport, Task } from './messages.ts';

const REPORT_EVERY_MS = 100;

const { untilMs, window, modules } = workerData as Task;
const report = (message: RunReport) => parentPort!.postMessage(message);
let setting: Scenario;

function run({ run, scenario, isPictured }: RunOrder): void {
  if (scenario !== undefined) setting = scenario;
  const simulation = new Simulation(override(setting, run), { ownPolicies });
  simulation.measures.measure(window);
  const reader = isPictured ? newPictureReader(simulation, window) : undefined;
  countParts(simulation);
  runThrough(simulation, reader);
  const { utilizationOverTime: _, ...figures } = figuresOf(simulation, window);
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

/** The class of an error would not reach the thread that receives it. */
function guarded(order: RunOrder): void {
  try {
    run(order);
  } catch (error) {
    if (!(error instanceof PolicyFailure)) throw error;
    report({ events: 0, done: 1, failure: error.message });
  }
}

// Orders that arrive before the modules are loaded wait.
Promise.all(modules.map(({ kind, ...module }) => addModule(module, kind))).then(() =>
  parentPort!.on('message', guarded),
);
