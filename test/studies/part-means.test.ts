import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PART_FIGURE_NAMES,
  PART_FIGURES,
  type PartFigures,
  type Parts,
} from '../../src/studies/figure-catalogue.ts';
import { PartMeans } from '../../src/studies/statistics/part-means.ts';
import { overloadRemark } from '../../src/studies/table/overload.ts';

function part(name: string, figures: Partial<PartFigures> = {}): PartFigures {
  const nothing = PART_FIGURE_NAMES.map((figure) => [
    figure,
    PART_FIGURES[figure].kind === 'number' ? 0 : null,
  ]);
  return { name, ...Object.fromEntries(nothing), ...figures };
}

const partsOf = (pools: readonly PartFigures[], workspaces: readonly PartFigures[] = []): Parts => ({
  pools,
  clusters: [],
  workspaces,
});

test('means are over the runs; a figure that a run lacks is null, a part that a run lacks counts as nothing', () => {
  const means = new PartMeans();
  for (const parts of [
    partsOf(
      [part('a', { gprs: 2, waitMsP95: 10, offeredLoad: 0.5, waitMsMean: 4 })],
      [part('blue', { gprs: 3 })],
    ),
    partsOf(
      [part('a', { gprs: 5, waitMsP95: 20, offeredLoad: 1 })],
      [part('red', { gprs: 1, waitMsP50: 1 })],
    ),
  ]) {
    means.add(parts);
  }
  assert.deepEqual(means.means(), {
    pools: [part('a', { gprs: 3.5, waitMsP95: 15, offeredLoad: 0.75 })],
    clusters: [],
    workspaces: [part('blue', { gprs: 1.5 }), part('red', { gprs: 0.5 })],
  });
});

test('the remark names pools with a load above 1, and in how many variants', () => {
  const variant = (...loads: (number | null)[]) => ({
    name: 'x',
    parts: partsOf(loads.map((offeredLoad, i) => part(`pool-${i}`, { offeredLoad }))),
  });
  assert.equal(overloadRemark([variant(1, 0.99, null)], { unit: 'GPU', without: new Set() }), undefined);
  const burst = { name: 'x', parts: partsOf([part('pool', { offeredLoad: 675, waitMsMean: 0 })]) };
  assert.equal(overloadRemark([burst], { unit: 'GPU', without: new Set() }), undefined);
  const end =
    'The GPRs need more GPU time there than the nodes have: the queue, if there is one, grows as long as GPRs arrive.';
  assert.equal(
    overloadRemark([variant(0.5, 1.234)], { unit: 'GPU', without: new Set() }),
    `Overloaded: pool-1 (offered load 1.23). ${end}`,
  );
  assert.equal(
    overloadRemark([variant(1.5, 2), variant(0.5, 3)], { unit: 'GPU', without: new Set() }),
    `Overloaded: pool-0 (offered load up to 1.50, in 1 of 2 variants), pool-1 (offered load up to 3.00, in 2 of 2 variants). ${end}`,
  );
  const many = overloadRemark([variant(...Array(10).fill(2))], { unit: 'processor', without: new Set() })!;
  assert.match(many, /pool-7 \(offered load 2\.00\) and 2 more\. The GPRs need more processor time/);
});
