import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed after the test, or after all tests of a file. */
export function temporaryFolder(t: { after(work: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Works in a folder that is removed afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const ends: (() => void)[] = [];
  const folder = temporaryFolder({ after: (end) => ends.push(end) });
  try {
    await work(folder);
  } finally {
    for (const end of ends) end();
  }
}
