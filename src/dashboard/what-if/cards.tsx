// The questions with which the place begins, filled from the world as it is. A link asks one; what it asks can be changed then.

import { useEffect, useState } from 'preact/hooks';
import type { GprPage } from '../../api/sim/answers.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { linkTo } from '../address/route.ts';
import { following, world } from '../live/live.ts';
import { policyMeaning } from '../page/names/policy.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { read } from '../session/server-call.ts';
import { number, relative } from '../text/spans.ts';
import { possibleOthers } from './asking.ts';
import { refusedWords } from './changes.tsx';
import { memberOf, nodeAway, type WhatIfQuestion } from './question.ts';

/** Queued GPRs to choose from. */
const QUEUED = 50;
const TONIGHT = '22:00';

export function Cards() {
  return (
    <div class="cards" data-testid="cards">
      <Card
        title="What would help most?"
        text="Each other policy of the scheduler, and 10 % less load to compare with, in the same futures."
        asks={[['Compare', 'ask-help', { find: 'help' }]]}
      />
      <NodeCard />
      <PolicyCard />
      <LoadCard />
      <PriorityCard />
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly choice?: Parameters<typeof Choice>[0];
  /** The first one is the usual one. */
  readonly asks: readonly (readonly [words: string, testId: string, question: Partial<WhatIfQuestion>])[];
}

function Card({ title, text, choice, asks }: CardProps) {
  return (
    <section class="question">
      <h3>{title}</h3>
      <p class="quiet">{text}</p>
      {choice && <Choice {...choice} />}
      <p class="buttons">
        {asks.map(([words, testId, question], i) => (
          <a
            key={testId}
            class={`button ${i === 0 ? 'primary' : ''}`}
            data-testid={testId}
            href={linkTo(['what-if'], memberOf(question))}
          >
            {words}
          </a>
        ))}
      </p>
    </section>
  );
}

/** At first, the node with the most GPUs in use. */
function NodeCard() {
  const [chosen, choose] = useState('');
  const used = ({ gpus, freeGpus }: { readonly gpus: number; readonly freeGpus: number }) => gpus - freeGpus;
  const nodes = world.value!.nodes.filter(({ up }) => up).toSorted((a, b) => used(b) - used(a));
  const node = nodes.find(({ cluster, name }) => `${cluster} ${name}` === chosen) ?? nodes[0];
  if (node === undefined) return <Card title="Take a node away?" text="No node is up." asks={[]} />;
  const { cluster, name, gpus } = node;
  const choices = nodes.map(({ cluster, name }) => [`${cluster} ${name}`, name] as const);
  const away = (at?: string) => [nodeAway(cluster, name, '1h', at)];
  return (
    <Card
      title={`Take ${name} away for an hour?`}
      text={`${number(used(node))} of its ${number(gpus)} GPUs are in use.`}
      choice={{ label: 'Node', testId: 'card-node', value: `${cluster} ${name}`, choices, choose }}
      asks={[
        [`Tonight at ${TONIGHT}`, 'ask-node', { changes: away(TONIGHT) }],
        ['Now', 'ask-node-now', { changes: away() }],
        ['At the calmest hour', 'ask-window', { changes: away(), find: 'window' }],
      ]}
    />
  );
}

function PolicyCard() {
  const [chosen, choose] = useState('');
  const others = possibleOthers(world.value!, 'queue');
  const queue = others.find((name) => name === chosen) ?? others[0] ?? '';
  return (
    <Card
      title={`Another queue policy than ${world.value!.scheduler.queue}?`}
      text={`${queue} ${policyMeaning('queue', queue) ?? ''}. ${refusedWords()}`}
      choice={{ label: 'Policy', testId: 'card-policy', value: queue, choices: others, choose }}
      asks={[[`With ${queue}`, 'ask-policy', { changes: [{ scheduler: { queue } }] }]]}
    />
  );
}

function LoadCard() {
  const { arrivalRate } = world.value!;
  const of = (factor: number) => ({ changes: [{ arrivalRate: Number((arrivalRate * factor).toFixed(3)) }] });
  return (
    <Card
      title="20 % more load?"
      text={`Now, GPRs arrive at ${arrivalRate === 1 ? '' : `${number(arrivalRate)} times `}the rate of the scenario.`}
      asks={[
        ['20 % more', 'ask-load', of(1.2)],
        ['50 % more', 'ask-load-more', of(1.5)],
        ['20 % less', 'ask-load-less', of(0.8)],
      ]}
    />
  );
}

/** At first, the GPR that has waited longest. */
function PriorityCard() {
  const [page, setPage] = useState<GprPage>();
  const [chosen, choose] = useState('');
  useEffect(
    () =>
      following(async () => {
        const asked = { state: 'Queued', sort: '-waited', limit: QUEUED, estimates: 'false' };
        setPage(await read<GprPage>('sim/gprs', asked));
      }),
    [],
  );
  const gprs = page?.gprs ?? [];
  const gpr = gprs.find(({ gprId }) => gprId === chosen) ?? gprs[0];
  if (gpr === undefined)
    return <Card title="A higher priority?" text={page ? 'No GPR is queued.' : 'Loading…'} asks={[]} />;
  const priority = Math.min(priorityMax, Math.max(...gprs.map((other) => other.priority)) + 1);
  const gprId = gpr.gprId!;
  const choices = gprs.map(
    ({ gprId, gprName, workspace }) => [gprId!, `${gprName} of ${workspace}`] as const,
  );
  return (
    <Card
      title={`A higher priority for ${gpr.gprName}?`}
      text={`It was created ${relative(gpr.createdAt, page!.now)}, and has the priority ${gpr.priority}.`}
      choice={{ label: 'GPR', testId: 'card-gpr', value: gprId, choices, choose }}
      asks={[
        [
          `Priority ${priority}`,
          'ask-priority',
          { changes: [{ method: 'PUT', path: '/api/v1/gpr', body: { gprId, priority } }] },
        ],
      ]}
    />
  );
}
