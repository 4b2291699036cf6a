// Measures memory per GPR: that of the engine after a run that keeps all GPRs, against that of the bare loop
// (../bare/loop.ts). Both include nodes, workspaces and the queues of the pools.

import { Simulation } from '../../sim/index.ts';
import { BareLoop } from '../bare/loop.ts';
import { grown } from '../measuring/grown.ts';
import type { Entry } from '../measuring/row.ts';
import { millionOf, runThrough } from './load.ts';

const COUNT = 1e5;

export const memory: Entry = async () => {
  const scenario = millionOf({ count: COUNT, keepEnded: COUNT });
  const engine = grown(() => {
    const simulation = new Simulation(scenario);
    runThrough(simulation);
    return simulation;
  });
  const bare = grown(() => {
    const loop = new BareLoop(scenario);
    loop.run();
    return loop;
  });
  const kept = Object.values(engine.made.views.countStates()).reduce((sum, count) => sum + count, 0);
  if (kept !== COUNT) throw new Error(`the engine has ${kept} GPRs in memory instead of ${COUNT}`);
  return [
    {
      name: 'engine memory',
      value: engine.bytes / COUNT,
      reference: bare.bytes / COUNT,
      unit: 'bytes/GPR',
      ratioOf: 'engine ÷ bare loop',
      ratio: engine.bytes / bare.bytes,
      spread: 0,
      notes: { 'GPRs kept': kept },
    },
  ];
};
