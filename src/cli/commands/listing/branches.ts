import type { Command } from 'commander';
import type { BranchesAnswer } from '../../../api/sim/answers.ts';
import { parseBranch } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import type { Column } from '../../support/output/table-columns.ts';
import { addListing, type ListingFlags, list } from '../../support/sources/listing-flags.ts';
import { branchDifferences } from './what-if/what-if.ts';

type Row = BranchesAnswer['branches'][number] & { readonly isCurrent: boolean };

const columns: readonly Column<Row>[] = [
  {
    name: 'branch',
    value: ({ branch }) => branch,
    cell: ({ branch, isCurrent }) => `${isCurrent ? '* ' : ''}${branch}`,
  },
  { name: 'parent', value: ({ parent }) => parent, spare: 3 },
  { name: 'begins', value: ({ at }) => at },
  { name: 'seq', value: ({ seq }) => seq, spare: 5 },
  { name: 'reason', value: ({ reason }) => reason, least: 10, spare: 6 },
  { name: 'now', value: ({ now }) => now, spare: 1 },
  { name: 'facts', value: ({ facts }) => facts, spare: 2 },
  { name: 'commands', value: ({ commands }) => commands, spare: 4 },
  { name: 'hash', value: ({ hash }) => hash, least: 8, spare: 7 },
];

const members: readonly (keyof Row & string)[] = [
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
  addListing(command, columns, output)
    .option(
      '--differences <N>',
      'compare this branch to the current one instead',
      parseBranch('--differences'),
    )
    .action((from, flags) => branches(from, flags, output));
}
