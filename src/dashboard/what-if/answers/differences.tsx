// How two futures or branches differ: a sentence, the figures, and the GPRs.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DifferencesAnswer } from '../../../api/sim/answers.ts';
import { listPage } from '../../address/list-page.ts';
import { addressOf, member } from '../../address/route.ts';
import { WorkspaceName } from '../../page/names/subject-names.tsx';
import { Pages } from '../../page/parts/pages.tsx';
import { type Head, Table } from '../../page/parts/table.tsx';
import { focusing } from '../../page/pointed.ts';
import { counted, instant, number, shortInstant } from '../../text/spans.ts';
import { effectWords, headlineOf, othersOf, shiftWords, sorted, waitWords } from './answer-model.ts';
import { MEASURES } from './likely-model.ts';

const PAGE = 50;

interface Props {
  readonly answer: DifferencesAnswer;
  /** What the two sides are called. */
  readonly titles: readonly [string, string];
  /** The beginning of the sentence: the side that it is about. */
  readonly where?: string;
  /** What can be done about them. */
  readonly children?: ComponentChildren;
}

export function Differences({ answer, titles, where, children }: Props) {
  return (
    <>
      <section class="panel" aria-label="What differs">
        <header>
          <h2 data-testid="what-if-sentence">
            {where ?? 'In one future: '}
            {headlineOf(answer)}
          </h2>
          <span class="quiet">
            from {instant(answer.at)} to {instant(answer.until)}
            {answer.knowing === 'everything' ? ', with' : ', without'} later arrivals, failures and real run
            times
          </span>
        </header>
        <p class="padded" data-testid="what-if-others">
          {othersOf(answer)}
        </p>
        {children}
        <ByWorkspace answer={answer} />
      </section>
      <div class="what-if-tables">
        <Rows answer={answer} titles={titles} />
        <Figures answer={answer} titles={titles} />
      </div>
    </>
  );
}

function Rows({ answer, titles }: Props) {
  const { rows, rowsTotal, at } = answer;
  const { value: sort } = member('sort');
  const pages = listPage(PAGE);
  const { from } = pages;
  const list = useMemo(() => sorted(rows, sort), [rows, sort]);
  const start = (side: DifferencesAnswer['rows'][number]['with']) =>
    side === null
      ? 'does not exist'
      : side.startTime === null
        ? 'no start'
        : shortInstant(side.startTime, at);
  const end = (side: DifferencesAnswer['rows'][number]['with']) =>
    side === null
      ? ''
      : side.endTime === null
        ? side.state
        : `${side.state} ${shortInstant(side.endTime, at)}`;
  return (
    <section class="panel" aria-label="GPRs that differ" data-testid="what-if-rows">
      <header>
        <h2>{counted(rowsTotal, 'GPR')} differ</h2>
        <span class="quiet">
          {rowsTotal > rows.length && `the first ${number(rows.length)} are listed `}
          {sort === '' && '(present ones first, then the furthest moves)'}
        </span>
      </header>
      <Table
        class="named"
        hidden={rows.length === 0}
        heads={[
          ['GPR', 'gprName'],
          ['Workspace', 'workspace'],
          ['What', 'effect'],
          ['By', 'shiftMs', ''],
          ...(['without', 'with'] as const).map(
            (side, i): Head => [`Starts: ${titles[i].toLowerCase()}`, side],
          ),
          'End, before and after',
        ]}
      >
        {list.slice(from, from + PAGE).map((row) => {
          const { gprId, gprName, workspace, effect, exists, without, with: changed } = row;
          return (
            <tr key={gprId} data-row={gprId}>
              <td>
                <a {...(exists && { href: addressOf('gpr', gprId), ...focusing(gprId) })}>{gprName}</a>
              </td>
              <td>
                <WorkspaceName name={workspace} />
              </td>
              <td>{effectWords(effect)}</td>
              <td>{shiftWords(row)}</td>
              <td>{start(without)}</td>
              <td>{start(changed)}</td>
              <td class="quiet">
                {end(without)}
                {end(without) !== end(changed) && ` → ${end(changed) || 'none'}`}
              </td>
            </tr>
          );
        })}
      </Table>
      {rows.length === 0 && <p class="empty">No GPR differs.</p>}
      <Pages label="Pages of the GPRs that differ" total={rows.length} {...pages} />
    </section>
  );
}

/** Which workspaces gain, and which lose. */
function ByWorkspace({ answer: { workspaces } }: Pick<Props, 'answer'>) {
  return (
    <div class="by-workspace" data-testid="what-if-workspaces">
      <Table
        hidden={workspaces.length === 0}
        heads={[
          'Workspace',
          ...['Worse', 'Better', 'Otherwise', 'Waits in total'].map((title): Head => [title, '', 'number']),
        ]}
      >
        {workspaces.map(({ workspace, worse, better, otherwise, waitMs }) => (
          <tr key={workspace}>
            <td>
              <WorkspaceName name={workspace} />
            </td>
            {[number(worse), number(better), number(otherwise), waitWords(waitMs)].map((text, i) => (
              <td class="number" key={i}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Figures({ answer: { figures }, titles }: Props) {
  return (
    <section class="panel" aria-label="Figures">
      <header>
        <h2>Figures</h2>
      </header>
      <Table heads={['Figure', ...titles.map((title): Head => [title, '', 'number'])]}>
        {MEASURES.flatMap(({ name, member, unit }) => {
          if (member === 'waitMs') return [];
          const texts = [figures.without, figures.with].map((side) => {
            const value = side[member];
            return value === null ? 'none' : unit.text(value);
          });
          const [before, after] = texts;
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{before}</td>
              <td class="number">{before === after ? after : <b>{after}</b>}</td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}
