import { parentPort, workerData } from 'node:worker_threads';
import { Simulation } from '../../../../sim/index.ts';
import { figuresOf } from '../../../compare/figures.ts';
import type { GridRun } from '../../../compare/grid.ts';
import { doneOf, partsOf } from '../../../driver/parts.ts';
import { override } from '../../../scenario/override.ts';
import type { RunReport, Task } from './messages.ts';

const REPORT_EVERY_MS = 100;

const { scenario, untilMs } = workerData as Task;
const report = (message: RunReport) => parentPort!.postMessage(message);

parentPort!.on('message', (run: GridRun) => {
  const simulation = new Simulation(override(scenario, run));
  let reportedAt = performance.now();
  for (const isLast of partsOf(simulation, untilMs)) {
    simulation.dropFacts();
    if (isLast || performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    report({ events: simulation.events, done: doneOf(simulation, untilMs) });
  }
  const { utilizationOverTime: _, ...figures } = figuresOf(simulation);
  report({ events: simulation.events, done: 1, figures });
});
