import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, gprBody } from '../client.ts';
import { documents } from '../documents/described.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shapes of documents and bodies are known here
type Any = any;

const question = {
  ...gprBody,
  preferredClusters: ['worker-1'],
  enableAutoClusterSelection: false,
  enableAutoGpuSelection: false,
  memoryPerGpu: 40,
};
const key = { name: 'key', role: 'Owner', validUntil: '2026-12-31' };

const rows: [string, object, string, number][] = [
  ['/api/v1/gpr/gpu-availability', question, 'requestName', 40],
  ['/api/v1/gpr', gprBody, 'gprName', 253],
  ['/api/v1/api-key', key, 'description', 1000],
  ['/sim/faults', { kind: 'step' }, 'message', 1000],
];

test('lengths count characters, as in the OpenAPI documents', async () => {
  const owner = await new Client().as('Owner');
  for (const [path, body, member, most] of rows) {
    assert.deepEqual(described(path, member), [most], path);
    const send = (characters: number) =>
      owner.send('POST', path, { ...body, [member]: '🚀'.repeat(characters) });
    const fits = await send(most);
    assert.equal(fits.status, 200, `${path}: ${fits.body.message}`);
    const tooLong = await send(most + 1);
    assert.equal(tooLong.status, 422, path);
    assert.match(tooLong.body.message, new RegExp(`^"${member}" must be at most ${most} characters long`));
  }
});

/** The bounds that the documents state for the member. */
function described(path: string, member: string): number[] {
  const { paths, components } = path.startsWith('/sim') ? documents.simulation : documents.service;
  const { $ref } = (paths as Any)[path].post.requestBody.content['application/json'].schema;
  const schema: Any = components.schemas[$ref.split('/').at(-1)];
  const objects: Any[] = schema.oneOf ?? [schema];
  return objects.flatMap(({ properties }) => properties[member]?.maxLength ?? []);
}
