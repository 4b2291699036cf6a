// Operations on the worlds of a process.

import { Timeline } from '../../../wire/time/timestamps.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { aboutServer, type Operation, operation } from '../../frame/operation/operation.ts';
import type { WorldEntry } from '../../frame/operation/served-world.ts';
import {
  createWorldAnswer,
  createWorldRequest,
  deleteWorldAnswer,
  deleteWorldRequest,
  listWorldsAnswer,
  type WorldAnswer,
} from './schema.ts';

const path = '/sim/worlds';

export const worldOperations: readonly Operation[] = [
  operation({
    operationId: 'listWorlds',
    summary: 'List the worlds of the server',
    description:
      'The worlds below `/worlds/`, with the limits of the server. Those of closed files have no clock: they open at the next request.',
    method: 'GET',
    path,
    isOfProcess: true,
    isTimeless: aboutServer,
    answer: listWorldsAnswer,
    handle(_request, _caller, { worlds }) {
      const { count, memoryBytes, idleMs } = worlds!.limits;
      return { worlds: worlds!.list().map(answerOf), limits: { worlds: count, memoryBytes, idleMs } };
    },
  }),
  operation({
    operationId: 'createWorld',
    summary: 'Create a world',
    description:
      'A world has the whole interface below `/worlds/{name}`, and shares nothing with the others. It begins at the start of ' +
      '`scenario`, a built-in name or an object that names no other file; by default that of the server. With `from`, it is a ' +
      'copy of another world as it is now, without its keys. Its clock is paused unless `speed` is given. The answer has its ' +
      'first Owner key, which opens only this world. Owner keys of the server open all worlds. A world without requests for ' +
      'the idle time of the server is removed, or closed if it has a file.',
    method: 'POST',
    path,
    changes: 'process',
    isOfProcess: true,
    from: 'body',
    request: createWorldRequest,
    answer: createWorldAnswer,
    errors: ['world-exists', 'world-not-found', 'worlds-full', 'memory-full', 'world-unusable'],
    example: { name: 'checkout-1', scenario: 'quiet' },
    async handle(wanted, _caller, { worlds }, isWanted) {
      const { entry, apiKey } = await worlds!.create(wanted, isWanted);
      return { ...answerOf(entry), apiKey };
    },
  }),
  operation({
    operationId: 'deleteWorld',
    summary: 'Delete a world',
    description: 'Ends its requests, and removes it with its file.',
    method: 'DELETE',
    path: `${path}/{name}`,
    changes: 'process',
    isOfProcess: true,
    request: deleteWorldRequest,
    answer: deleteWorldAnswer,
    errors: ['world-not-found', 'world-unusable'],
    async handle({ name }, _caller, { worlds }) {
      const isRemoved = await worlds!.remove(name);
      if (!isRemoved) throw new Failure('world-not-found', { name });
      return { name };
    },
  }),
];

function answerOf({ name, open, memoryBytes, idleMs }: WorldEntry): WorldAnswer {
  const address = { name, path: `/worlds/${name}` };
  const common = { memoryBytes, idleMs: Math.round(idleMs) };
  if (open === undefined)
    return {
      ...address,
      scenario: null,
      seed: null,
      now: null,
      mode: null,
      speed: null,
      isOpen: false,
      ...common,
    };
  const { scenario, clock } = open;
  const { name: scenarioName, seed, start } = scenario;
  const { nowMs, mode, speed } = clock;
  const now = new Timeline(start).iso(nowMs);
  return { ...address, scenario: scenarioName, seed, now, mode, speed, isOpen: true, ...common };
}
