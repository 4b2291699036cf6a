// Measures what keeping requests costs: creations of GPRs by a server that keeps them, and by one that does not.

import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';
import { gprOf, WORKSPACES } from './gprs.ts';
import type { Loader } from './loader.ts';
import { changeAndDelete, create } from './mutations.ts';
import { inRounds, type Pair, rounded, withPair } from './rounds.ts';
import { Subject } from './subject.ts';

const flags = ['quiet', '--db', ':memory:'];
/** Fewer than a measurement has, so that requests leave, too. */
const KEPT = '10000';

/** The pair's bare server is the same program without the flag. */
async function startPair(): Promise<Pair> {
  return {
    server: await Subject.serve([...flags, '--keep-requests', KEPT]),
    bare: await Subject.serve(flags),
  };
}

export async function keptRequestsRow(loader: Loader, quick: boolean): Promise<Row> {
  const amount = quick ? 320 : 640;
  const { measured, dropped } = await withPair(startPair, async (pair) => {
    for (const subject of [pair.server, pair.bare]) {
      for (const workspace of WORKSPACES) await subject.ask('POST', '/api/v1/gpr', gprOf(workspace));
    }
    const run = async (subject: Subject, count: number) => {
      const created = await create(subject, loader, count);
      await changeAndDelete(subject, loader, created.gprIds);
      return created;
    };
    const measured = await inRounds(pair, run, {
      rounds: quick ? 9 : 21,
      amount,
      warmUp: quick ? 640 : 3_200,
    });
    const { last, dropped } = await pair.server.ask<Counts>('GET', '/sim/requests?limit=0');
    // Each GPR is created, changed and deleted.
    if (last < 3 * amount * measured.length) throw new Error(`the server kept ${last} requests`);
    return { measured, dropped };
  });
  // Processor time varies less than the time of a round.
  const costOf = ({ cpuUs, perSecond }: { readonly cpuUs: number | undefined; readonly perSecond: number }) =>
    cpuUs ?? 1e6 / perSecond;
  return {
    name: 'server create, requests kept',
    value: median(measured.map(({ server }) => costOf(server))),
    reference: median(measured.map(({ bare }) => costOf(bare))),
    unit: 'processor µs a request',
    ratioOf: 'with kept requests ÷ without',
    ...summed(measured.map(({ server, bare }) => costOf(server) / costOf(bare))),
    notes: {
      'requests/s': rounded(median(measured.map(({ server }) => server.perSecond))),
      'requests/s without': rounded(median(measured.map(({ bare }) => bare.perSecond))),
      'requests that left': dropped,
    },
  };
}

interface Counts {
  readonly last: number;
  readonly dropped: number;
}
