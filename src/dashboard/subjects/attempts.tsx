// The GPRs of a subject: those that hold GPUs, planned ones, and those that held GPUs before.

import type { AttemptRecord, AttemptsListAnswer } from '../../api/sim/answers.ts';
import { COST_UNIT, costNumber } from '../../looks/cost-text.ts';
import { listPage } from '../address/list-page.ts';
import { member } from '../address/route.ts';
import { rangeWithForecast } from '../axis/range/range-asked.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { past } from '../axis/shown-past.ts';
import { presentMs } from '../axis/shown-time.ts';
import { ENDS } from '../gantt/paint/ends.ts';
import { Refused } from '../page/acting/refused.tsx';
import { AsOf } from '../page/names/as-of.tsx';
import { GprName, NodeNames, WorkspaceName } from '../page/names/subject-names.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { Table } from '../page/parts/table.tsx';
import type { Query } from '../session/server-call.ts';
import { shortInstant, span } from '../text/spans.ts';

const PAGE = 20;
/** What an earlier instant does not know. */
const UNKNOWN_THEN = /^-?(end|held|cost)$/;

export function Attempts({ of }: { readonly of: Query }) {
  const sortable = (by: string) => (past.value !== undefined && UNKNOWN_THEN.test(by) ? undefined : by);
  const sort = sortable(member('sort').value);
  const pages = listPage(PAGE);
  const { answer, refused } = useAnswer<AttemptsListAnswer>(
    'sim/attempts',
    () => ({ ...of, ...rangeWithForecast(presentMs.peek()), sort, offset: pages.from, limit: PAGE }),
    [of, sort, pages.from],
  );
  return (
    <section class="panel" aria-label="GPRs" data-testid="attempts">
      <header>
        <h2>GPRs</h2>
        <span class="quiet" role="status">
          {answer === undefined
            ? 'Reading…'
            : !sort && 'that hold GPUs, then planned ones, then earlier ones'}
        </span>
        <AsOf at={past.value ?? answer?.now ?? ''} />
      </header>
      <Refused why={refused} />
      <Table
        class="attempts named"
        heads={[
          ['GPR', 'name'],
          ['Workspace', 'workspace'],
          ['Start', 'start', ''],
          ['End', sortable('end'), ''],
          ['Allocated for', sortable('held'), 'number'],
          ['Waited', 'waited', 'number'],
          ['Priority', 'priority', 'number'],
          ['GPUs', of.node === undefined ? 'gpus' : 'gpusOnNode', 'number'],
          'Nodes',
          [`Cost, ${COST_UNIT}`, sortable('cost'), 'number'],
        ]}
      >
        {answer?.attempts.map((attempt, i) => (
          <Row
            key={`${attempt.gprId ?? i} ${attempt.startedAt}`}
            attempt={attempt}
            now={past.value ?? answer.now}
          />
        ))}
      </Table>
      {answer?.total === 0 && <p class="empty">No GPR held GPUs in this time.</p>}
      {answer && <Pages label="Pages of the GPRs" what="attempt" total={answer.total} {...pages} />}
    </section>
  );
}

/** @param now the instant that the page shows */
function Row({ attempt, now }: { readonly attempt: AttemptRecord; readonly now: string }) {
  const { gprId, gprName, workspace, priority, cluster, nodes, gpus, gpusOnNode, planned } = attempt;
  const { startedAt, endedAt, waitedMs, cost } = attempt;
  // At an earlier instant, an attempt that ended after it holds its GPUs.
  const holds = !planned && (endedAt === null || Date.parse(endedAt) > Date.parse(now));
  const untilAt = planned ? endedAt : holds ? now : endedAt;
  return (
    <tr data-testid={`attempt-${planned ? 'planned' : holds ? 'running' : 'ended'}`}>
      <td>
        <GprName id={gprId} name={gprName} />
      </td>
      <td>
        <WorkspaceName name={workspace} />
      </td>
      <td class="instant">{shortInstant(startedAt, now)}</td>
      <td>{endOf(attempt, holds, now)}</td>
      <td class="number">{untilAt === null ? '–' : span(Date.parse(untilAt) - Date.parse(startedAt))}</td>
      <td class="number">{span(waitedMs)}</td>
      <td class="number">{priority}</td>
      <td class="number">{gpusOnNode === null || gpusOnNode === gpus ? gpus : `${gpusOnNode} of ${gpus}`}</td>
      <td>
        <NodeNames names={nodes} cluster={cluster} />
      </td>
      <td class="number">{holds && past.value !== undefined ? '–' : costNumber(cost)}</td>
    </tr>
  );
}

function endOf({ planned, endedAt, plannedEndAt, end }: AttemptRecord, holds: boolean, now: string) {
  if (planned) return `planned${endedAt === null ? '' : `, until ${shortInstant(endedAt, now)}`}`;
  if (!holds) return `${shortInstant(endedAt!, now)} ${ENDS[end].words}`;
  return plannedEndAt === null
    ? 'holds GPUs'
    : `holds GPUs, until ${shortInstant(plannedEndAt, now)} as planned`;
}
