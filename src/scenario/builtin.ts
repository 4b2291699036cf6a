// The built-in scenarios. They are imported, not read, so that the bundle contains them.

import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import quiet from '../../fixtures/scenarios/quiet.json' with { type: 'json' };
import tiny from '../../fixtures/scenarios/tiny.json' with { type: 'json' };

interface BuiltInScenario {
  readonly name: string;
  readonly description: string;
  /** Parsed content of the scenario file. */
  readonly file: unknown;
}

export const builtInScenarios: readonly BuiltInScenario[] = [
  {
    name: demo.name,
    description:
      'Three busy clusters with endless work: GPRs queue, run, evict each other, idle out and fail',
    file: demo,
  },
  {
    name: quiet.name,
    description: 'The clusters of demo without a workload: only your requests run',
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
