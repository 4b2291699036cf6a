// Operations that return pages of facts and stream new facts.

import type { FactView } from '../../../../sim/index.ts';
import type { FactFilter, FoundFacts } from '../../../driver/world.ts';
import { requireGpr, seesVictims } from '../../frame/access/scope.ts';
import { after } from '../../frame/answers/as-of.ts';
import { type Operation, operation, rawOperation } from '../../frame/operation/operation.ts';
import { windowOf } from '../shared/chart-window.ts';
import { fact, written } from '../shared/fact.ts';
import { factFor, isAbout, seesFactsOf } from '../shared/seen-facts.ts';
import { streamFacts as stream } from './fact-stream.ts';
import { listFactsAnswer, listFactsRequest, streamFactsRequest } from './schema.ts';

const path = '/sim/facts';

export const factOperations: readonly Operation[] = [
  operation({
    operationId: 'listFacts',
    summary: 'Read a page of facts',
    description:
      'The page omits facts of workspaces that the caller may not see. `gprId` selects the facts of a GPR and, for Owners, ' +
      'those of the GPRs that it evicted; `kind` selects kinds. The page then has fewer facts than `limit`, or none, if the ' +
      'search for more would take long: `next` continues it until it is `seq`. ' +
      '`from` and `to` select the facts of these instants and of those between. `last` reads the last facts instead of the first ones after `after`, and takes the place of `limit`.',
    method: 'GET',
    path,
    from: 'query',
    request: listFactsRequest,
    answer: listFactsAnswer,
    errors: ['gpr-not-found'],
    handle({ after: seqBefore, limit, last, gprId, kind, from, to }, caller, service, isWanted) {
      const { world, timeline } = service;
      const { fromMs, toMs } = windowOf({ from, to }, service);
      if (gprId !== undefined) requireGpr(world, caller, gprId);
      const filter: FactFilter = {
        ...(gprId !== undefined && { gprId, withVictims: seesVictims(caller) }),
        ...(kind !== undefined && { kinds: kind }),
        ...(from !== undefined && { fromMs }),
        ...(toMs !== undefined && { toMs }),
        sees: seesFactsOf(caller),
      };
      const page = ({ facts, next }: FoundFacts) => {
        const { branch, seq } = world.clock();
        const shown = facts.map((fact) => factFor(fact, caller, world)).filter((fact) => fact !== undefined);
        return { branch, facts: shown.map((fact) => written(fact, timeline)), next, seq };
      };
      if (last !== undefined) return after(world.read.lastFacts(seqBefore, last, filter, isWanted), page);
      if (gprId !== undefined || kind !== undefined || from !== undefined || to !== undefined)
        return after(world.read.findFacts(seqBefore, limit, filter, isWanted), page);
      const facts = world.read.factsAfter(seqBefore, limit);
      return page({ facts, next: facts.at(-1)?.seq ?? seqBefore });
    },
  }),
  rawOperation({
    operationId: 'streamFacts',
    summary: 'Stream facts',
    description:
      'The facts are server-sent events. An event id is `<branch>-<seq>`; `Last-Event-ID` resumes after that fact. Without ' +
      '`after` the stream begins now. `event: reset` names the branch that is the present one now, and the last fact that it ' +
      'shares with the one before; the stream goes on after this fact. `event: gap` reports that facts were skipped ' +
      'because they were too many. `gprId` and `kind` select facts as in `listFacts`. The stream does not end: `/docs` shows its beginning, `curl -N` all of it.',
    method: 'GET',
    path: `${path}/stream`,
    from: 'query',
    isTimeless: 'a stream goes on from a fact; use "after"',
    request: streamFactsRequest,
    content: {
      mediaType: 'text/event-stream',
      description: 'Each event without a name has a `Fact` as JSON in its data.',
      event: fact,
    },
    errors: ['too-many-streams', 'too-many-streams-of-key', 'gpr-not-found'],
    respond({ after, gprId, kind }, caller, service, context) {
      if (gprId !== undefined) requireGpr(service.world, caller, gprId);
      const isWanted = (fact: FactView) =>
        (gprId === undefined || isAbout(fact, gprId, seesVictims(caller))) &&
        (kind === undefined || kind.includes(fact.kind));
      return stream({ after, isWanted }, caller, service, context);
    },
  }),
];
