import * as v from 'valibot';
import { strings } from '../../frame/answers/shapes.ts';
import { integer, only, optionalDuration, optionalText, text } from '../../frame/request/fields.ts';

const nodesMax = 10_000;

export const nodeRequest = only({ cluster: text(), node: text() });

export const takeNodeDownRequest = only({
  cluster: text(),
  node: text(),
  repairAfter: optionalDuration({ zero: true }),
});

export const addNodesRequest = only({
  cluster: text(),
  instanceType: text(),
  gpuModelName: optionalText(),
  count: v.nullish(integer(1, nodesMax), 1),
});

export const addNodesAnswer = v.object({ nodes: strings });
