// The panel of the guided tour: what a step shows, and the ways on and back.

import type { Signal } from '@preact/signals';
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { chart, cluster as chartCluster, rowsBy, showRow } from '../gantt/data/chart.ts';
import { FIRST_NODES, nodesWanted, world } from '../live/live.ts';
import { branch } from '../live/of-branch.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { linked } from '../page/address/linked.tsx';
import { addressOf, addressWith } from '../page/address/route.ts';
import { pointed, toured } from '../page/pointed.ts';
import { cluster as queueCluster } from '../queue/queue.tsx';
import { onlyReason } from '../queue/reasons.tsx';
import { capital } from '../text/plain.ts';
import { weekdayTime } from '../text/spans.ts';
import { nodeAway } from '../what-if/question.ts';
import type { Scene, Topic } from './scenes.ts';
import { begin, checkStored, end, goToStep, isBusy, isOffered, letHappen, tour } from './tour.ts';

interface StepText {
  readonly title: string;
  /** The part of the page to look at. */
  readonly look: 'queue' | 'nodes' | 'gantt';
  readonly before: (scene: Scene) => ComponentChild;
  readonly after: (scene: Scene) => ComponentChild;
}

const name = (gprId: string) => <b>{linked(gprId, '')}</b>;
const time = ({ at }: Scene) => weekdayTime(at);

/** What the loss of its GPUs did to a GPR. A GPR that was queued again may have started again at once. */
const fate = (hasEnded: boolean) => (hasEnded ? 'failed' : 'was queued again');

const asks = ({ node }: Scene) => `Who would wait longer if ${node} were taken away for four hours?`;

const STEPS: Readonly<Record<Topic, StepText>> = {
  queue: {
    title: 'The queue',
    look: 'queue',
    before: (scene) => (
      <>
        At {time(scene)}, a GPR arrives: a request for GPUs. It has to wait in the queue. “Starts” is the
        estimate.
      </>
    ),
    after: ({ gprId }) => <>{name(gprId)} waits. Click its row to read why, or its name for its page.</>,
  },
  priority: {
    title: 'Priority',
    look: 'queue',
    before: (scene) => (
      <>Higher priorities go first: at {time(scene)}, a GPR arrives that overtakes one that waits.</>
    ),
    after: ({ gprId, otherId }) => (
      <>
        {name(gprId)} will start before {name(otherId)}, although it came later.
      </>
    ),
  },
  eviction: {
    title: 'Eviction',
    look: 'gantt',
    before: (scene) => (
      <>
        A GPR that may evict takes GPUs from a GPR with a lower priority: one does at {time(scene)}. A
        triangle in the chart marks it.
      </>
    ),
    after: ({ gprId, otherId, hasEnded }) => (
      <>
        {name(gprId)} evicted {name(otherId)}, which {fate(hasEnded)}. Both pages name the other GPR.
      </>
    ),
  },
  idle: {
    title: 'Idle time-out',
    look: 'gantt',
    before: (scene) => (
      <>
        A GPR can hold GPUs without using them: its cells in the nodes are pale. With an idle time-out, it
        ends: one does at {time(scene)}.
      </>
    ),
    after: ({ gprId }) => (
      <>{name(gprId)} was idle for too long: it is TimedOut. A ring in the chart marks it.</>
    ),
  },
  failure: {
    title: 'Node failure',
    look: 'nodes',
    before: (scene) => (
      <>
        Nodes fail by chance. At {time(scene)}, {scene.node} fails while a GPR holds its GPUs.
      </>
    ),
    after: ({ gprId, node, hasEnded }) => (
      <>
        {node} is down, and red in the nodes and in the chart. {name(gprId)} lost its GPUs and{' '}
        {fate(hasEnded)}.
      </>
    ),
  },
  'what-if': {
    title: 'What if',
    look: 'nodes',
    before: asks,
    after: asks,
  },
};

/** The filters of the user that could hide what a step shows, each with the value that hides nothing. */
const FILTERS = [
  [queueCluster, ''],
  [onlyReason, undefined],
  [chartCluster, ''],
  [rowsBy, 'nodes'],
  [nodesWanted, FIRST_NODES],
] as readonly (readonly [Signal<unknown>, unknown])[];

/** The tour, or the offer of it. */
export function TourPanel() {
  useStoredTour();
  const { value: known } = tour;
  const scene = known?.scenes[known.step];
  const isRead = chart.value !== undefined;
  useEffect(() => {
    if (scene === undefined) return undefined;
    const { look } = STEPS[scene.topic];
    document.body.dataset.look = look;
    // If the page has room for both, the chart is in view, too.
    for (const part of ['gantt', look])
      document.querySelector(`.${part}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      delete document.body.dataset.look;
    };
  }, [scene, known?.hasHappened]);
  useEffect(() => showRow(scene?.node ?? ''), [scene, known?.hasHappened, isRead]);
  useEffect(() => {
    if (scene === undefined) return undefined;
    const before = FILTERS.map(([filter]) => filter.peek());
    for (const [filter, all] of FILTERS) filter.value = all;
    return () => {
      for (const [i, [filter]] of FILTERS.entries()) filter.value = before[i];
    };
  }, [scene]);
  useEffect(() => {
    toured.value = pointed.value = known?.hasHappened ? scene?.gprId : undefined;
    return () => {
      toured.value = undefined;
    };
  }, [scene, known?.hasHappened]);
  if (!isOffered()) return <p class="empty">The tour is for Owners, in the scenario demo.</p>;
  if (known === undefined) return <Offer />;
  if (scene === undefined) return <Broken isLooking={isBusy.value} />;
  const { title, before, after } = STEPS[scene.topic];
  const { step, scenes, hasHappened } = known;
  const isAway = branch.value !== known.made?.branch;
  return (
    <Panel
      title={title}
      of={`step ${step + 1} of ${scenes.length}`}
      text={
        isAway && !isBusy.value
          ? 'The server shows another branch now.'
          : (hasHappened ? after : before)(scene)
      }
    >
      {step > 0 && <Move to="back" go={() => goToStep(step - 1)} />}
      {isAway || hasHappened ? (
        <Move to="again" go={() => goToStep(step)} />
      ) : scene.topic === 'what-if' ? (
        <a class="button primary" data-testid="tour-what-if" href={whatIfOf(scene)}>
          Ask: what if?
        </a>
      ) : (
        <Move to="happen" text="Let it happen" isNext go={letHappen} />
      )}
      {step + 1 < scenes.length && <Move to="next" isNext={hasHappened} go={() => goToStep(step + 1)} />}
      <Move to="end" go={end} />
    </Panel>
  );
}

interface Shown {
  readonly title: string;
  /** Beside the title. */
  readonly of?: string;
  readonly text: ComponentChild;
  /** The buttons. */
  readonly children: ComponentChildren;
}

function Panel({ title, of, text, children }: Shown) {
  return (
    <section class="panel tour-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span class="quiet">{of}</span>
      </header>
      <p role="status" data-testid="tour-text">
        {text}
      </p>
      <div class="buttons">{children}</div>
    </section>
  );
}

/** The question of the last step. */
function whatIfOf({ node }: Scene): string {
  const cluster = world.value!.clusters.find(({ name }) => node.startsWith(`${name}-`))?.name ?? '';
  return addressWith(['what-if'], { changes: JSON.stringify([nodeAway(cluster, node, '4h')]) });
}

interface Moved {
  /** In the test id. */
  readonly to: string;
  /** Default: `to`. */
  readonly text?: string | undefined;
  readonly go: () => Promise<void>;
  readonly isNext?: boolean;
}

function Move({ to, text = capital(to), go, isNext = false }: Moved) {
  return (
    <OnlyNow>
      <button
        class={isNext ? 'primary' : ''}
        data-testid={`tour-${to}`}
        aria-disabled={isBusy.value}
        onClick={() => void go()}
      >
        {text}
      </button>
    </OnlyNow>
  );
}

const LOOKING = 'Looking for examples…';

function Offer() {
  return (
    <Panel
      title="A tour in six steps"
      text="Each step begins a minute before it happens. The tour moves the clock for all users, in branches that its end deletes."
    >
      <Move to="begin" text={isBusy.value ? LOOKING : undefined} isNext go={begin} />
    </Panel>
  );
}

/** The tour has no step: it looks for its scenes, or stopped while it did. */
function Broken({ isLooking }: { readonly isLooking: boolean }) {
  return (
    <Panel title="Tour" text={isLooking ? LOOKING : 'The tour stopped before its first step.'}>
      <Move to="end" go={end} />
    </Panel>
  );
}

function useStoredTour(): void {
  const isRead = world.value !== undefined;
  useEffect(() => {
    if (isRead) void checkStored().catch(() => {});
  }, [isRead]);
}

/** On all other places: a tour that has not ended. */
export function TourBand({ isTour }: { readonly isTour: boolean }) {
  useStoredTour();
  if (isTour || tour.value === undefined || !isOffered()) return null;
  return (
    <section class="tour-band" aria-label="Tour" data-testid="tour-band">
      <span>The tour has not ended.</span>
      <a href={addressOf('tour')}>Back to the tour</a>
      <Move to="end" text="End the tour" go={end} />
    </section>
  );
}
