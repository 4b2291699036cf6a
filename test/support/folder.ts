import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed after the test, or after all tests of a file. */
export function temporaryFolder({ after }: { after(work: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-test-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}
