// The program that callgrind counts: one run of `engine` or `bare` (the argument), after runs to warm up.

import { execFileSync } from 'node:child_process';
import { Simulation } from '../../sim/index.ts';
import { BareLoop } from '../bare/loop.ts';
import { millionOf, runThrough } from '../engine/load.ts';
import { COUNT } from './count.ts';

const WARM = 3;
const scenario = millionOf({ count: COUNT });

const made: Readonly<Record<string, () => () => unknown>> = {
  engine: () => {
    const simulation = new Simulation(scenario);
    return () => runThrough(simulation);
  },
  bare: () => {
    const loop = new BareLoop(scenario);
    return () => loop.run();
  },
};

const make = made[process.argv[2]];
for (let i = 0; i < WARM; i++) make()();
const run = make();
count('on');
run();
count('off');

function count(onOrOff: string): void {
  execFileSync('callgrind_control', ['-i', onOrOff, String(process.pid)], { stdio: 'ignore' });
}
