import * as v from 'valibot';
import { isDay } from '../../../wire/time/validity.ts';
import { list, string } from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import { choice, optionalText, text } from '../../frame/request/fields.ts';
import { mandatoryUnless, requiring } from '../../frame/request/requirements.ts';

const roles = ['Owner', 'Editor', 'Viewer'] as const;
const descriptionLengthMax = 1000;

export const createApiKeyRequest = requiring(
  v.object({
    name: text(),
    userName: optionalText(),
    description: optionalText(descriptionLengthMax),
    role: choice(roles),
    validUntil: v.pipe(
      text(),
      v.check(isDay, must('a date YYYY-MM-DD')),
      v.metadata({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
    ),
    workspaceName: optionalText(),
  }),
  mandatoryUnless('workspaceName', 'unless the role is Owner', { member: 'role', is: 'Owner' }),
);

export const createApiKeyAnswer = v.object({ apiKey: string });

export const listApiKeysRequest = v.object({ workspaceName: optionalText() });

export const apiKeyRecord = v.object({
  id: string,
  apiKey: string,
  name: string,
  description: string,
  role: v.picklist(roles),
  saName: string,
  workspaceName: string,
  tokenTtlSeconds: string,
  userName: string,
  validity: string,
});

export const listApiKeysAnswer = v.object({ data: list(v.pipe(apiKeyRecord, v.title('ApiKey'))) });

export const deleteApiKeyRequest = v.object({ apiKey: text() });

export const deleteApiKeyAnswer = v.null();
