// Checks facts about endpoints: the status follows the GPR, and no fact follows the removal.

import type { WordsOf } from '../../facts/catalogue.ts';
import { ENDPOINT_STATUSES } from '../../facts/numbered.ts';
import type { CheckedGprs } from './checked-gprs.ts';
import type { CheckedNodes } from './checked-nodes.ts';
import type { CheckedWorkspaces } from './checked-workspaces.ts';
import type { Report, Rules } from './report.ts';

interface CheckedEndpoint {
  readonly workspace: number;
  readonly name: number;
  /** uid, −1 = the endpoint runs on CPUs. */
  readonly gpr: number;
  status: number;
}

const PENDING = ENDPOINT_STATUSES.indexOf('Pending');
const RUNNING = ENDPOINT_STATUSES.indexOf('Running');

export class CheckedEndpoints {
  readonly rules: Rules<'endpointCreated' | 'endpointStatus' | 'endpointRemoved'> = {
    endpointCreated: (words) => this.#onCreated(words),
    endpointStatus: (words) => this.#onStatus(words),
    endpointRemoved: (words) => {
      if (this.#expect(words) !== undefined) this.#endpoints.delete(words.uid);
    },
  };
  readonly #report: Report;
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;
  readonly #workspaces: CheckedWorkspaces;
  readonly #endpoints: Map<number, CheckedEndpoint> = new Map();

  constructor(report: Report, gprs: CheckedGprs, nodes: CheckedNodes, workspaces: CheckedWorkspaces) {
    this.#report = report;
    this.#gprs = gprs;
    this.#nodes = nodes;
    this.#workspaces = workspaces;
  }

  has(uid: number): boolean {
    return this.#endpoints.has(uid);
  }

  countOf(workspace: number): number {
    return [...this.#endpoints.values()].filter((endpoint) => endpoint.workspace === workspace).length;
  }

  #expect({ uid, workspace, endpoint: name }: WordsOf<'endpointRemoved'>): CheckedEndpoint | undefined {
    const endpoint = this.#endpoints.get(uid);
    if (endpoint === undefined) this.#report.object(`a fact is about endpoint ${uid}, which does not exist`);
    else if (endpoint.workspace !== workspace || endpoint.name !== name) {
      this.#report.object(`a fact has a wrong workspace or name for endpoint ${uid}`);
    }
    return endpoint;
  }

  #onCreated({ uid, workspace, endpoint: name, cluster, gprId: gpr }: WordsOf<'endpointCreated'>): void {
    if (this.#endpoints.has(uid)) this.#report.object(`endpoint ${uid} was created twice`);
    for (const other of this.#endpoints.values()) {
      if (other.workspace === workspace && other.name === name) {
        this.#report.object(`endpoint ${uid} has the name of another endpoint of workspace ${workspace}`);
      }
    }
    this.#workspaces.expectOpen(workspace, `endpoint ${uid}`);
    this.#endpoints.set(uid, { workspace, name, gpr, status: PENDING });
    if (gpr < 0) return;
    const found = this.#gprs.find(gpr);
    if (found === undefined) this.#report.object(`endpoint ${uid} has GPR ${gpr}, which does not exist`);
    else if (found.workspace !== workspace) {
      this.#report.object(`endpoint ${uid} has GPR ${gpr} of workspace ${found.workspace}`);
    } else if ((this.#nodes.clusterOf(found.pool) ?? cluster) !== cluster) {
      this.#report.object(`endpoint ${uid} has GPR ${gpr} of another cluster`);
    }
  }

  #onStatus(words: WordsOf<'endpointStatus'>): void {
    const { uid, status } = words;
    const endpoint = this.#expect(words);
    if (endpoint === undefined) return;
    const [before, after] = [endpoint.status, status].map((number) => ENDPOINT_STATUSES[number]);
    const hasGpus = endpoint.gpr < 0 || this.#gprs.isSuccessful(endpoint.gpr);
    if (before === after || (endpoint.status === RUNNING && status !== PENDING)) {
      this.#report.object(`endpoint ${uid} went from ${before} to ${after}, which is not a possible change`);
    } else if (!hasGpus && status !== PENDING) {
      this.#report.object(`endpoint ${uid} is ${after}, but its GPR is not Successful`);
    } else if (hasGpus && endpoint.status === RUNNING) {
      this.#report.object(`endpoint ${uid} is ${after} again, but its GPR is still Successful`);
    }
    endpoint.status = status;
  }
}
