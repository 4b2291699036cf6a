// The hunt of the library: its client is a function in the process of its caller.

import type { ClientEnd } from '../hunt/clients/client.ts';
import { spelled } from '../hunt/faults/cases.ts';
import { FAULT_KINDS, PROFILES, type Rates } from '../hunt/faults/faults.ts';
import { givenFaults } from '../hunt/faults/given-faults.ts';
import { hunt as huntIn } from '../hunt/hunt.ts';
import { INVARIANTS, type Invariant } from '../hunt/judging/invariants.ts';
import { foundLines } from '../hunt/texts.ts';
import type * as declared from './gprsim.d.ts';
import { aScenario, type Check, checkOptions, isSeed, wholeFrom } from './option-checks.ts';
import { contentOf, fail, requireNode } from './start.ts';

const names = INVARIANTS.map(({ name }) => name);

const isList = (value: unknown, fits: (member: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(fits);

const checks: Readonly<Record<keyof declared.HuntOptions, Check>> = {
  scenario: aScenario,
  seeds: {
    fits: (value) => (Number.isInteger(value) && (value as number) > 0) || isList(value, isSeed),
    right: 'how many seeds, from 1 on, or a list of integers from 0',
  },
  jobs: wholeFrom({ from: 1, to: 1_000 }),
  faults: {
    fits: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    right: `a text as --faults takes it (${PROFILES.join(', ')}, …), or an object of probabilities of ${FAULT_KINDS.join(', ')}`,
  },
  untilFailure: wholeFrom({ from: 1, to: 1_000_000 }),
  invariants: {
    fits: (value) => isList(value, (name) => names.includes(name as string)),
    right: `a list of ${names.join(', ')}`,
  },
  check: { fits: (value) => typeof value === 'function', right: 'a function' },
  callsMax: wholeFrom({ from: 1, to: 100_000 }),
  timeLimit: wholeFrom({ from: 1, to: 86_400 }),
};

export const hunt: typeof declared.hunt = async (options, client) => {
  requireNode();
  checkOptions('hunt', options, checks);
  if (typeof client !== 'function')
    throw new TypeError('hunt takes a client, an async function, after its options');
  const { scenario = 'quiet', seeds = 100, jobs = 4, faults = 'usual', check } = options;
  const chosen = options.invariants ?? names;
  const own: readonly Invariant[] =
    check === undefined ? [] : [{ name: 'check', summary: 'the check of the hunt', check }];
  try {
    const found = await huntIn({
      scenario: typeof scenario === 'object' ? contentOf(scenario, 'hunt') : scenario,
      seeds: typeof seeds === 'number' ? Array.from({ length: seeds }, (_, i) => 1 + i) : seeds,
      jobs,
      rates: ratesFrom(faults),
      failuresMax: options.untilFailure ?? Number.POSITIVE_INFINITY,
      client: (given) => ended(client, given),
      pace: { stepMs: 10_000, callsMax: options.callsMax ?? 1_000 },
      limitMs: (options.timeLimit ?? 30) * 1_000,
      invariants: [...INVARIANTS.filter(({ name }) => chosen.includes(name)), ...own],
      signal: new AbortController().signal,
      onRun: () => {},
    });
    const { seeds: ran, failures, kinds, reached } = found;
    const cases = found.cases.map(({ seed, kind, why, faults, hash }) => ({
      seed,
      kind: kind!,
      why,
      faults: faults.map(spelled),
      hash,
    }));
    return { seeds: ran, failures, kinds, reached, cases, text: foundLines(found).join('\n') };
  } catch (error) {
    return fail(error, 'hunt');
  }
};

function ratesFrom(faults: string | object): Rates {
  if (typeof faults === 'string') return givenFaults(faults);
  return givenFaults(
    Object.entries(faults)
      .map(([kind, probability]) => `${kind}=${probability}`)
      .join(),
  );
}

/** Runs the function. What it throws is its failure. */
async function ended(client: declared.HuntedClient, given: declared.HuntedWorld): Promise<ClientEnd> {
  const handedOver: string[] = [];
  try {
    await client({ ...given, handOver: (gprId: string) => handedOver.push(gprId) });
    return { failure: '', output: '', handedOver };
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { why: 'exit', failure: `the client throws: ${message}`, output: stack, handedOver };
  }
}
