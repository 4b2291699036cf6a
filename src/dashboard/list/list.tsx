// All GPRs that match the filters, in pages.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListedGpr } from '../../api/sim/answers.ts';
import { STATE_WORDS } from '../../looks/states.ts';
import { listPage } from '../address/list-page.ts';
import { member } from '../address/route.ts';
import { EstimatedPage } from '../estimated/estimated-page.ts';
import { demandOf, EstimatedStart } from '../estimated/estimated-start.tsx';
import { following } from '../live/live.ts';
import { Refused } from '../page/acting/refused.tsx';
import { AsOf } from '../page/names/as-of.tsx';
import { linked } from '../page/names/linked.tsx';
import { ClusterName, GprName, WorkspaceName } from '../page/names/subject-names.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { Table } from '../page/parts/table.tsx';
import { pointed, pointing } from '../page/pointed.ts';
import { Refusal } from '../session/server-call.ts';
import { sentence } from '../text/plain.ts';
import { counted, shortInstant, span } from '../text/spans.ts';
import { FilterBar, filters, setFilters } from './list-filters.tsx';

const PAGE = 100;

const listed = new EstimatedPage();
const { page } = listed;
/** Why the filters were refused; '' if they were not. */
const refused = signal('');

/** @param name of GPRs, or a part of it, to begin with */
export function GprList({ name = '' }: { readonly name?: string }) {
  useEffect(() => {
    if (name !== '' && name !== filters.peek().name) setFilters({ name });
  }, [name]);
  const { value: sort } = member('sort');
  const pages = listPage(PAGE);
  useEffect(
    () =>
      following(async () => {
        const asked = { ...filters.value, sort, offset: pages.from, limit: PAGE };
        try {
          await listed.read(asked);
          refused.value = '';
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.value = sentence(error.message);
        }
      }),
    [filters.value, pages.from, sort],
  );
  const shown = refused.value === '' ? page.value : undefined;
  return (
    <section class="panel" data-testid="gprs" aria-label="GPRs">
      <header>
        <h2>GPRs</h2>
        <span class="quiet" role="status">
          {shown && counted(shown.total, 'GPR')}
          {sort === '' && ': those that wait, then those that hold GPUs, then the latest ended ones'}
        </span>
        <AsOf at={shown?.now ?? ''} />
      </header>
      <FilterBar />
      <Refused why={refused.value} />
      <Table
        class="named"
        heads={[
          ['GPR', 'name'],
          ['Workspace', 'workspace'],
          ['State', 'state'],
          ['Priority', 'priority', 'number'],
          ['Needs', 'gpus', ''],
          ['Cluster', 'cluster'],
          ['Created', 'created', ''],
          ['Starts, started', 'start', ''],
          ['Waited', 'waited', 'number'],
          ['Ended', 'ended', ''],
          ['Exit duration', 'exit', 'number'],
        ]}
      >
        {shown?.gprs.map((gpr, i) => (
          <Entry key={gpr.gprId ?? i} gpr={gpr} now={shown.now} />
        ))}
      </Table>
      {shown?.total === 0 && <p class="empty">No GPR matches.</p>}
      {shown && (
        <Pages label="Pages of the list" total={shown.total} {...pages} isRead={shown.from === pages.from} />
      )}
    </section>
  );
}

function Entry({ gpr, now }: { readonly gpr: ListedGpr; readonly now: string }) {
  const { gprId, gprName, workspace, state, idle, failureReason, priority } = gpr;
  const { instanceType, gpuModelName, cluster, createdAt, startedAt, endedAt, exitMs, why, position } = gpr;
  return (
    <tr
      class={gprId !== null && pointed.value === gprId ? 'pointed' : ''}
      data-row={gprId}
      title={why}
      {...pointing(gprId)}
    >
      <td>
        <GprName id={gprId} name={gprName} />
      </td>
      <td>
        <WorkspaceName name={workspace} />
      </td>
      <td>
        <span class={`state ${state}`} title={STATE_WORDS[state]}>
          {state}
        </span>
        {position !== null && (
          <span class="quiet" title="In the queue of its cluster and instance type">
            {' '}
            #{position}
          </span>
        )}
        {idle && <span class="quiet"> idle</span>}
        {failureReason !== '' && <span class="quiet"> {linked(failureReason, '')}</span>}
      </td>
      <td class="number">{priority}</td>
      <td title={`${gpuModelName}, ${instanceType}`}>{demandOf(gpr)}</td>
      <td>
        <ClusterName name={cluster} />
      </td>
      <td>{shortInstant(createdAt, now)}</td>
      <td>
        {startedAt !== null && shortInstant(startedAt, now)}
        {startedAt === null && state === 'Queued' && (
          <EstimatedStart start={listed.startOf.value(gpr)} now={now} />
        )}
      </td>
      <td class="number">{span(Date.parse(startedAt ?? endedAt ?? now) - Date.parse(createdAt))}</td>
      <td>{endedAt !== null && shortInstant(endedAt, now)}</td>
      <td class="number">{span(exitMs)}</td>
    </tr>
  );
}
