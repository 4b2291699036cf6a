import * as v from 'valibot';
import { TOKEN_TTL_SECONDS } from '../../../wire/time/token-lifetime.ts';
import { hasEnded } from '../../../wire/time/validity.ts';
import { string } from '../../frame/answers/shapes.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { NAME_LENGTH_MAX } from '../../frame/request/fields.ts';

const authenticateRequest = v.object({ apiKey: v.pipe(string, v.nonEmpty()) });

/** Clients fail on any further member. */
const authenticateAnswer = v.strictObject({ token: string });

export const authOperations: readonly Operation[] = [
  operation({
    operationId: 'authenticate',
    summary: 'Exchange an API key for a bearer token',
    description: `The token is valid for ${TOKEN_TTL_SECONDS} seconds of real time. Deleting its key revokes it. A key may have any number of valid tokens.`,
    method: 'POST',
    path: '/api/v1/auth',
    changes: 'process',
    from: 'body',
    request: authenticateRequest,
    answer: authenticateAnswer,
    errors: ['key-invalid', 'key-expired', 'key-unknown'],
    invalid: 'key-invalid',
    async handle({ apiKey }, _caller, { world, tokens, wallNowMs }) {
      const key = apiKey.length <= NAME_LENGTH_MAX ? world.keys.byValue(apiKey) : undefined;
      if (key === undefined) throw new Failure('key-unknown');
      if (!tokens.hasItsWorkspace(key)) throw new Failure('key-invalid');
      if (hasEnded(key.validity, wallNowMs())) throw new Failure('key-expired');
      return { token: await tokens.issue(key) };
    },
  }),
];
