import { hasEnded } from '../../wire/validity.ts';
import { Failure } from '../failure.ts';
import { nameLengthMax } from '../fields.ts';
import { type Operation, operation } from '../operation.ts';
import { notEmpty, problem, required, shown } from '../problems.ts';
import { authenticateAnswer, authenticateRequest } from './schema.ts';

const authenticate = operation({
  operationId: 'authenticate',
  summary: 'Exchange an API key for a bearer token',
  description:
    'The token is valid for 900 seconds of real time. Deleting its key revokes it. A key may have any number of valid tokens.',
  method: 'POST',
  path: '/api/v1/auth',
  from: 'body',
  request: authenticateRequest,
  answer: authenticateAnswer,
  errors: ['key-malformed', 'key-invalid', 'key-expired', 'key-unknown'],
  invalid: () => 'key-malformed',
  async handle({ apiKey }, _caller, { world, tokens, wallNowMs }) {
    if (typeof apiKey !== 'string' || apiKey === '') {
      throw new Failure('key-malformed', {}, [problem('apiKey', whyMalformed(apiKey))]);
    }
    const key = apiKey.length <= nameLengthMax ? world.keys.byValue(apiKey) : undefined;
    if (key === undefined) throw new Failure('key-unknown');
    if (!tokens.hasItsWorkspace(key)) throw new Failure('key-invalid');
    if (hasEnded(key.validity, wallNowMs())) throw new Failure('key-expired');
    return { token: await tokens.issue(key) };
  },
});

function whyMalformed(apiKey: unknown): string {
  if (apiKey === undefined || apiKey === null) return required;
  return apiKey === '' ? notEmpty : `must be a string, but is ${shown(apiKey)}`;
}

export const authOperations: readonly Operation[] = [authenticate];
