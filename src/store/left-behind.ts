// Temporary files and folders have the id of their process in their names. What a killed process left behind is removed later.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes of other containers may share the folder, but not the list of processes. Their work takes less time. */
const OLD_MS = 3_600_000;

/** Returns the part of a temporary name that identifies this process. */
export function ownMark(): string {
  return `gprsim-${process.pid}-`;
}

/** Creates a folder that only the user of this process can read. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), ownMark()));
}

/** Removes old temporary files and folders of processes that have ended. Leaves what it may not remove. */
export function removeLeftBehind(folder: string, nowMs: number): void {
  for (const name of namesIn(folder)) {
    const pid = Number(/(?:^|\.)gprsim-(\d+)-/.exec(name)?.[1]);
    if (!(pid > 0) || isRunning(pid)) continue;
    const path = join(folder, name);
    try {
      if (nowMs - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another user owns it, or another process has removed it.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}
