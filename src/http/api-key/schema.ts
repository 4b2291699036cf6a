import * as v from 'valibot';
import { isDay } from '../../wire/validity.ts';
import { optionalText, text } from '../fields.ts';
import { must, required } from '../problems.ts';

const roles = ['Owner', 'Editor', 'Viewer'] as const;
const descriptionLengthMax = 1000;

export const createApiKeyRequest = v.pipe(
  v.object({
    name: text(),
    userName: optionalText(),
    description: optionalText(descriptionLengthMax),
    role: v.picklist(roles, must(`one of ${roles.join(', ')}`)),
    validUntil: v.pipe(text(), v.check(isDay, must('a date YYYY-MM-DD'))),
    workspaceName: optionalText(),
  }),
  v.forward(
    v.check(
      ({ role, workspaceName }) => role === 'Owner' || workspaceName !== '',
      (issue) => `${required} for the role ${issue.input.role}`,
    ),
    ['workspaceName'],
  ),
);

export const createApiKeyAnswer = v.object({ apiKey: v.string() });

/** An empty name is refused: as "no filter" it would make scripts that delete the listed keys delete all keys. */
export const listApiKeysRequest = v.object({ workspaceName: v.nullish(text(), null) });

export const apiKeyRecord = v.object({
  id: v.string(),
  apiKey: v.string(),
  name: v.string(),
  description: v.string(),
  role: v.picklist(roles),
  saName: v.string(),
  workspaceName: v.string(),
  tokenTtlSeconds: v.string(),
  userName: v.string(),
  validity: v.string(),
});

export const listApiKeysAnswer = v.object({ data: v.array(v.pipe(apiKeyRecord, v.title('ApiKey'))) });

export const deleteApiKeyRequest = v.object({ apiKey: text() });

export const deleteApiKeyAnswer = v.null();
