// The process that the load comes from: autocannon, told what to send and telling what came back.

import autocannon, { type Request, type Result } from 'autocannon';
import type { Load, LoadResult } from './protocol.ts';

/** How often autocannon looks whether all is done; elapsed time is taken from the answers themselves. */
const LOOK_MS = 20;

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send!(result),
    (error) => {
      throw error;
    },
  );
});
process.once('disconnect', () => process.exit());

function run(load: Load): Promise<LoadResult> {
  const { url, token, connections, amount, expected, expectedPart } = load;
  const latenciesMs = new Float64Array(amount);
  const gprIds: string[] = [];
  let answered = 0;
  let wrongBody: string | undefined;
  let lastBody = '';
  let lastAt = 0;

  let isOver = false;
  // Never asleep: it would be the server's turn to wake this process up, with every answer, the more so the longer a
  // server takes. Both servers would be charged for that differently.
  const spin = () => {
    if (!isOver) setImmediate(spin);
  };
  spin();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const instance = autocannon(
      {
        url,
        connections,
        amount,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        requests: requestsOf(load),
        sampleInt: LOOK_MS,
        bailout: 1,
        verifyBody: (body) => {
          lastBody = body;
          const isRight = expected === undefined ? body.includes(expectedPart ?? '') : body === expected;
          if (!isRight) wrongBody ??= body.slice(0, 500);
          const at = body.indexOf('"gprId":"gpr-');
          if (expected === undefined && at !== -1) gprIds.push(body.slice(at + 9, body.indexOf('"', at + 9)));
          return isRight;
        },
      },
      (error, result) => {
        isOver = true;
        if (error !== null) {
          reject(error);
          return;
        }
        const sorted = latenciesMs.subarray(0, answered).toSorted();
        const wrong = whatIsWrong(result, wrongBody, answered, amount);
        resolve({
          answered,
          elapsedMs: lastAt - startedAt,
          latencyMsP50: sorted[Math.floor(answered * 0.5)],
          latencyMsP99: sorted[Math.floor(answered * 0.99)],
          gprIds,
          lastBody,
          ...(wrong !== undefined && { wrong }),
        });
      },
    );
    instance.on('response', (_client: unknown, _status: unknown, _bytes: unknown, tookMs: number) => {
      latenciesMs[answered++] = tookMs;
      lastAt = performance.now();
    });
  });
}

/** Requests with what is sent in the place of ids: each connection takes the next one when it begins anew. */
function requestsOf({ requests, gprIds }: Load): Request[] {
  if (gprIds === undefined) return requests.map((request) => ({ ...request }));
  let next = 0;
  return requests.map((request, i) => ({
    ...request,
    setupRequest: (sent, context) => {
      if (i === 0) context.gprId = gprIds[next++];
      return { ...sent, body: request.body!.replace('{gprId}', context.gprId!) };
    },
  }));
}

function whatIsWrong(
  result: Result,
  wrongBody: string | undefined,
  answered: number,
  amount: number,
): string | undefined {
  if (wrongBody !== undefined) return `an answer is not as it should be: ${wrongBody}`;
  if (result.errors > 0) return `${result.errors} requests broke off or took too long`;
  if (result.non2xx > 0) return `${result.non2xx} answers have a status that is none of success`;
  if (answered !== amount) return `${answered} requests of ${amount} were answered`;
  return undefined;
}
