// The page of a node.

import type { GanttAnswer, NodeState, WorldState } from '../../api/sim/answers.ts';
import { rangeAsked } from '../axis/range/range-asked.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { past } from '../axis/shown-past.ts';
import { startMs } from '../axis/shown-time.ts';
import { readAt } from '../live/live.ts';
import { nameOf, TakeNode } from '../nodes/take-node.tsx';
import { ClusterName } from '../page/names/subject-names.tsx';
import { counted, relative, shortInstant, span } from '../text/spans.ts';
import { WhatIfNode } from '../what-if/link.tsx';
import { SubjectPage } from './subject-page.tsx';

/** Spans that are listed. */
const SPANS = 20;

/** @param cluster undefined: the newest node of this name in any cluster */
export function NodePage({ name, cluster }: { readonly name: string; readonly cluster?: string }) {
  const of = { node: name, cluster };
  const { answer: state } = useAnswer<WorldState>('sim/state', () => of, [of]);
  const node = state?.nodes.at(-1);
  return (
    <SubjectPage
      kind="node"
      name={name}
      list={['nodes', 'All nodes']}
      of={of}
      chart={{ rows: 'nodes', node: name, cluster: cluster ?? '', workspace: '' }}
      events={{ node: name }}
      title={`Node ${name}`}
      actions={
        node && (
          <>
            <TakeNode node={node} />
            {node.up && <WhatIfNode cluster={node.cluster} name={name} />}
          </>
        )
      }
    >
      {state !== undefined && (node === undefined ? <p>The node was removed.</p> : <State node={node} />)}
      <Down of={of} />
    </SubjectPage>
  );
}

function State({ node }: { readonly node: NodeState }) {
  const { up, gpus, freeGpus, gpuModelName, instanceType, cluster, repairAt, allocations } = node;
  return (
    <>
      <p>
        <span class={`state ${up ? 'Successful' : 'Failed'}`}>{up ? 'up' : 'down'}</span>{' '}
        {!up && repairAt !== null && `It comes back ${relative(repairAt, readAt.value)}. `}
        {counted(gpus, 'GPU')}, {freeGpus} free · {gpuModelName}, {instanceType} ·{' '}
        <ClusterName name={cluster} />
      </p>
      {allocations.length > 0 && <p>{allocations.map(nameOf).join('; ')}</p>}
    </>
  );
}

/** When the node was not available. */
function Down({ of }: { readonly of: { readonly node: string; readonly cluster: string | undefined } }) {
  const { answer } = useAnswer<GanttAnswer>('sim/gantt', () => ({ ...of, ...rangeAsked(), pixels: 1 }), [of]);
  if (answer === undefined) return null;
  const { fromMs } = answer;
  const endMs = past.value === undefined ? answer.nowMs : Date.parse(past.value) - startMs.value;
  const lastMs = Math.min(endMs, answer.toMs);
  const spans = answer.rows.flatMap(({ down }) => down);
  const lengthMs = spans.reduce(
    (sum, [from, to]) => sum + Math.min(to ?? lastMs, lastMs) - Math.max(from!, fromMs),
    0,
  );
  const at = (ms: number) => shortInstant(startMs.value + ms, startMs.value + lastMs);
  const texts = spans
    .slice(-SPANS)
    .toReversed()
    .map(([from, to]) => (to === null || to > endMs ? `since ${at(from!)}` : `${at(from!)} – ${at(to)}`));
  return (
    <p data-testid="down-times">
      {spans.length === 0
        ? 'It was up all the time.'
        : `It was down for ${span(lengthMs)}: ${texts.join(' · ')}${spans.length > SPANS ? ' · and earlier' : ''}`}
    </p>
  );
}
