import { FileInUse } from '../../store/store-error.ts';
import { CommandFailure } from './failure.ts';

/** Does what needs a file or its keys. If a server has the file, the error says how to get a key from it. */
export async function withKeyHint(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileInUse)) throw error;
    throw new CommandFailure(
      `${error.message}. A server that runs makes a key when an Owner sends POST /api/v1/api-key; ` +
        'when it has ended, gprsim keys list shows the keys of its file',
    );
  }
}
