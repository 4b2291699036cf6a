// An open world beside the one at the root of the server: its file, its clock, and who uses it.

import type { Driver } from '../../driver/driver.ts';
import type { Service } from '../../http/operation/service.ts';
import type { WorldFile } from '../../store/world-file.ts';

/** About the memory of an open world without GPRs, bytes: its statements, routes and signals. */
export const WORLD_BYTES = 500_000;
/** About that of a GPR that has not left memory, and of a node. */
const GPR_BYTES = 700;
const NODE_BYTES = 300;

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
    const gprs = Object.values(read.countStates()).reduce((sum, count) => sum + count, 0);
    const nodes = read.clusters().reduce((sum, cluster) => sum + cluster.nodes, 0);
    return WORLD_BYTES + (this.file.isMemory ? this.file.bytes : 0) + gprs * GPR_BYTES + nodes * NODE_BYTES;
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
    this.service.requestLog?.clear();
    await this.driver.close();
  }
}
