// When waiting GPRs will likely start, beside their estimates, of a file or of a server.

import type { Command } from 'commander';
import { HORIZON_MS } from '../../../../sim/index.ts';
import type { ExplanationAnswer, ForecastAnswer } from '../../../api/sim/answers.ts';
import { NONE, span } from '../../../looks/span.ts';
import { visible } from '../../../looks/visible.ts';
import { counted } from '../../../wire/text/counted.ts';
import { at, samples } from '../../support/flags.ts';
import { drawnFutures } from '../../support/output/drawn-futures.ts';
import type { Output } from '../../support/output/output.ts';
import type { Column } from '../../support/output/table-columns.ts';
import { gprIdOf } from '../../support/sources/gpr-id.ts';
import { listGprs } from '../../support/sources/gpr-list.ts';
import { addListing, type ListingFlags, list } from '../../support/sources/listing-flags.ts';
import { callLong } from '../../support/sources/long-call.ts';
import type { Session } from '../../support/sources/session.ts';

interface ForecastFlags extends ListingFlags {
  readonly samples: number;
}

type Likely = ForecastAnswer['gprs'][number];

interface Row extends Likely {
  readonly gprName: string;
  readonly workspace: string;
  readonly cluster: string;
  /** '' = no start is foreseen. */
  readonly estimatedStartTime: string;
}

const instant = (iso: string | null) => (iso === null ? 'later' : iso.slice(0, 19));

const columns: readonly Column<Row>[] = [
  { name: 'GPR', value: ({ gprId }) => gprId },
  { name: 'name', value: ({ gprName }) => gprName, least: 10, spare: 4 },
  { name: 'workspace', value: ({ workspace }) => workspace, least: 9 },
  { name: 'cluster', value: ({ cluster }) => cluster, least: 9, spare: 3 },
  {
    name: 'if nothing else happens',
    value: ({ estimatedStartTime }) => (estimatedStartTime === '' ? null : instant(estimatedStartTime)),
  },
  { name: 'likely from', value: ({ p10 }) => instant(p10) },
  { name: 'median', value: ({ p50 }) => instant(p50) },
  { name: 'to', value: ({ p90 }) => instant(p90) },
  {
    name: `within ${span(HORIZON_MS)}`,
    value: ({ within }) => within,
    text: (share) => `${Math.round(100 * share)} %`,
  },
];

const members: readonly (keyof Row & string)[] = [
  'gprId',
  'gprName',
  'workspace',
  'cluster',
  'estimatedStartTime',
  'p10',
  'p50',
  'p90',
  'within',
];

/** @param from a URL or a file @param gpr an id, the beginning of one, or a name; undefined = all that wait */
export function forecast(
  from: string,
  gpr: string | undefined,
  flags: ForecastFlags,
  output: Output,
): Promise<void> {
  const { samples } = flags;
  return list(
    from,
    flags,
    {
      name: 'forecast',
      columns,
      members,
      async read(session) {
        const gprId = gpr === undefined ? undefined : await gprIdOf(session, gpr, flags.at);
        const request = { method: 'GET', path: `/sim/forecast?samples=${samples}` } as const;
        const answer = await callLong<ForecastAnswer>(session, request, 'forecasting', output);
        const { gprs: queued } = await listGprs(session, { state: 'Queued', at: answer.now });
        const known = new Map(queued.map((one) => [one.gprId, one]));
        const rows = answer.gprs.flatMap((likely): Row[] => {
          if (gprId !== undefined && likely.gprId !== gprId) return [];
          const { gprName, workspace, cluster, estimatedStartTime } = known.get(likely.gprId) ?? {};
          const names = { gprName: gprName ?? NONE, workspace: workspace ?? NONE, cluster: cluster ?? NONE };
          return [{ ...likely, ...names, estimatedStartTime: estimatedStartTime ?? '' }];
        });
        const title =
          gprId === undefined
            ? titleOf(answer)
            : rows.length > 0
              ? sentenceOf(answer, rows[0])
              : await whyNoForecast(session, gprId, answer);
        return { title, rows, document: (ordered) => ({ ...answer, gprs: ordered }) };
      },
    },
    output,
  );
}

function titleOf(answer: ForecastAnswer): string {
  if (answer.gprs.length === 0) return `${answer.now}  no GPR is queued, so there is nothing to forecast`;
  return `${answer.now}  ${counted(answer.gprs.length, 'queued GPR')}; ${drawnFutures(answer)}`;
}

function sentenceOf(answer: ForecastAnswer, { gprId, gprName, p10, p50, p90, within }: Row): string {
  const by = (share: string, iso: string | null) =>
    iso === null ? [] : [`by ${iso.slice(0, 19)} in ${share}`];
  const starts = [...by('one', p10), ...by('five', p50), ...by('nine', p90)];
  const who = `${answer.now}  ${gprId} (${visible(gprName)})`;
  const until = `before ${answer.horizon.slice(0, 19)} in ${Math.round(100 * within)} % of ${drawnFutures(answer)}`;
  if (p50 === null)
    return `${who} will likely not start soon: ${[...by('one of ten futures', p10), until].join('; ')}.`;
  return `${who} will likely start ${starts.join(', ')} of ten futures; ${until}.`;
}

/** Why a GPR has no forecast: it has started or ended, and when. */
async function whyNoForecast(session: Session, gprId: string, { now }: ForecastAnswer): Promise<string> {
  const path = `/sim/explain/${gprId}?at=${now}`;
  const { state, history } = await session.call<ExplanationAnswer>('GET', path, undefined, true);
  const latest = history.findLast(({ phase }) => phase === 'ended' || phase === 'Provisioning');
  const since = latest && ` it ${latest.phase === 'ended' ? 'ended' : 'started'} at ${latest.at};`;
  return `${now}  ${gprId} is ${state}, so it has no forecast:${since ?? ''} gprsim explain has its history`;
}

export function declare(command: Command, output: Output): void {
  addListing(command, columns, output)
    .addOption(samples('draw this many futures').default(100))
    .addOption(at().conflicts('watch'))
    .action((from, gpr, flags) => forecast(from, gpr, flags, output));
}
