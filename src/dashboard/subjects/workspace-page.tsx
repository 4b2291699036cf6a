// The page of a workspace.

import type { GprPage } from '../../api/sim/answers.ts';
import { linkTo } from '../address/route.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { linked } from '../page/names/linked.tsx';
import { GprName } from '../page/names/subject-names.tsx';
import { colorOfWorkspace } from '../text/colors.ts';
import { counted } from '../text/spans.ts';
import { SubjectPage } from './subject-page.tsx';

const LISTED = 8;

export function WorkspacePage({ name }: { readonly name: string }) {
  const of = { workspace: name };
  const { answer, refused } = useAnswer<GprPage>(
    'sim/gprs',
    () => ({ ...of, state: 'Queued,Provisioning,Successful', estimates: 'false', limit: LISTED }),
    [of],
  );
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
      {answer?.total === 0 && <p>No GPR of it waits or holds GPUs.</p>}
      {answer?.gprs.map(({ gprId, gprName, state, why }, i) => (
        <p key={gprId ?? i}>
          <GprName id={gprId} name={gprName} /> <span class={`state ${state}`}>{state}</span>{' '}
          {linked(why, '')}
        </p>
      ))}
      {answer && answer.total > LISTED && (
        <p class="quiet">and {counted(answer.total - LISTED, 'more GPR')}</p>
      )}
    </SubjectPage>
  );
}
