// An open world beside the one at the root of the server: its file, its clock, and who uses it.

import type { Service } from '../../api/frame/operation/service.ts';
import type { Driver } from '../../driver/driver.ts';
import { bytesOf, NODE_BYTES, nodesOf } from '../../scenario/fields/budget.ts';
import type { WorldFile } from '../../store/world-file.ts';

/** About the memory of an open world without GPRs, bytes: its statements, routes and signals. */
export const WORLD_BYTES = 500_000;
/** About the memory of a GPR that is still in it, and of a fact that readers may want soon, bytes. */
const GPR_BYTES = 700;
const FACT_BYTES = 250;
const KEPT_FACTS = 10_000;
/** SQLite takes more memory than the pages of a database: measured with `demo` after a day and after two weeks. */
const TABLES_FACTOR = 2;

export type OpenWorld = ReturnType<typeof newOpenWorld>;

/** @param ended aborts what the service does for its clients */
export function newOpenWorld(
  name: string,
  file: WorldFile,
  driver: Driver,
  service: Service,
  ended: AbortController,
) {
  let users = 0;
  /** Real time, as `performance.now()`. */
  let usedAt = performance.now();

  return {
    service,
    driver,
    file,
    name,
    /** Real time since its last use, ms; 0 while it is used. */
    get idleMs(): number {
      return users === 0 ? performance.now() - usedAt : 0;
    },
    get memoryBytes(): number {
      const { read } = driver;
      const gprs = Object.values(read.views.countStates()).reduce((sum, count) => sum + count, 0);
      const { clusters } = driver.scenario;
      const nodes =
        read.views.clusters().reduce((sum, cluster) => sum + cluster.nodes, 0) - nodesOf(clusters);
      const objects = bytesOf(driver.scenario) + read.storedBytes() + nodes * NODE_BYTES;
      const facts = Math.min(driver.clock().seq, KEPT_FACTS);
      const tables = file.isMemory ? TABLES_FACTOR * file.bytes : 0;
      return WORLD_BYTES + tables + objects + facts * FACT_BYTES + gprs * GPR_BYTES;
    },
    /** Notes a use. Returns what notes its end. */
    enter(): () => void {
      users++;
      return () => {
        users--;
        usedAt = performance.now();
      };
    },
    /** Ends its requests, and closes its file. @throws StoreError */
    async close(): Promise<void> {
      ended.abort();
      await driver.close();
    },
  };
}
