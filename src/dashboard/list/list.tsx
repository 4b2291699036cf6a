// All GPRs that match the filters, in pages.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { STATE_WORDS } from '../../looks/states.ts';
import { listPage } from '../address/list-page.ts';
import { member } from '../address/route.ts';
import { range } from '../axis/range/range.ts';
import { EstimatedPage } from '../estimated/estimated-page.ts';
import { demandOf, EstimatedStart } from '../estimated/estimated-start.tsx';
import { following } from '../live/live.ts';
import { Refused } from '../page/acting/refused.tsx';
import { allPages, SaveCsv } from '../page/acting/save-csv.tsx';
import { AsOf } from '../page/names/as-of.tsx';
import { linked } from '../page/names/linked.tsx';
import { ClusterName, GprName, WorkspaceName } from '../page/names/subject-names.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { Table } from '../page/parts/table.tsx';
import { pointed, pointing } from '../page/pointed.ts';
import { Refusal } from '../session/server-call.ts';
import { csvText } from '../text/csv.ts';
import { sentence } from '../text/plain.ts';
import { counted, number, shortInstant, span } from '../text/spans.ts';
import { FilterBar, filters } from './list-filters.tsx';

const PAGE = 100;
/** Members of a GPR in the CSV. */
const MEMBERS = [
  'gprId',
  'gprName',
  'workspace',
  'state',
  'priority',
  'gpus',
  'cluster',
  'instanceType',
  'createdAt',
  'startedAt',
  'endedAt',
  'waitedMs',
  'exitMs',
  'nodeCount',
] as const;

const listed = new EstimatedPage();
const { page } = listed;
/** Why the filters were refused; '' if they were not. */
const refused = signal('');

export function GprList() {
  const { value: sort } = member('sort');
  const pages = listPage(PAGE);
  useEffect(
    () =>
      following(async () => {
        const asked = { ...selected(), offset: pages.from, limit: PAGE };
        try {
          await listed.read(asked);
          refused.value = '';
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.value = sentence(error.message);
        }
      }),
    [filters.value, range.value, pages.from, sort],
  );
  const shown = refused.value === '' ? page.value : undefined;
  const longest = Math.max(1, ...(shown?.gprs ?? []).map(({ waitedMs }) => waitedMs));
  const csv = async () =>
    csvOf(await allPages<ListedGpr>('sim/gprs', { ...selected(), estimates: 'false' }, 'gprs'));
  return (
    <section class="panel" data-testid="gprs" aria-label="GPRs">
      <header>
        <h2>GPRs</h2>
        <span class="quiet" role="status">
          {shown && counted(shown.total, 'GPR')}
          {sort === '' && ': those that wait, then those that hold GPUs, then the latest ended ones'}
        </span>
        <SaveCsv name="gprs" text={csv} />
        <AsOf at={shown?.now ?? ''} />
      </header>
      <FilterBar />
      <Refused why={refused.value} />
      <Table
        class="gprs named"
        foot={shown && shown.total > 0 && <Sums page={shown} />}
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
          <Entry key={gpr.gprId ?? i} gpr={gpr} now={shown.now} longest={longest} />
        ))}
      </Table>
      {shown?.total === 0 && <p class="empty">No GPR matches.</p>}
      {shown && (
        <Pages label="Pages of the list" total={shown.total} {...pages} isRead={shown.from === pages.from} />
      )}
    </section>
  );
}

/** What the filters, the range and the order select. */
function selected() {
  const { fromMs, toMs } = range.peek() ?? {};
  return { ...filters.peek(), from: fromMs, to: toMs, sort: member('sort').peek() };
}

/** Of all pages. */
function Sums({ page: { total, sums } }: { readonly page: GprPage }) {
  return (
    <tr class="sum" data-testid="sum">
      <td>All {number(total)}</td>
      <td colSpan={3} />
      <td>{counted(sums.gpus, 'GPU')}</td>
      <td colSpan={3} />
      <td class="number">mean {span(Math.round(sums.waitedMs / total))}</td>
      <td colSpan={2} />
    </tr>
  );
}

/** Instants in ISO 8601. */
function csvOf(gprs: readonly ListedGpr[]): string {
  return csvText([MEMBERS, ...gprs.map((gpr) => MEMBERS.map((name) => String(gpr[name] ?? '')))]);
}

interface Listed {
  readonly gpr: ListedGpr;
  readonly now: string;
  /** The longest wait of the page, ms. */
  readonly longest: number;
}

function Entry({ gpr, now, longest }: Listed) {
  const { gprId, gprName, workspace, state, idle, failureReason, priority } = gpr;
  const {
    instanceType,
    gpuModelName,
    cluster,
    createdAt,
    startedAt,
    endedAt,
    waitedMs,
    exitMs,
    why,
    position,
  } = gpr;
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
          <span class="quiet" title="Its place in the queue of its cluster and instance type">
            {' '}
            no. {position} of its pool
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
      <td class="number bar-cell" style={{ '--length': `${(70 * waitedMs) / longest}%` }}>
        {span(waitedMs)}
      </td>
      <td>{endedAt !== null && shortInstant(endedAt, now)}</td>
      <td class="number">{span(exitMs)}</td>
    </tr>
  );
}
