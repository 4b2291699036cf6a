// Operations that return pages of facts and stream new facts.

import { type Operation, operation, rawOperation } from '../../http/operation.ts';
import { factFor, written } from './fact.ts';
import { listFactsAnswer, listFactsRequest, streamFactsRequest } from './schema.ts';
import { streamFacts as stream } from './stream.ts';

const path = '/sim/facts';

const listFacts = operation({
  operationId: 'listFacts',
  summary: 'Read a page of facts',
  description: 'The page omits facts of workspaces that the caller may not see.',
  method: 'GET',
  path,
  from: 'query',
  request: listFactsRequest,
  answer: listFactsAnswer,
  handle({ after, limit }, caller, { world, timeline }) {
    const { branch, seq } = world.clock();
    const read = world.read.factsAfter(after, limit);
    const shown = read.map((fact) => factFor(fact, caller, world)).filter((fact) => fact !== undefined);
    return {
      branch,
      facts: shown.map((fact) => written(fact, timeline)),
      next: read.at(-1)?.seq ?? after,
      seq,
    };
  },
});

const streamFacts = rawOperation({
  operationId: 'streamFacts',
  summary: 'Stream facts',
  description:
    'The facts are server-sent events. An event id is `<branch>-<seq>`; `Last-Event-ID` resumes after that fact. Without ' +
    '`after` the stream begins now. `event: reset` reports that the branch ended, `event: gap` that facts were skipped ' +
    'because they were too many. The stream does not end: `/docs` shows its beginning, `curl -N` all of it.',
  method: 'GET',
  path: `${path}/stream`,
  from: 'query',
  request: streamFactsRequest,
  content: {
    mediaType: 'text/event-stream',
    description: 'Each event without a name has a `Fact` as JSON in its data.',
  },
  errors: ['too-many-streams'],
  respond({ after }, caller, service, context) {
    return stream(after, caller, service, context);
  },
});

export const factOperations: readonly Operation[] = [listFacts, streamFacts];
