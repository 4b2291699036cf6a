// Operations that export the world as one file and import such a file.

import { join } from 'node:path';
import {
  Cancelled,
  type Imported,
  ImportRefused,
  removeTemporary,
  temporaryFolder,
} from '../../../driver/world.ts';
import { worldFileName } from '../../../files/file-names.ts';
import { simTimeHeader, success } from '../../frame/answers/envelope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, rawOperation } from '../../frame/operation/operation.ts';
import { type Service, simTime } from '../../frame/operation/service.ts';
import { type ImportAnswer, importAnswer } from './schema.ts';
import { receive, sent, type Upload } from './transport.ts';

const mediaType = 'application/vnd.sqlite3';

const importing = new WeakSet<Service>();
let lastDerived: Promise<void> = Promise.resolve();

/** Worlds take turns: each import derives a second world beside the present one. */
function inTurn<T>(derive: () => Promise<T>): Promise<T> {
  const derived = lastDerived.then(derive);
  lastDerived = derived.then(
    () => {},
    () => {},
  );
  return derived;
}

export const fileOperations: readonly Operation[] = [
  rawOperation({
    operationId: 'exportWorld',
    summary: 'Get the world as one SQLite file',
    description: 'Commands and the clock wait while the server writes the file; reads continue.',
    method: 'GET',
    path: '/sim/export',
    isTimeless: 'the file has all instants',
    content: { mediaType, description: 'A SQLite file of the world, without keys.' },
    errors: ['not-stored'],
    async respond(_request, _caller, service, context) {
      const { world } = service;
      const { signal } = context.req.raw;
      const folder = temporaryFolder();
      try {
        const path = join(folder, 'export');
        await world.exportTo(path, () => !signal.aborted);
        const { body, bytes } = sent(path, folder);
        return new Response(body, {
          headers: {
            'Content-Type': mediaType,
            'Content-Length': String(bytes),
            'Content-Disposition': `attachment; filename="${worldFileName(world.scenario.name)}"`,
            [simTimeHeader]: simTime(service),
          },
        });
      } catch (error) {
        removeTemporary(folder);
        throw error;
      }
    },
  }),
  rawOperation({
    operationId: 'importWorld',
    summary: 'Replace the world by that of a file',
    description:
      'The body is a file of `GET /sim/export`. The server validates its scenario and journal and derives the world from ' +
      'them, in a new branch. Owner keys stay. If the scenario is the same, keys of workspaces that the scenario declares ' +
      'stay bound. If the file is invalid, nothing changes.',
    method: 'POST',
    path: '/sim/import',
    changes: 'time',
    content: {
      mediaType: 'application/json',
      description: 'The clock and the size of the imported world.',
      data: importAnswer,
    },
    upload: {
      mediaType,
      description:
        'A file of `GET /sim/export`, of at most 512 MiB for the world at the root, and 64 MiB for another one.',
    },
    errors: ['import-refused', 'import-under-way', 'body-too-large'],
    async respond(_request, _caller, service, context) {
      if (importing.has(service)) throw new Failure('import-under-way');
      importing.add(service);
      const folder = temporaryFolder();
      let upload: Upload | undefined;
      try {
        const path = join(folder, 'import');
        upload = await receive(context, path, service.worlds !== undefined);
        const { signal } = context.req.raw;
        const imported = await inTurn(() => service.world.importFrom(path, folder, () => !signal.aborted));
        return success(answerOf(imported, service), simTime(service));
      } catch (error) {
        if (error instanceof ImportRefused || error instanceof Cancelled) {
          throw new Failure('import-refused', { why: error.message });
        }
        throw error;
      } finally {
        upload?.forget();
        importing.delete(service);
        removeTemporary(folder);
      }
    },
  }),
];

function answerOf({ clock, commands, isAsStored }: Imported, { world, timeline }: Service): ImportAnswer {
  const { name: scenario, seed } = world.scenario;
  const { nowMs, branch, seq, hash } = clock;
  return { scenario, seed, now: timeline.iso(nowMs), nowMs, branch, commands, seq, hash, isAsStored };
}
