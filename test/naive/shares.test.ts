// Compares the engine with the naive world where GPUs are shared, under placement policies that know each GPU, and without a queue.

import fc from 'fast-check';
import { sharedScenarios } from '../sim/shares/arbitrary-trace.ts';
import { actions } from '../support/arbitrary-actions.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import { property } from '../support/property.ts';
import { SECOND } from '../support/scenario.ts';
import { policedScenarios, query, twists } from './arbitrary.ts';
import { Lockstep } from './lockstep.ts';
import { playBoth } from './play.ts';

const gaps = fc.array(fc.nat(8 * BEAT), { minLength: 1, maxLength: 8 });

property(
  'the engine and the naive world report the same facts and estimates of shared GPUs',
  150,
  fc.tuple(sharedScenarios(), gaps),
  ([scenario, gapsMs]) => {
    const lockstep = new Lockstep(scenario);
    gapsMs.forEach((gapMs, i) => {
      const atMs = lockstep.simulation.nowMs + gapMs;
      if (i % 2 === 0) lockstep.openAt(atMs);
      else lockstep.runTo(atMs);
      lockstep.compareEstimates();
    });
    lockstep.runTo(lockstep.simulation.nowMs + 300 * SECOND);
    lockstep.compareHash();
  },
);

property(
  'commands to worlds with shared GPUs have the same effects in both',
  100,
  fc.tuple(sharedScenarios(), actions, fc.array(query, { minLength: 1, maxLength: 10 })),
  ([scenario, list, queries]) => playBoth([scenario, list, [{}], queries]),
);

property(
  'under random placement, a prospect is the start that the GPR would have: the draws of both are the same',
  150,
  fc.tuple(sharedScenarios(), actions, fc.array(query, { minLength: 1, maxLength: 10 })),
  ([scenario, list, queries]) => {
    const scheduler = { ...scenario.scheduler, queue: 'backfill', placement: 'random' };
    playBoth([{ ...scenario, scheduler }, list, [{}], queries]);
  },
);

const queue = fc.constantFrom('refuse', 'refuse', 'backfill', 'strict', 'greedy');
const placement = fc.constantFrom('packing', 'clustering', 'best-fit-vector', 'dot-product', 'fgd', 'random');
const queries = fc.array(query, { minLength: 1, maxLength: 10 });

property(
  'the engine and the naive world report the same facts of whole GPUs, if the placement policy knows each GPU or nothing queues',
  100,
  fc.tuple(policedScenarios, queue, placement, actions, twists, queries),
  ([scenario, queue, placement, list, twists, queries]) => {
    const scheduler = { ...scenario.scheduler, queue, placement };
    playBoth([{ ...scenario, scheduler }, list, twists, queries]);
  },
);

property(
  'the placement policy can change to one that knows each GPU, and back',
  60,
  fc.tuple(policedScenarios, placement, queue, gaps),
  ([scenario, placement, queue, gapsMs]) => {
    const lockstep = new Lockstep(scenario);
    gapsMs.forEach((gapMs, i) => {
      lockstep.openAt(lockstep.simulation.nowMs + gapMs);
      const name = i % 3 === 2 ? 'worst-fit' : placement;
      lockstep.give({ kind: 'scheduler.set', placement: name, ...(i % 2 === 0 ? { queue } : {}) });
      lockstep.runTo(lockstep.simulation.nowMs + gapMs);
      lockstep.compareEstimates();
    });
    lockstep.compareHash();
  },
);
