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

export class OpenWorld {
  readonly name: string;
  readonly file: WorldFile;
  readonly driver: Driver;
  readonly service: Service;
  readonly #ended: AbortController;
  #users = 0;
  /** Real time, as `performance.now()`. */
  #usedAt = performance.now();

  /** @param ended aborts what the service does for its clients */
  constructor(name: string, file: WorldFile, driver: Driver, service: Service, ended: AbortController) {
    this.name = name;
    this.file = file;
    this.driver = driver;
    this.service = service;
    this.#ended = ended;
  }

  /** Real time since its last use, ms; 0 while it is used. */
  get idleMs(): number {
    return this.isIdle ? performance.now() - this.#usedAt : 0;
  }

  get memoryBytes(): number {
    const { read } = this.driver;
    const gprs = Object.values(read.views.countStates()).reduce((sum, count) => sum + count, 0);
    const { clusters } = this.driver.scenario;
    const nodes = read.views.clusters().reduce((sum, cluster) => sum + cluster.nodes, 0) - nodesOf(clusters);
    const objects = bytesOf(this.driver.scenario) + read.storedBytes() + nodes * NODE_BYTES;
    const facts = Math.min(this.driver.clock().seq, KEPT_FACTS);
    const tables = this.file.isMemory ? TABLES_FACTOR * this.file.bytes : 0;
    return WORLD_BYTES + tables + objects + facts * FACT_BYTES + gprs * GPR_BYTES;
  }

  /** Notes a use. Returns what notes its end. */
  enter(): () => void {
    this.#users++;
    return () => {
      this.#users--;
      this.#usedAt = performance.now();
    };
  }

  get isIdle(): boolean {
    return this.#users === 0;
  }

  /** Ends its requests, and closes its file. @throws StoreError */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.driver.close();
  }
}
