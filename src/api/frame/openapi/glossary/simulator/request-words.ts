// The words of the operations about kept requests.

import type { Words } from '../word.ts';

export const requestWords = {
  'listRequests.operation': [
    'operationIds with commas between; `none` selects unknown paths.',
    ['createGpr'],
  ],
  'listRequests.method': ['Methods with commas between.', ['POST']],
  'listRequests.status': [
    'Statuses and classes of them, with commas between; `none` selects requests without a status.',
    '404,5xx',
  ],
  'listRequests.key': ['The name or the id of the API key of the requests.', 'ci'],
  'listRequests.path': ['How the path begins.', '/api/v1/gpr'],
  'listRequests.after': ['The number of the last request that the client has.', 0],
  'listRequests.limit': ['The largest number of requests in the answer.', 100],
  bodies: ['Whether the answer has the bodies.', 'true'],
  requests: ['The requests in the order of their arrival.'],
  'ListRequestsAnswer.next': ['The value of `after` for the next page.', 7],
  last: ['The number of the last request that the server kept; 0 without one.', 7],
  dropped: [
    'How many requests were removed since the last `DELETE /sim/requests` because there were too many, or they took too much memory.',
    0,
  ],
  number: ['The number of the request, from 1.', 7],
  'KeptRequest.at': ['The simulated instant of its arrival, ISO 8601 UTC.', '2026-01-05T08:00:00.000Z'],
  receivedAt: ['The real instant of its arrival, ISO 8601 UTC.', '2026-07-01T09:30:00.000Z'],
  'KeptRequest.method': ['The method.', 'POST'],
  'KeptRequest.path': ['The path with its query.', '/api/v1/gpr'],
  'KeptRequest.operation': ['The operationId; null if the path is unknown.', 'createGpr'],
  'KeptRequest.key': ['The name of the API key; null without a valid token.', 'ci'],
  keyId: ['The id of the API key; null without a valid token.', '0b7c2d9e-5f41-4c3a-9d26-8a1e4f5b6c70'],
  'KeptRequest.status': [
    'The HTTP status; null while the request runs, and after a reset. 499: the client disconnected before the answer, or before the end of a slow one.',
    200,
  ],
  ms: [
    'Real milliseconds from the arrival to the answer, of a slow one to its last byte; null while the request runs.',
    0.41,
  ],
  'KeptRequest.unknownMembers': [
    'Members that the operation does not have, and which had no effect; usually misspelled. At most 20.',
    ['exitDuraton'],
  ],
  'KeptRequest.faultId': ['The id of the HTTP fault that the request met; null without one.', null],
  'KeptRequest.executed': [
    'Whether the fault let the operation run, even if this refused the call; null without a fault.',
    null,
  ],
  'KeptRequest.connection': [
    'What the fault did to the connection: `reset` (no answer was sent), `cut` (half of the body was sent) or `slow`; null otherwise.',
    null,
  ],
  bodyBytes: ['The size of the body in bytes; null if it is unknown.', 259],
  answerBytes: [
    'The size of the body of the answer in bytes, before a cut; null while the request runs, after a reset, and for streams.',
    97,
  ],
  'KeptRequest.body': ['The body; null if it is empty or was not read.'],
  answerBody: ['The body of the answer; null if it is empty, or if the server sends it in parts.'],
  'body.text': ['The text without secrets, at most 16 KiB.', '{"gprName":"training"}'],
  'answerBody.text': ['The text without secrets, at most 16 KiB.', '{"statusCode":200}'],
  isCut: ['Whether the body is longer than its text here.', false],
  'DeleteRequestsAnswer.removed': ['The number of removed requests.', 7],
} satisfies Words;
