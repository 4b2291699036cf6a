// Prints the facts of a server or a file, page by page: a long history needs little memory.

import { FACT_SHAPES } from '../../../../sim/index.ts';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { parseInstant } from '../../../arguments/values.ts';
import type { FactPage, WorldState } from '../../../control/answers.ts';
import { csvLine } from '../../../wire/text/csv.ts';
import { NONE } from '../../support/output/cells.ts';
import { type Output, print } from '../../support/output/output.ts';
import { type Column, type Layout, tableLayout } from '../../support/output/table-columns.ts';
import { LongWork } from '../../support/process/long-work.ts';
import type { Session } from '../../support/sources/session.ts';
import { type KeyFlags, withSource } from '../../support/sources/sources.ts';

interface FactsFlags extends KeyFlags {
  readonly gpr?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

type Fact = FactPage['facts'][number];

const PAGE = 5_000;

/** @param from a URL or a file */
export function facts(from: string, flags: FactsFlags, output: Output): Promise<void> {
  if (flags.csv && output.json) throw badUsage('give --csv or --json, not both');
  const layout = output.json ? jsonLines : flags.csv ? csv : tableLayout(columns);
  const form = output.json ? 'json' : flags.csv ? 'csv' : 'text';
  return withSource(
    from,
    flags,
    'facts',
    async (session) => {
      let isFirst = true;
      for await (const page of pagesOf(session, await queryOf(session, flags), output)) {
        const lines = layout(page, isFirst);
        isFirst = false;
        if (lines.length > 0) print(`${lines.join('\n')}\n`, form);
      }
    },
    output,
  );
}

async function queryOf(session: Session, { gpr, kind, from, to }: FactsFlags): Promise<URLSearchParams> {
  const { scenario } = await session.call<WorldState>('GET', '/sim/state?limit=0');
  const query = new URLSearchParams({ limit: `${PAGE}` });
  if (gpr !== undefined) query.set('gprId', gpr);
  if (kind !== undefined) query.set('kind', kind);
  const fromMs = from === undefined ? 0 : parseInstant(from, scenario, '--from');
  if (from !== undefined) query.set('from', `${fromMs}`);
  if (to === undefined) return query;
  const toMs = parseInstant(to, scenario, '--to');
  if (toMs < fromMs) throw badUsage(`--to ${to} is before --from ${from}; give a later instant`);
  query.set('to', `${toMs}`);
  return query;
}

/** The first page has the header, even without facts. Facts that are added after the first page are left out. */
async function* pagesOf(session: Session, query: URLSearchParams, output: Output): AsyncGenerator<Fact[]> {
  const work = new LongWork(output);
  // The lines on a terminal show the progress.
  if (!process.stdout.isTTY) work.begin({ what: 'reading', counts: 'facts' });
  try {
    let end: Pick<FactPage, 'branch' | 'seq'> | undefined;
    for (let after = 0; end === undefined || after < end.seq; ) {
      query.set('after', `${after}`);
      const page = await session.call<FactPage>('GET', `/sim/facts?${query}`, undefined, true);
      end ??= page;
      if (page.branch !== end.branch)
        throw new CommandFailure('the server changed to another branch; call the command again');
      const { seq } = end;
      yield page.facts.filter((fact) => fact.seq <= seq);
      after = page.next;
      await work.show({ count: after, simMs: null, done: after / Math.max(1, seq) });
    }
  } finally {
    work.end();
  }
}

/** All members of all kinds, in the order of the catalogue. */
const MEMBERS: readonly string[] = [
  ...new Set(['seq', 'at', 'kind', ...FACT_SHAPES.flatMap(({ members }) => Object.keys(members))]),
];

const jsonLines: Layout<Fact> = (rows) => rows.map((row) => JSON.stringify(row));

const csv: Layout<Fact> = (rows, isFirst) => [
  ...(isFirst ? [csvLine(MEMBERS)] : []),
  ...rows.map((fact) => csvLine(MEMBERS.map((member) => (fact as Record<string, unknown>)[member]))),
];

/** Members with a column, and those that only a program reads. */
const APART = ['seq', 'at', 'kind', 'gprId', 'workspace', 'workspaceCreation'];

const columns: readonly Column<Fact>[] = [
  { name: 'seq', cell: ({ seq }) => `${seq}`, isRight: true },
  { name: 'at', cell: ({ at }) => `${at}` },
  { name: 'kind', cell: ({ kind }) => `${kind}` },
  { name: 'GPR', cell: (fact) => text(fact, 'gprId') },
  { name: 'workspace', cell: (fact) => text(fact, 'workspace'), least: 9, spare: 1 },
  { name: 'what', cell: restOf, least: 24 },
];

function text(fact: Fact, member: string): string {
  return String((fact as Record<string, unknown>)[member] ?? NONE);
}

function restOf(fact: Fact): string {
  const rest = Object.entries(fact).filter(([member, value]) => !APART.includes(member) && value !== null);
  return rest
    .map(([member, value]) => `${member} ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ');
}
