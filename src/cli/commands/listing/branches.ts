import { type Command, Option } from 'commander';
import type { BranchesAnswer } from '../../../api/sim/answers.ts';
import { NONE } from '../../../looks/span.ts';
import { parseBranch } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { type Column, sortName } from '../../support/output/table-columns.ts';
import { addListing, type ListingFlags, list } from '../../support/sources/listing-flags.ts';
import { branchDifferences } from './what-if/what-if.ts';

type Row = BranchesAnswer['branches'][number] & { readonly isCurrent: boolean };

const columns: readonly Column<Row>[] = [
  {
    name: 'branch',
    cell: ({ branch, isCurrent }) => `${isCurrent ? '* ' : ''}${branch}`,
    value: ({ branch }) => branch,
    isRight: true,
  },
  {
    name: 'parent',
    cell: ({ parent }) => (parent === null ? NONE : `${parent}`),
    value: ({ parent }) => parent,
    isRight: true,
    spare: 3,
  },
  { name: 'begins', cell: ({ at }) => at },
  { name: 'seq', cell: ({ seq }) => `${seq}`, value: ({ seq }) => seq, isRight: true, spare: 5 },
  { name: 'reason', cell: ({ reason }) => reason, least: 10, spare: 6 },
  { name: 'now', cell: ({ now }) => now, spare: 1 },
  { name: 'facts', cell: ({ facts }) => `${facts}`, value: ({ facts }) => facts, isRight: true, spare: 2 },
  {
    name: 'commands',
    cell: ({ commands }) => `${commands}`,
    value: ({ commands }) => commands,
    isRight: true,
    spare: 4,
  },
  { name: 'hash', cell: ({ hash }) => hash, least: 8, spare: 7 },
];

export const BRANCH_COLUMNS: readonly string[] = columns.map(sortName);

const members: readonly (keyof Row)[] = [
  'branch',
  'parent',
  'seq',
  'at',
  'reason',
  'now',
  'facts',
  'commands',
  'hash',
  'isCurrent',
];

interface BranchesFlags extends ListingFlags {
  /** The branch to be compared to the current one. */
  readonly differences?: number;
}

/** Lists the branches, or compares one. @param from a URL or a file; undefined = the default URL */
export async function branches(
  from: string | undefined,
  flags: BranchesFlags,
  output: Output,
): Promise<void> {
  const { differences, csv, sort, watch } = flags;
  if (differences !== undefined) {
    if (csv || sort !== undefined || watch !== undefined)
      output.faults.add('--differences takes no --csv, --sort or --watch');
    return branchDifferences(from, differences, flags, output);
  }
  return list(
    from,
    flags,
    {
      name: 'branches',
      columns,
      members,
      async read(session) {
        const { branch, branches } = await session.call<BranchesAnswer>('GET', '/sim/branches');
        const rows = branches.map((row) => ({ ...row, isCurrent: row.branch === branch }));
        const title = `branch ${branch} is the current one`;
        return { title, rows, document: (ordered) => ({ branch, branches: ordered }) };
      },
    },
    output,
  );
}

export function declare(command: Command, output: Output): void {
  addListing(command, BRANCH_COLUMNS, output)
    .addOption(
      new Option('--differences <N>', 'compare this branch to the current one instead').argParser(
        parseBranch('--differences'),
      ),
    )
    .action((from, flags) => branches(from, flags, output));
}
