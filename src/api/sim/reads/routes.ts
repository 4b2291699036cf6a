// The operation that answers several reads at one instant.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { envelopeAround, respond, simTimeHeader } from '../../frame/answers/envelope.ts';
import { Failure } from '../../frame/errors/failure.ts';
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
      'Each path leads to an operation with the method GET that answers with an envelope, such as `/sim/state?limit=20`. All begin at ' +
      'the same instant, between two events of the simulation, so a client that shows several answers side by side shows one instant ' +
      'at any speed of the clock. `at` is the instant of an answer: it is later only if so much is asked that a read had to wait. A ' +
      'read that is refused does not end the others. HTTP faults of the single operations do not concern these reads, and the log of ' +
      'requests has one row for all. The answer is compressed for clients that accept `gzip`.',
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
      if (wrong.length > 0) throw new Failure('invalid', {}, wrong);
      const at = simTime(service);
      // All begin before the first is awaited.
      const begun = paths.map((path) => service.requests.read(path, context));
      const answers = await Promise.all(begun.map(async (response) => answerOf(await response)));
      const [head, end] = envelopeAround({}, 'answers');
      return packed(head + answers.join(',') + end, at, context);
    },
  }),
];

async function answerOf(response: Response): Promise<string> {
  const at = JSON.stringify(response.headers.get(simTimeHeader));
  return `{"status":${response.status},"at":${at},"answer":${await response.text()}}`;
}

async function packed(envelope: string, at: string, context: Context): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', [simTimeHeader]: at, Vary: 'Accept-Encoding' };
  if (!/\bgzip\b/.test(context.req.header('accept-encoding') ?? '')) return respond(envelope, 200, headers);
  const bytes = Uint8Array.from(await compressed(envelope, { level: 1 }));
  return respond(bytes, 200, { ...headers, 'Content-Encoding': 'gzip' });
}
