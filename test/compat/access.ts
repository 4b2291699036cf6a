import { BadParameters, type Failures, ValueFailure, WorkspaceAlreadyExists } from './failures.ts';
import { each, exactly, having, type Json, ShapeError } from './shapes.ts';
import type { StrictClient } from './strict-client.ts';

const keyFailures: Failures = Object.fromEntries(
  [400, 401, 403, 404, 409, 422, 500, 503].map((statusCode) => [statusCode, ValueFailure]),
);

export interface NewKey {
  readonly name: string;
  readonly role: string;
  readonly validity: string;
  readonly workspaceName?: string;
}

export async function createApiKey(client: StrictClient, key: NewKey): Promise<string> {
  const body = { userName: 'admin', description: '', ...key };
  return having(await client.call('POST', '/api/v1/api-key', body, keyFailures), ['apiKey']).apiKey;
}

/** Reads records of keys like scripts do. */
export async function listApiKeys(client: StrictClient, workspaceName?: string): Promise<Json[]> {
  const filter = workspaceName === undefined ? '' : `?workspaceName=${workspaceName}`;
  const data = await client.call('GET', `/api/v1/api-key/list${filter}`, undefined, keyFailures);
  return each(having(data, []).data ?? [], (record) => having(record, ['apiKey', 'name', 'role']));
}

export function deleteApiKey(client: StrictClient, apiKey: string): Promise<Json> {
  return client.call('DELETE', '/api/v1/api-key', { apiKey }, keyFailures);
}

export interface NewWorkspace {
  readonly name: string;
  readonly clusters?: readonly string[];
  readonly namespaces?: readonly string[];
}

export async function createWorkspace(
  client: StrictClient,
  { name, clusters = ['worker-1', 'worker-2'], namespaces = [name] }: NewWorkspace,
): Promise<string> {
  const body = { workspaceName: name, clusters, namespaces, username: 'admin', email: 'admin@example.com' };
  const failures = { 409: WorkspaceAlreadyExists, 422: BadParameters };
  const data = await client.call('POST', '/api/v1/slice-workspace', body, failures);
  return having(data, ['workspaceName']).workspaceName;
}

export async function listWorkspaces(client: StrictClient): Promise<Json[]> {
  const data = exactly(await client.call('GET', '/api/v1/slice-workspace/list'), ['workspaces']);
  return each(data.workspaces, (item) =>
    having(item, [
      'name',
      'overlayNetworkDeploymentMode',
      'maxClusters',
      'sliceDescription',
      'clusters',
      'namespaces',
    ]),
  );
}

export async function kubeConfigOf(
  client: StrictClient,
  workspaceName: string,
  clusterName: string,
): Promise<string> {
  const body = { workspaceName, clusterName };
  const data = having(await client.call('POST', '/api/v1/slice-workspace/kube-config', body), ['kubeConfig']);
  if (typeof data.kubeConfig !== 'string') throw new ShapeError('kubeConfig is no text');
  return data.kubeConfig;
}

export async function deleteWorkspace(client: StrictClient, workspaceName: string): Promise<void> {
  having(await client.call('DELETE', '/api/v1/slice-workspace', { workspaceName }), []);
}
