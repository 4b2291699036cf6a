// Scenarios that come with the program. They are imported, so that the bundle carries them.

import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import quiet from '../../fixtures/scenarios/quiet.json' with { type: 'json' };
import tiny from '../../fixtures/scenarios/tiny.json' with { type: 'json' };

export interface BuiltInScenario {
  readonly name: string;
  /** One line. */
  readonly description: string;
  /** Content of its file. */
  readonly file: unknown;
}

export const builtInScenarios: readonly BuiltInScenario[] = [
  {
    name: demo.name,
    description: 'Three busy clusters without an end: GPRs queue, run, evict one another, idle out and fail',
    file: demo,
  },
  {
    name: quiet.name,
    description: 'The clusters of demo with no work of their own: yours is the only one',
    file: quiet,
  },
  {
    name: tiny.name,
    description: 'One cluster of two nodes and a handful of GPRs, small enough to follow by hand',
    file: tiny,
  },
  {
    name: million.name,
    description: '1,000,000 GPRs of 200,000 workspaces on 10,000 nodes with 8 GPUs each',
    file: million,
  },
];
