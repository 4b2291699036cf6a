// Lists the requests that a server keeps, page by page, or removes them.

import { type Command, Option } from 'commander';
import type { KeptRequestRecord, RequestsAnswer } from '../../../api/sim/answers.ts';
import { methodNames } from '../../../api/sim/requests/schema.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { someWords } from '../../../arguments/words.ts';
import { NONE } from '../../../looks/span.ts';
import { counted } from '../../../wire/text/counted.ts';
import { keyFile } from '../../support/flags.ts';
import { type Output, print } from '../../support/output/output.ts';
import { type Column, tableLayout } from '../../support/output/table-columns.ts';
import type { Session } from '../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../support/sources/sources.ts';

const filterNames = ['operation', 'method', 'status', 'key', 'path'] as const;

type Filters = { readonly [Name in (typeof filterNames)[number]]?: string };

interface RequestsFlags extends KeyFlags, Filters {
  readonly bodies?: boolean;
  readonly clear?: boolean;
}

const path = '/sim/requests';

const columns: readonly Column<KeptRequestRecord>[] = [
  { name: 'no.', value: ({ number }) => number },
  { name: 'at', value: ({ at }) => at, spare: 2 },
  { name: 'method', value: ({ method }) => method },
  { name: 'path', value: ({ path }) => path, least: 20 },
  { name: 'operation', value: ({ operation }) => operation, spare: 3 },
  { name: 'key', value: ({ key }) => key, least: 8, spare: 4 },
  { name: 'status', value: ({ status }) => status },
  { name: 'ms', value: ({ ms }) => ms, text: (ms) => ms.toFixed(1), spare: 1 },
  {
    name: 'fault',
    value: ({ faultId, connection, executed }) =>
      [faultId ?? NONE, ...(connection ? [connection] : []), ...(executed ? ['executed'] : [])].join(' '),
  },
  { name: 'unknown members', value: ({ unknownMembers }) => unknownMembers.join(', ') || null, spare: 5 },
];

/** @param url undefined = the server at the default URL */
export async function requests(url: string | undefined, flags: RequestsFlags, output: Output): Promise<void> {
  const given = [...filterNames, 'bodies' as const].filter((name) => flags[name] !== undefined);
  if (flags.clear && given.length > 0)
    throw badUsage(`--clear removes all requests; leave out ${given.map((name) => `--${name}`).join(', ')}`);
  const session = serverSession(url, flags, 'requests');
  await (flags.clear ? clear(session, output) : list(session, flags, output));
}

async function clear(session: Session, output: Output): Promise<void> {
  const answer = await session.call<{ readonly removed: number }>('DELETE', path);
  output.data(answer);
  output.text(`${counted(answer.removed, 'request')} removed`);
}

async function list(session: Session, flags: RequestsFlags, output: Output): Promise<void> {
  const layout = tableLayout(columns);
  let isFirst = true;
  let dropped = 0;
  for await (const page of pagesOf(session, flags)) {
    const { requests, next, last } = page;
    dropped = page.dropped;
    // The table takes the widths of its columns from the first requests.
    if (requests.length === 0 && next < last) continue;
    const lines = output.json
      ? requests.map((request) => JSON.stringify(request))
      : withBodies(layout(requests, isFirst), requests);
    if (lines.length > 0) print(`${lines.join('\n')}\n`, output.json ? 'json' : 'text');
    isFirst = false;
  }
  if (dropped > 0) output.remark(`gprsim: a limit has removed ${counted(dropped, 'earlier request')}`);
}

/** Lines of a table, the last of which are those of `requests`, with the bodies of each request below its line. */
function withBodies(lines: readonly string[], requests: readonly KeptRequestRecord[]): string[] {
  const first = lines.length - requests.length;
  return lines.flatMap((line, i) => (i < first ? [line] : [line, ...bodiesOf(requests[i - first])]));
}

/** Pages up to the last request of the first one. */
async function* pagesOf(session: Session, flags: RequestsFlags): AsyncGenerator<RequestsAnswer> {
  const wanted = new URLSearchParams();
  for (const name of filterNames) if (flags[name] !== undefined) wanted.set(name, flags[name]);
  if (flags.bodies) wanted.set('bodies', 'true');
  let last: number | undefined;
  for (let after = 0; last === undefined || after < last; ) {
    const page = await session.call<RequestsAnswer>('GET', `${path}?after=${after}&${wanted}`);
    last ??= page.last;
    const end = last;
    yield { ...page, requests: page.requests.filter(({ number }) => number <= end), last };
    after = page.next;
  }
}

function bodiesOf({ body, answerBody }: KeptRequestRecord): string[] {
  const shown = (arrow: string, kept: KeptRequestRecord['body']) =>
    kept === null || kept === undefined ? [] : [`  ${arrow} ${kept.text}${kept.isCut ? '… (cut)' : ''}`];
  return [...shown('>', body), ...shown('<', answerBody)];
}

export function declare(command: Command, output: Output): void {
  command
    .addOption(keyFile())
    .option(
      '--operation <LIST>',
      'list only requests of these operations, such as createGpr, separated by commas',
    )
    .addOption(
      new Option('--method <LIST>', 'list only requests with these methods, separated by commas')
        .choices(methodNames)
        .argParser(someWords('--method', 'methods', methodNames)),
    )
    .option('--status <LIST>', 'list only requests with these statuses or classes, such as 404,5xx')
    .option('--key <NAME>', 'list only requests with the API key of this name or id')
    .option('--path <BEGIN>', 'list only requests whose path begins like this')
    .option('--bodies', 'print the bodies, too, without secrets')
    .option('--clear', 'remove all requests instead')
    .option('--json', 'print a line of JSON for each request')
    .action((url, flags) => requests(url, flags, output));
}
