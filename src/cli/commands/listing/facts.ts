// Prints the facts of a server or a file, page by page: memory holds one page.

import { type Command, Option } from 'commander';
import { FACT_KINDS, FACT_SHAPES } from '../../../../sim/index.ts';
import type { Fact, FactPage } from '../../../api/sim/answers.ts';
import { badUsage, CommandFailure } from '../../../arguments/command-failure.ts';
import { oneOf, queriedInstant } from '../../../arguments/words.ts';
import { NONE } from '../../../looks/span.ts';
import { addModules, keyFile } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { type Column, rowPrinter } from '../../support/output/table-columns.ts';
import { LongWork } from '../../support/process/long-work.ts';
import { gprIdOf } from '../../support/sources/gpr-id.ts';
import type { Session } from '../../support/sources/session.ts';
import { type KeyFlags, withSource } from '../../support/sources/sources.ts';

interface FactsFlags extends KeyFlags {
  readonly gpr?: string;
  readonly kind?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** Facts also name GPRs that are no longer known. */
const WHOLE_ID = /^gpr-[0-9a-f]{8}-[0-9a-f]{4}$/;

/** Facts in one answer. */
const PAGE = 5_000;

/** The columns of CSV: the members of all kinds. */
const MEMBERS: readonly string[] = [
  ...new Set(['seq', 'at', 'kind', ...FACT_SHAPES.flatMap(({ members }) => Object.keys(members))]),
];

const OWN_COLUMNS = ['seq', 'at', 'kind', 'gprId', 'workspace', 'workspaceCreation'];

const columns: readonly Column<Fact>[] = [
  { name: 'seq', value: ({ seq }) => seq },
  { name: 'at', value: ({ at }) => at },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'GPR', value: ({ gprId }) => String(gprId ?? NONE) },
  { name: 'workspace', value: ({ workspace }) => String(workspace ?? NONE), least: 9, spare: 1 },
  { name: 'details', value: detailsOf, least: 20, spare: 2 },
];

/** Adds the kinds of one --kind, separated by commas, to those before it. @throws CommandFailure for an unknown kind */
function alsoKind(text: string, known: readonly string[] = []): readonly string[] {
  return [...known, ...text.split(',').map(oneOf('--kind', FACT_KINDS))];
}

export async function facts(from: string, flags: FactsFlags, output: Output): Promise<void> {
  if (flags.csv && output.json) throw badUsage('give --csv or --json, not both');
  await withSource(from, flags, 'facts', (session) => printAll(session, flags, output), output);
}

async function printAll(session: Session, flags: FactsFlags, output: Output): Promise<void> {
  const printRows = rowPrinter(output, flags.csv, columns, MEMBERS);
  const work = new LongWork(output);
  try {
    work.begin({ what: 'reading', counts: 'facts' });
    for await (const { facts, next, seq } of pagesOf(session, flags)) {
      // The table takes the widths of its columns from the first facts.
      if (facts.length > 0 || next >= seq) printRows(facts);
      await work.show({ count: next, simMs: null, done: seq === 0 ? 1 : next / seq });
    }
  } finally {
    work.end();
  }
}

/** Pages up to the last fact of the first one. @throws CommandFailure if another branch becomes the current one */
async function* pagesOf(session: Session, { gpr, kind, from, to }: FactsFlags): AsyncGenerator<FactPage> {
  const wanted = new URLSearchParams({ limit: String(PAGE) });
  if (gpr !== undefined) wanted.set('gprId', WHOLE_ID.test(gpr) ? gpr : await gprIdOf(session, gpr));
  if (kind !== undefined) wanted.set('kind', kind.join(','));
  if (from !== undefined) wanted.set('from', queriedInstant(from, '--from'));
  if (to !== undefined) wanted.set('to', queriedInstant(to, '--to'));
  let first: FactPage | undefined;
  for (let after = 0; first === undefined || after < first.seq; ) {
    const page = await session.call<FactPage>('GET', `/sim/facts?after=${after}&${wanted}`);
    first ??= page;
    if (page.branch !== first.branch)
      throw new CommandFailure(
        `${session.name} changed from branch ${first.branch} to branch ${page.branch}; run the command again`,
      );
    const { seq } = first;
    yield { ...page, facts: page.facts.filter((fact) => fact.seq <= seq), seq };
    after = page.next;
  }
}

/** The members that have no column, such as `gpus 8, waitMs 0`. */
function detailsOf(fact: Fact): string {
  return Object.entries(fact)
    .filter(([name, value]) => !OWN_COLUMNS.includes(name) && value !== null)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ');
}

export function declare(command: Command, output: Output): void {
  addModules(command, output)
    .addOption(keyFile())
    .option(
      '--gpr <GPR>',
      'list only facts of this GPR (id, beginning of one, or name), and of those that it evicted',
    )
    .addOption(
      new Option('--kind <KIND>', 'list only facts of these kinds, separated by commas; may be repeated')
        .choices(FACT_KINDS)
        .argParser(alsoKind),
    )
    .option('--from <T>', 'list only facts from this instant on (ISO 8601, or a time from the start)')
    .option('--to <T>', 'list only facts up to this instant')
    .option('--csv', 'print all members as CSV')
    .option('--json', 'print a line of JSON for each fact')
    .action((from, flags) => facts(from, flags, output));
}
