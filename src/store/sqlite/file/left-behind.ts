// Temporary files and folders have the id of their process in their names. What a killed process left behind is removed later.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes of other containers may share the folder, but not the list of processes. Their work takes less time. */
const OLD_MS = 3_600_000;

const RETRY_MS = 1_000;

/** Returns the part of a temporary name that identifies this process. */
export function ownMark(): string {
  return `gprsim-${process.pid}-`;
}

/** Creates a folder that only the user of this process can read. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), ownMark()));
}

/** Temporary files and folders whose removal failed: the process had no file descriptor left, or the file system is read-only. */
const unremoved = new Set<string>();

/** Removes a temporary file or folder of this process. If that fails, it tries again later, at the latest when the process ends. */
export function removeTemporary(path: string): void {
  if (isRemoved(path)) return;
  if (unremoved.size === 0) {
    process.on('exit', removeUnremoved);
    setTimeout(retry, RETRY_MS).unref();
  }
  unremoved.add(path);
}

function retry(): void {
  removeUnremoved();
  if (unremoved.size === 0) process.off('exit', removeUnremoved);
  else setTimeout(retry, RETRY_MS).unref();
}

function removeUnremoved(): void {
  for (const path of unremoved) if (isRemoved(path)) unremoved.delete(path);
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** Removes temporary files and folders of processes that have ended, from this age on. Leaves what it may not remove. */
export function removeLeftBehind(folder: string, nowMs: number, leastMs = OLD_MS): void {
  for (const name of namesIn(folder)) {
    const pid = Number(/(?:^|\.)gprsim-(\d+)-/.exec(name)?.[1]);
    if (!(pid > 0)) continue;
    const path = join(folder, name);
    try {
      const { mtimeMs } = statSync(path);
      // In a container, the process before may have had the same id.
      const isOwners = pid === process.pid ? mtimeMs >= performance.timeOrigin : isRunning(pid);
      if (!isOwners && nowMs - mtimeMs >= leastMs) rmSync(path, { recursive: true, force: true });
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
