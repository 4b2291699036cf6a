// The GPRs that a GPR evicted.

import type { ExplanationAnswer } from '../../api/sim/answers.ts';
import { GprName, WorkspaceName } from '../page/names/subject-names.tsx';
import { Table } from '../page/parts/table.tsx';
import { counted, instant, relative } from '../text/spans.ts';

const OUTCOMES = { requeued: 'queued again', failed: 'Failed' } as const;

interface Props {
  /** null: the user may not see them. */
  readonly victims: ExplanationAnswer['victims'];
  /** ISO 8601. */
  readonly now: string;
}

export function Victims({ victims, now }: Props) {
  if (victims === null || victims.total === 0) return null;
  const { total, complete, latest } = victims;
  const more = total - latest.length;
  return (
    <section class="panel" aria-label="Evicted" data-testid="gpr-victims">
      <header>
        <h2>Evicted</h2>
        <span class="quiet">
          {complete ? '' : 'at least '}
          {counted(total, 'GPR')}
        </span>
      </header>
      <Table heads={['Instant', 'GPR', 'Workspace', ['GPUs', '', 'number'], 'Outcome']}>
        {more > 0 && (
          <tr>
            <td colSpan={5}>{counted(more, 'earlier eviction')}</td>
          </tr>
        )}
        {latest.map(({ at, gprId, gprName, workspace, gpus, outcome }, i) => (
          <tr key={more + i}>
            <td class="instant" title={relative(at, now)}>
              {instant(at)}
            </td>
            <td>{gprName === null ? `${gprId}, deleted` : <GprName id={gprId} name={gprName} />}</td>
            <td>
              <WorkspaceName name={workspace} />
            </td>
            <td class="number">{gpus ?? '–'}</td>
            <td>{OUTCOMES[outcome]}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
