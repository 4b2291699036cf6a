// Lists of all nodes, workspaces or clusters with their totals, sorted by the server.

import type { TotalsAnswer, TotalsListAnswer } from '../../api/sim/answers.ts';
import { listPage } from '../address/list-page.ts';
import { addressOf, query, setQuery } from '../address/route.ts';
import { nothingSince, rangeAsked, rangeWords } from '../axis/range/range-asked.ts';
import { useAnswer } from '../axis/reading/use-answer.ts';
import { RangeFields } from '../gantt/range-fields.tsx';
import { Refused } from '../page/acting/refused.tsx';
import { allPages, SaveCsv } from '../page/acting/save-csv.tsx';
import { ClusterName, NodeName, WorkspaceName } from '../page/names/subject-names.tsx';
import { ClusterSelect } from '../page/parts/cluster-select.tsx';
import { Pages } from '../page/parts/pages.tsx';
import { type Head, Table } from '../page/parts/table.tsx';
import { counted } from '../text/spans.ts';
import { csvOf, figuresOf, KINDS, type Kind, percent, shareOf, textOf } from './shown-totals.ts';
import { WholeTime } from './whole-time.tsx';

const PAGE = 100;

export function TotalsPlace({ of }: { readonly of: Kind }) {
  const { sort, cluster = '' } = query.value;
  const pages = listPage(PAGE);
  const asked = { sort, offset: pages.from, limit: PAGE, cluster: of === 'nodes' ? cluster : '' };
  const { answer, refused } = useAnswer<TotalsListAnswer>(
    `sim/totals/${of}`,
    () => ({ ...rangeAsked(), ...asked }),
    [asked],
  );
  const { answer: all } = useAnswer<TotalsAnswer>(
    'sim/totals',
    () => ({ ...rangeAsked(), cluster: asked.cluster }),
    [asked.cluster],
  );
  /** Of the shown rows: the longest line fills its cell. */
  const most = figuresOf(of).map((figure) =>
    Math.max(0, ...(answer?.rows ?? []).map((row) => shareOf(figure, row, all) ?? 0)),
  );
  const csv = async () =>
    csvOf(of, await allPages(`sim/totals/${of}`, { ...rangeAsked(), sort, cluster: asked.cluster }, 'rows'));
  return (
    <section class="panel" data-testid={of} aria-label="Totals">
      <header>
        <h2>Totals</h2>
        <nav class="kinds" aria-label="Totals of">
          {(Object.keys(KINDS) as Kind[]).map((kind) => (
            <a key={kind} href={addressOf(kind)} aria-current={kind === of ? 'page' : undefined}>
              {KINDS[kind]}
            </a>
          ))}
        </nav>
        <span class="quiet" role="status">
          {answer === undefined
            ? refused === '' && 'Reading…'
            : `${counted(answer.total, of.slice(0, -1))}, totals ${rangeWords(answer)}`}
        </span>
        <RangeFields />
        <WholeTime />
        <SaveCsv name={of} text={csv} />
        {of === 'nodes' && (
          <ClusterSelect
            label="Cluster of the nodes"
            value={cluster}
            choose={(chosen) => setQuery({ cluster: chosen, page: '' })}
          />
        )}
      </header>
      <Refused why={refused} />
      <Table
        class="totals named"
        foot={
          all !== undefined &&
          answer !== undefined &&
          answer.total > 0 && (
            <tr class="sum" data-testid="sum">
              <td>All</td>
              {of === 'nodes' && <td />}
              {figuresOf(of).map((figure) => (
                <td key={figure.by} class="number">
                  {textOf(figure, all)}
                </td>
              ))}
            </tr>
          )
        }
        heads={[
          ['Name', 'name'],
          ...(of === 'nodes' ? ['Cluster'] : []),
          ...figuresOf(of).map(({ name, by }): Head => [name, by, 'number']),
        ]}
      >
        {answer?.rows.map((row) => (
          <tr key={`${row.cluster} ${row.name}`}>
            <td>
              <Name of={of} name={row.name} cluster={row.cluster} />
            </td>
            {of === 'nodes' && (
              <td>
                <ClusterName name={row.cluster!} />
              </td>
            )}
            {figuresOf(of).map((figure, i) => {
              const share = shareOf(figure, row, all);
              return (
                <td
                  key={figure.by}
                  class={share ? 'number bar-cell' : 'number'}
                  title={share ? `${percent(share)} of all` : figure.title}
                  style={share ? { '--length': `${(70 * share) / most[i]}%` } : undefined}
                >
                  {textOf(figure, row)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      {answer?.total === 0 && <p class="empty">{nothingSince(answer.fromMs)}</p>}
      {answer && (
        <Pages label={`Pages of the ${of}`} what={of.slice(0, -1)} total={answer.total} {...pages} />
      )}
    </section>
  );
}

function Name({
  of,
  name,
  cluster,
}: {
  readonly of: Kind;
  readonly name: string;
  readonly cluster: string | null;
}) {
  if (of === 'workspaces') return <WorkspaceName name={name} />;
  return of === 'nodes' ? <NodeName name={name} cluster={cluster!} /> : <ClusterName name={name} />;
}
