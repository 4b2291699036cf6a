import { parentPort, workerData } from 'node:worker_threads';
import { type Scenario, Simulation } from '../../../sim/index.ts';
import { doneOf, partsOf } from '../../driver/run-parts.ts';
import { override } from '../../scenario/override.ts';
import { countParts, figuresOf } from '../figures.ts';
import { PictureReader } from '../pictures.ts';
import type { RunOrder, RunReport, Task } from './messages.ts';

const REPORT_EVERY_MS = 100;

const { untilMs, window } = workerData as Task;
const report = (message: RunReport) => parentPort!.postMessage(message);
let setting: Scenario;

parentPort!.on('message', ({ run, scenario, isPictured }: RunOrder) => {
  if (scenario !== undefined) setting = scenario;
  const simulation = new Simulation(override(setting, run));
  simulation.measures.measure(window);
  const reader = isPictured ? new PictureReader(simulation, window) : undefined;
  countParts(simulation);
  let reportedAt = performance.now();
  for (const isLast of partsOf(simulation, untilMs)) {
    if (reader === undefined) simulation.dropFacts();
    else reader.follow(simulation.takeFacts());
    if (isLast || performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    report({ events: simulation.events, done: doneOf(simulation, untilMs) });
  }
  const { utilizationOverTime: _, ...figures } = figuresOf(simulation, window);
  report({
    events: simulation.events,
    done: 1,
    figures,
    ...(reader === undefined ? {} : { pictures: reader.pictures() }),
  });
});
