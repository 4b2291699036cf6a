// The queue in its true order, with what each GPR needs, when it starts, and why it waits.

import { useEffect } from 'preact/hooks';
import type { ListedGpr } from '../../api/sim/answers.ts';
import { listPage } from '../address/list-page.ts';
import { addressOf } from '../address/route.ts';
import { stateInAddress } from '../address/state.ts';
import { EstimatedPage } from '../estimated/estimated-page.ts';
import { demandOf, EstimatedStart, LikelyStart } from '../estimated/estimated-start.tsx';
import { readLikelyStarts } from '../estimated/likely-starts.ts';
import { clusterInAddress, following, world } from '../live/live.ts';
import { AsOf } from '../page/names/as-of.tsx';
import { Policy } from '../page/names/policy.tsx';
import { Word } from '../page/names/word.tsx';
import { arrowKeys } from '../page/parts/arrow-keys.ts';
import { ClusterSelect } from '../page/parts/cluster-select.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { focusing, pointed, pointing } from '../page/pointed.ts';
import { bandOf, colorOf } from '../text/colors.ts';
import { span } from '../text/spans.ts';
import { onlyReason, Reason, ReasonCounts } from './reasons.tsx';

const PAGE = 100;

/** Between the GPRs, or between their workspaces. */
const onKeyDown = arrowKeys('.name', '.workspace a');

const listed = new EstimatedPage();
const { page } = listed;
const cluster = clusterInAddress('queue', '');
/** The id of the GPR whose row was clicked last. */
const chosen = stateInAddress({
  name: 'gpr',
  initial: '',
  from: (gpr) => gpr,
  to: (gpr) => gpr,
  place: '',
});

export function Queue() {
  const pages = listPage(PAGE, 'queuePage');
  const { value: reason } = onlyReason;
  const first = page.value?.gprs.findIndex(({ gprId }) => gprId !== null);
  useEffect(
    () =>
      following((state) => {
        void readLikelyStarts(state);
        const asked = {
          state: 'Queued',
          cluster: cluster.value,
          offset: pages.from,
          limit: PAGE,
          reason,
        };
        return listed.read(asked);
      }),
    [cluster.value, reason, pages.from],
  );
  return (
    <section class="panel queue wide" data-testid="queue" aria-label="Queue">
      <header>
        <h2>Queue</h2>
        <span class="quiet">
          order: <Policy kind="order" is={world.value!.scheduler.order} />
        </span>
        <AsOf at={page.value?.now ?? ''} />
        {page.value && (
          <ReasonCounts page={page.value} cluster={cluster.value} onChoice={() => pages.go(0)} />
        )}
        <ClusterSelect
          label="Cluster"
          value={cluster.value}
          choose={(chosen) => {
            cluster.value = chosen;
            pages.go(0);
          }}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled with the keys. */}
      <div class="scrolled" tabIndex={0}>
        <table class="named">
          <thead>
            <tr>
              <th>
                <Word is="GPR" means="GPU provisioning request: it asks for GPUs" />
              </th>
              <th>Starts</th>
              <th>Why</th>
              <th>Workspace</th>
              <th class="number">Priority</th>
              <th>Needs</th>
              <th class="number">Age</th>
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown}>
            {page.value?.gprs.map((gpr, i) => (
              <Row key={gpr.gprId ?? i} gpr={gpr} now={page.value!.now} tabIndex={i === first ? 0 : -1} />
            ))}
          </tbody>
        </table>
        {page.value?.total === 0 && (
          <p class="empty">{reason === '' ? 'Nothing waits.' : 'Nothing waits for this reason.'}</p>
        )}
      </div>
      {page.value && (
        <Pages
          label="Pages of the queue"
          total={page.value.total}
          {...pages}
          isRead={page.value.from === pages.from}
        />
      )}
    </section>
  );
}

interface Props {
  readonly gpr: ListedGpr;
  readonly now: string;
  readonly tabIndex: number;
}

function Row({ gpr, now, tabIndex }: Props) {
  const {
    gprId,
    gprName,
    workspace,
    priority,
    cluster,
    instanceType,
    gpuModelName,
    createdAt,
    enableEviction,
  } = gpr;
  return (
    <tr
      class={gprId !== null && (pointed.value === gprId || chosen.value === gprId) ? 'pointed' : ''}
      onClick={() => (chosen.value = gprId ?? '')}
      {...pointing(gprId)}
    >
      <td dir="auto">
        {gprId === null ? (
          <span class="quiet">of another workspace</span>
        ) : (
          <a
            href={addressOf('gpr', gprId)}
            class="name"
            tabIndex={tabIndex}
            title={gprName ?? undefined}
            {...focusing(gprId)}
          >
            {gprName}
          </a>
        )}
      </td>
      <td>
        <div class="queue-start">
          <EstimatedStart start={listed.startOf.value(gpr)} now={now} />
          <LikelyStart gprId={gprId} now={now} />
        </div>
      </td>
      <td class="reason">
        <Reason gpr={gpr} />
      </td>
      <td class="workspace" dir="auto" title={workspace ?? undefined}>
        <i class={workspace === null ? 'dot foreign' : 'dot'} style={{ '--held': colorOf(gpr) }} />
        {workspace !== null && (
          <a href={addressOf('workspace', workspace)} tabIndex={tabIndex}>
            {workspace}
          </a>
        )}
      </td>
      <td class="number" title={`${bandOf(priority).name}${enableEviction ? '; may evict' : ''}`}>
        {priority}
        {enableEviction && <span class="flag">may evict</span>}
      </td>
      <td title={`${gpuModelName}, ${instanceType}`}>
        {demandOf(gpr)}{' '}
        <span class="cluster quiet" title={cluster}>
          {cluster}
        </span>
      </td>
      <td class="number">{span(Date.parse(now) - Date.parse(createdAt))}</td>
    </tr>
  );
}
