// The operation that answers several reads at one instant.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { envelopeAround, respond, simTimeHeader } from '../../frame/answers/envelope.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, rawOperation } from '../../frame/operation/operation.ts';
import { simTime } from '../../frame/operation/service.ts';
import { readTogetherAnswer, readTogetherRequest } from './schema.ts';

const compressed = promisify(gzip);

export const readOperations: readonly Operation[] = [
  rawOperation({
    operationId: 'readTogether',
    summary: 'Answer several reads at one instant',
    description:
      'Each path leads to an operation with the method GET that answers with an envelope, such as `/sim/state?limit=20`. The world is ' +
      'held while they are answered, so a client that shows several answers side by side shows one instant at any speed of the clock. ' +
      'It is held for at most 200 ms, and not more than half of the time, however many clients ask: a read that takes longer ends, and ' +
      'its answer is null; ask it alone. A read that is refused does not end the others. HTTP faults of the single operations do not ' +
      'concern these reads, and the log of requests has one row for all. The answer is compressed for clients that accept `gzip`.',
    method: 'POST',
    path: '/sim/reads',
    changes: 'nothing',
    isTimeless: 'each path names its instant',
    from: 'body',
    request: readTogetherRequest,
    content: {
      mediaType: 'application/json',
      description: 'The answers, in the order of the paths.',
      data: readTogetherAnswer,
    },
    example: { paths: ['/sim/state?limit=20', '/sim/gprs?state=Queued'] },
    async respond({ paths }, _caller, service, context) {
      const wrong = paths.flatMap((path, i) =>
        service.requests.isRead(path)
          ? []
          : [problem(`paths[${i}]`, 'must lead to an operation with GET that answers with an envelope')],
      );
      requireNone(wrong);
      let at = '';
      const answers = await service.world.holding(async (over) => {
        at = simTime(service);
        const late = { isOver: false };
        const ended = over.then(() => {
          late.isOver = true;
          return 'null';
        });
        const begun = paths.map((path) => service.requests.read(path, context, () => late.isOver));
        return Promise.all(begun.map((response) => Promise.race([answerOf(response), ended])));
      });
      const [head, end] = envelopeAround({}, 'answers');
      return packed(head + answers.join(',') + end, at, context);
    },
  }),
];

async function answerOf(begun: Response | Promise<Response>): Promise<string> {
  const response = await begun;
  const at = JSON.stringify(response.headers.get(simTimeHeader));
  return `{"status":${response.status},"at":${at},"answer":${await response.text()}}`;
}

async function packed(envelope: string, at: string, context: Context): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', [simTimeHeader]: at, Vary: 'Accept-Encoding' };
  if (!/\bgzip\b/.test(context.req.header('accept-encoding') ?? '')) return respond(envelope, 200, headers);
  const body = Uint8Array.from(await compressed(envelope));
  return respond(envelope, 200, headers, { body, headers: { ...headers, 'Content-Encoding': 'gzip' } });
}
