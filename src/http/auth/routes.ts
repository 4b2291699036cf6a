// An API key for a bearer token.

import { Failure } from '../failure.ts';
import { nameLengthMax } from '../fields.ts';
import { type Operation, operation } from '../operation.ts';
import { authenticateAnswer, authenticateRequest } from './schema.ts';
import { endOfDayMs } from './validity.ts';

const authenticate = operation({
  operationId: 'authenticate',
  method: 'POST',
  path: '/api/v1/auth',
  from: 'body',
  request: authenticateRequest,
  answer: authenticateAnswer,
  async handle({ apiKey }, _caller, { world, tokens, wallNowMs }) {
    if (typeof apiKey !== 'string' || apiKey === '') throw new Failure('key-invalid');
    const key = apiKey.length <= nameLengthMax ? world.keys.byValue(apiKey) : undefined;
    if (key === undefined) throw new Failure('key-unknown');
    if (!tokens.workspaceStands(key)) throw new Failure('key-invalid');
    if (wallNowMs() >= endOfDayMs(key.validity)) throw new Failure('key-expired');
    return { token: await tokens.issue(key) };
  },
});

export const authOperations: readonly Operation[] = [authenticate];
