// The page of a workspace.

import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { linkTo } from '../address/route.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { ClusterName, GprName, NodeNames } from '../page/names/subject-names.tsx';
import { colorOfWorkspace } from '../text/colors.ts';
import { counted, relative } from '../text/spans.ts';
import { SubjectPage } from './subject-page.tsx';

const LISTED = 20;

export function WorkspacePage({ name }: { readonly name: string }) {
  const of = { workspace: name };
  const list = { ...of, estimates: 'false', limit: LISTED };
  const { answer: holding, refused } = useAnswer<GprPage>(
    'sim/gprs',
    () => ({ ...list, state: 'Provisioning,Successful' }),
    [of],
  );
  const { answer: queued } = useAnswer<GprPage>('sim/gprs', () => ({ ...list, state: 'Queued' }), [of]);
  return (
    <SubjectPage
      kind="workspace"
      name={name}
      list={['workspaces', 'All workspaces']}
      of={of}
      chart={{ rows: 'workspaces', workspace: name, node: '', cluster: '' }}
      events={of}
      title={
        <>
          <i class="dot" style={{ '--held': colorOfWorkspace(name) }} />
          Workspace {name}
        </>
      }
      actions={<a href={linkTo(['gprs'], of)}>List of its GPRs</a>}
    >
      {refused !== '' && <p>No workspace has this name at this instant: only its past is shown.</p>}
      {holding !== undefined && (
        <>
          {holding.total === 0 && <p>No GPR of it holds GPUs.</p>}
          {holding.gprs.map((gpr) => (
            <Holding key={gpr.gprId} gpr={gpr} now={holding.now} />
          ))}
          <More page={holding} />
        </>
      )}
      {queued !== undefined && (
        <p>
          {queued.total === 0 ? 'None waits.' : `${counted(queued.total, 'GPR')} queued: `}
          {queued.gprs.map(({ gprId, gprName }, i) => (
            <span key={gprId ?? i}>
              {i > 0 && ', '}
              <GprName id={gprId} name={gprName} />
            </span>
          ))}
          <More page={queued} />
        </p>
      )}
    </SubjectPage>
  );
}

function Holding({ gpr, now }: { readonly gpr: ListedGpr; readonly now: string }) {
  const { gprId, gprName, state, gpus, nodes, cluster, startedAt, idle } = gpr;
  return (
    <p>
      <GprName id={gprId} name={gprName} /> <span class={`state ${state}`}>{state}</span>
      {idle && ', idle'}: {counted(gpus, 'GPU')} of <NodeNames names={nodes ?? []} cluster={cluster} /> in{' '}
      <ClusterName name={cluster} />
      {startedAt !== null && `, started ${relative(startedAt, now)}`}
    </p>
  );
}

function More({ page: { total, gprs } }: { readonly page: GprPage }) {
  return total > gprs.length ? (
    <span class="quiet"> and {counted(total - gprs.length, 'more GPR')}</span>
  ) : null;
}
