import type * as v from 'valibot';
import type { ApiKey, ReadableWorld, Role } from '../../../driver/world.ts';
import { hasEnded } from '../../../wire/time/validity.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { workspaceOf } from '../../frame/access/scope.ts';
import { Failure, invalid } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import {
  type apiKeyRecord,
  createApiKeyAnswer,
  createApiKeyRequest,
  deleteApiKeyAnswer,
  deleteApiKeyRequest,
  listApiKeysAnswer,
  listApiKeysRequest,
} from './schema.ts';

const path = '/api/v1/api-key';
const defaultUserName = 'admin';
const workspaceSpellings = { workspace: 'workspaceName', sliceName: 'workspaceName' };

export const apiKeyOperations: readonly Operation[] = [
  operation({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key. Keys of Editors and Viewers belong to a workspace, so `workspaceName` is mandatory for them. Names need not be unique.',
    method: 'POST',
    path,
    changes: 'process',
    from: 'body',
    spellings: { validity: 'validUntil', ...workspaceSpellings },
    request: createApiKeyRequest,
    answer: createApiKeyAnswer,
    errors: ['workspace-not-found', 'workspace-going'],
    example: { name: 'ci', role: 'Editor', validUntil: '2030-12-31', workspaceName: 'team-blue' },
    handle({ name, userName, description, role, validUntil, workspaceName }, caller, { world, wallNowMs }) {
      if (hasEnded(validUntil, wallNowMs())) {
        const why = `must be today (UTC) or later, but is "${validUntil}"`;
        throw invalid('validUntil', why);
      }
      const { apiKey } = world.keys.create({
        name,
        description,
        role,
        userName: userName === '' ? defaultUserName : userName,
        workspaceName,
        workspaceCreation: workspaceName === '' ? null : creationOf(world, caller, workspaceName),
        validity: validUntil,
      });
      return { apiKey };
    },
  }),
  operation({
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'Lists all keys that the caller may see, or those of one workspace. Keys of a deleted workspace are not listed.',
    method: 'GET',
    path: `${path}/list`,
    from: 'query',
    isTimeless: 'API keys belong to the server',
    spellings: workspaceSpellings,
    request: listApiKeysRequest,
    answer: listApiKeysAnswer,
    errors: ['workspace-foreign', 'workspace-not-found'],
    handle({ workspaceName }, caller, { world, tokens }) {
      if (workspaceName !== '') workspaceOf(world, caller, workspaceName);
      const keys = world.keys
        .list()
        .filter((key) => mayRead(caller, key) && tokens.hasItsWorkspace(key))
        .filter((key) => workspaceName === '' || key.workspaceName === workspaceName);
      return { data: keys.map(recordOf) };
    },
  }),
  operation({
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'Deletes a key and revokes its tokens.',
    method: 'DELETE',
    path,
    changes: 'process',
    from: 'body',
    spellings: { 'api-key': 'apiKey' },
    request: deleteApiKeyRequest,
    answer: deleteApiKeyAnswer,
    errors: ['api-key-not-found'],
    handle({ apiKey }, _caller, { world }) {
      if (!world.keys.remove(apiKey)) throw new Failure('api-key-not-found');
      return null;
    },
  }),
];

function creationOf(world: ReadableWorld, caller: Caller, workspaceName: string): number {
  const workspace = workspaceOf(world, caller, workspaceName);
  if (workspace.going) throw new Failure('workspace-going', { workspace: workspaceName });
  return workspace.creation;
}

const rank: Record<Role, number> = { Viewer: 0, Editor: 1, Owner: 2 };

/** Records contain the value of the key, so callers read only keys with at most their own rights. */
function mayRead(caller: Caller, key: ApiKey): boolean {
  return (
    caller.role === 'Owner' ||
    (key.workspaceCreation === caller.workspaceCreation && rank[key.role] <= rank[caller.role])
  );
}

function recordOf(key: ApiKey): v.InferOutput<typeof apiKeyRecord> {
  const { id, apiKey, name, description, role, saName, workspaceName, tokenTtlSeconds, userName, validity } =
    key;
  return {
    id,
    apiKey,
    name,
    description,
    role,
    saName,
    workspaceName,
    tokenTtlSeconds: String(tokenTtlSeconds),
    userName,
    validity,
  };
}
