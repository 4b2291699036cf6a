// A chain is the lifecycle of a resource as calls. Each call follows links of earlier answers.

import { rules } from '../../src/api/frame/access/roles.ts';

/** The kinds of placeholders: `{gpr}` in a path, or as a whole value in a body. */
export type Kind =
  | 'workspace'
  | 'gpr'
  | 'gprTemplate'
  | 'endpoint'
  | 'workloadTemplate'
  | 'placement'
  | 'key'
  | 'fault'
  | 'node'
  | 'operation'
  | 'instant'
  | 'seq'
  | 'event'
  | 'branch'
  | 'world';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly variants?: readonly object[];
  /** Members of the answer's data that later calls can use. */
  readonly links?: Readonly<Partial<Record<Kind, string>>>;
  /** The call uploads the last exported world. */
  readonly upload?: true;
}

export interface Chain {
  readonly calls: readonly Call[];
  /** The relative frequency of the chain. Default: 4. */
  readonly weight?: number;
}

/** The initial words of each kind. They are few, so that calls often use the same word. */
export const words: Readonly<Record<Kind, readonly string[]>> = {
  workspace: ['red', 'red', 'red', 'blue', 'green'],
  gpr: ['gpr-00000000-0000'],
  gprTemplate: ['small', 'large'],
  endpoint: ['iris', 'rose'],
  workloadTemplate: ['stack', 'tool'],
  placement: ['app', 'job', 'stack'],
  key: ['5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2'],
  fault: ['fault-9'],
  node: ['worker-1-a2-highgpu-8g-0', 'worker-1-a2-highgpu-8g-1'],
  operation: Object.keys(rules).filter((id) => !id.endsWith('Fault') && id !== 'listFaults'),
  instant: ['2026-01-05T09:00:00Z'],
  seq: ['0'],
  event: ['2-0', '9-0'],
  branch: ['1', '1', '99'],
  world: ['one', 'one', 'two'],
};

export const get = (path: string, links?: Call['links']): Call => ({
  method: 'GET',
  path,
  ...(links && { links }),
});

export const send = (
  method: Exclude<Call['method'], 'GET'>,
  path: string,
  body: object,
  more: Pick<Call, 'variants' | 'links'> = {},
): Call => ({ method, path, body, ...more });
