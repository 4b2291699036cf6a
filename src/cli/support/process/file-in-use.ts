import { CommandFailure } from '../../../arguments/command-failure.ts';
import { FileInUse } from '../../../store/store-error.ts';

/** Runs work that needs a file. If a server has the file open, the error explains how to get a key. */
export async function withKeyHint(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileInUse)) throw error;
    throw new CommandFailure(
      `${error.message}. A running server creates a key when an Owner sends POST /api/v1/api-key; ` +
        'gprsim keys list shows the keys of its file',
    );
  }
}
