// Checks facts about endpoints: the status follows the GPR, and no fact follows the removal.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { ENDPOINT_STATUSES } from '../../../facts/numbered.ts';
import type { Report, Rules } from '../check-report.ts';
import type { CheckedGprs } from '../gprs/checked-gprs.ts';
import type { CheckedNodes } from '../world/checked-nodes.ts';
import type { CheckedWorkspaces } from '../world/checked-workspaces.ts';
import { NamedObjects } from './named-objects.ts';

interface CheckedEndpoint {
  readonly workspace: number;
  readonly name: number;
  /** uid, −1 = the endpoint runs on CPUs. */
  readonly gpr: number;
  status: number;
}

const PENDING = ENDPOINT_STATUSES.indexOf('Pending');
const RUNNING = ENDPOINT_STATUSES.indexOf('Running');

export class CheckedEndpoints extends NamedObjects<CheckedEndpoint> {
  readonly rules: Rules<'endpointCreated' | 'endpointStatus' | 'endpointRemoved'> = {
    endpointCreated: (words) => this.#onCreated(words),
    endpointStatus: (words) => this.#onStatus(words),
    endpointRemoved: (words) => this.remove(words, words.endpoint),
  };
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;

  constructor(report: Report, workspaces: CheckedWorkspaces, gprs: CheckedGprs, nodes: CheckedNodes) {
    super(report, workspaces, 'endpoint');
    this.#gprs = gprs;
    this.#nodes = nodes;
  }

  #onCreated({ uid, workspace, endpoint: name, cluster, gprId: gpr }: WordsOf<'endpointCreated'>): void {
    this.add(uid, { workspace, name, gpr, status: PENDING }, workspace);
    if (gpr < 0) return;
    const event = `endpoint ${uid} has GPR ${gpr}`;
    const found = this.#gprs.find(gpr);
    if (found === undefined) this.report.object(`${event}, which does not exist`);
    else if (found.workspace !== workspace) this.report.object(`${event} of workspace ${found.workspace}`);
    else if ((this.#nodes.clusterOf(found.pool) ?? cluster) !== cluster) {
      this.report.object(`${event} of another cluster`);
    }
  }

  #onStatus(words: WordsOf<'endpointStatus'>): void {
    const { uid, status } = words;
    const endpoint = this.expect(words, words.endpoint);
    if (endpoint === undefined) return;
    const [before, after] = [endpoint.status, status].map((number) => ENDPOINT_STATUSES[number]);
    const hasGpus = endpoint.gpr < 0 || this.#gprs.isSuccessful(endpoint.gpr);
    if (before === after || (endpoint.status === RUNNING && status !== PENDING)) {
      this.report.object(`endpoint ${uid} went from ${before} to ${after}, which is not a possible change`);
    } else if (!hasGpus && status !== PENDING) {
      this.report.object(`endpoint ${uid} is ${after}, but its GPR is not Successful`);
    } else if (hasGpus && endpoint.status === RUNNING) {
      this.report.object(`endpoint ${uid} is ${after} again, but its GPR is still Successful`);
    }
    endpoint.status = status;
  }
}
