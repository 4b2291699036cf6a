// Each rule of the checker about workspaces, records, endpoints, placements and faults: a run of facts that breaks it causes
// an objection.

import { describe, test } from 'node:test';
import { FactKind, type WordsOf } from '../../../sim/facts/catalogue.ts';
import { ENDPOINT_STATUSES, PHASES, Reason, RecordTable } from '../../../sim/facts/numbered.ts';
import type { EndpointStatus, FaultSpec, PlacementPhase } from '../../../sim/index.ts';
import { FactWriter } from '../../support/fact-run.ts';
import { cluster, nodeGroup, scenarioOf } from '../../support/scenario.ts';
import { assertObjection, assertSound } from './objections.ts';

/** Two clusters with one node each: pools 0 and 1. */
const scenario = scenarioOf({
  clusters: ['east', 'west'].map((name) => cluster(name, [nodeGroup('large', 1)])),
});

/** Writes facts about resources; the defaults are workspace 1, endpoint 100 and placement 200. */
class ResourceWriter extends FactWriter {
  workspace(workspace: number): this {
    return this.fact(FactKind.workspaceCreated, 0, { workspace, hash: 0 });
  }

  going(workspace: number, atMs = 0): this {
    return this.fact(FactKind.workspaceGoing, atMs, { workspace });
  }

  gone(workspace: number, atMs = 0): this {
    return this.fact(FactKind.workspaceGone, atMs, { workspace });
  }

  set(table: number, name: number, workspace: number): this {
    return this.fact(FactKind.recordSet, 0, { table, name, workspace, hash: 0 });
  }

  unset(table: number, name: number, workspace: number): this {
    return this.fact(FactKind.recordRemoved, 0, { table, name, workspace });
  }

  endpoint(given: Partial<WordsOf<'endpointCreated'>> = {}): this {
    const words = { uid: 100, workspace: 1, endpoint: 7, cluster: 0, gprId: -1, hash: 0 };
    return this.fact(FactKind.endpointCreated, 0, { ...words, ...given });
  }

  status(status: EndpointStatus, given: Partial<WordsOf<'endpointStatus'>> = {}): this {
    const words = { uid: 100, workspace: 1, endpoint: 7, status: ENDPOINT_STATUSES.indexOf(status) };
    return this.fact(FactKind.endpointStatus, 0, { ...words, ...given });
  }

  endpointGone(uid = 100): this {
    return this.fact(FactKind.endpointRemoved, 0, { uid, workspace: 1, endpoint: 7 });
  }

  placement(given: Partial<WordsOf<'placementCreated'>> = {}): this {
    const words = { uid: 200, workspace: 1, placement: 8, decisions: 1, hash: 0 };
    return this.fact(FactKind.placementCreated, 0, { ...words, ...given });
  }

  changed(): this {
    return this.fact(FactKind.placementChanged, 0, { uid: 200, workspace: 1, placement: 8, hash: 1 });
  }

  phase(phase: PlacementPhase, given: Partial<WordsOf<'placementPhase'>> & { atMs?: number } = {}): this {
    const { atMs = 0, ...other } = given;
    const words = { uid: 200, workspace: 1, placement: 8, decision: 0, cluster: 0, step: 0, gprId: -1 };
    return this.fact(FactKind.placementPhase, atMs, { ...words, phase: PHASES.indexOf(phase), ...other });
  }

  step(step: number, given: Partial<WordsOf<'placementStep'>> & { atMs?: number } = {}): this {
    const { atMs = 0, ...other } = given;
    const words = { uid: 200, workspace: 1, placement: 8, decision: 0, step, success: 1, durationMs: 0 };
    return this.fact(FactKind.placementStep, atMs, { ...words, ...other });
  }

  moved(given: Partial<WordsOf<'placementMoved'>> = {}): this {
    const which = { uid: 200, workspace: 1, placement: 8, decision: 0 };
    const words = { ...which, from: 0, cluster: 1, left: 1, gprId: 2 };
    return this.fact(FactKind.placementMoved, 0, { ...words, ...given });
  }

  placementGone(uid = 200): this {
    return this.fact(FactKind.placementRemoved, 0, { uid, workspace: 1, placement: 8 });
  }

  fault(fault: number): this {
    return this.fact(FactKind.faultAdded, 0, { fault, hash: 0 });
  }

  struck(fault: number, uid: number): this {
    return this.fact(FactKind.faultStruck, 0, { fault, uid });
  }

  faultGone(fault: number): this {
    return this.fact(FactKind.faultRemoved, 0, { fault });
  }
}

const start = () => new ResourceWriter();

describe('workspaces', () => {
  test('are created once, go once, and are gone only after they went', () => {
    assertSound(start().workspace(5).going(5).gone(5, 5_000));
    // Generated workspaces have no fact of their creation.
    assertSound(start().going(5).gone(5, 5_000));
    assertObjection(start().workspace(5).workspace(5), /workspace 5 was created twice/);
    assertObjection(start().going(5).going(5), /workspace 5 is going a second time/);
    assertObjection(start().workspace(5).gone(5), /workspace 5 is gone; expected it to be going first/);
    assertObjection(start().going(5).gone(5).gone(5), /workspace 5 is gone; expected it to be going first/);
  });

  test('have nothing left when they are going', () => {
    const text = (what: string) => new RegExp(`workspace 1 is going, but keeps ${what}$`);
    assertObjection(start().created(1).going(1), text('GPRs'));
    assertObjection(start().endpoint().going(1), text('endpoints'));
    assertObjection(start().placement().going(1), text('placements'));
    assertObjection(start().set(RecordTable.policy, 0, 1).going(1), text('its policy'));
    assertObjection(start().set(RecordTable.binding, 0, 1).going(1), text('its binding'));
    const all = start().created(1).endpoint().placement().set(RecordTable.policy, 0, 1).going(1);
    assertSound(all.removed(1).endpointGone().placementGone().unset(RecordTable.policy, 0, 1));
  });

  test('get nothing when they are going or gone', () => {
    const text = (what: string, state: string) =>
      new RegExp(`${what} is new in workspace 1, which is ${state}$`);
    assertObjection(start().going(1).created(1, { atMs: 1 }), text('GPR 1', 'going'));
    assertObjection(start().going(1).gone(1, 5_000).created(1, { atMs: 5_000 }), text('GPR 1', 'gone'));
    const late = () => start().going(1).node(0, { atMs: 1 });
    assertObjection(
      late().words(FactKind.endpointCreated, 1, 100, 1, 7, 0, -1, 0),
      text('endpoint 100', 'going'),
    );
    assertObjection(
      late().words(FactKind.placementCreated, 1, 200, 1, 8, 1, 0),
      text('placement 200', 'going'),
    );
    assertObjection(late().words(FactKind.recordSet, 1, 0, 0, 1, 0), text('policy of workspace 1', 'going'));
  });
});

describe('records', () => {
  const { policy, gprTemplate, binding, workloadTemplate } = RecordTable;

  test('are set, replaced and removed', () => {
    assertSound(start().set(policy, 0, 1).set(policy, 0, 1).unset(policy, 0, 1).set(policy, 0, 1));
    assertSound(start().set(gprTemplate, 3, -1).unset(gprTemplate, 3, -1));
    assertSound(
      start().set(workloadTemplate, 3, -1).set(workloadTemplate, 4, 1).unset(workloadTemplate, 4, 1),
    );
  });

  test('are removed only if they exist', () => {
    const text = (what: string) => new RegExp(`${what} was removed, but does not exist`);
    assertObjection(start().unset(binding, 0, 1), text('binding of workspace 1'));
    assertObjection(start().set(binding, 0, 2).unset(binding, 0, 1), text('binding of workspace 1'));
    assertObjection(start().set(gprTemplate, 3, -1).unset(gprTemplate, 4, -1), text('gprTemplate 4'));
    assertObjection(
      start().set(gprTemplate, 3, -1).unset(workloadTemplate, 3, -1),
      text('workloadTemplate 3'),
    );
    const twice = start().set(policy, 0, 1).unset(policy, 0, 1).unset(policy, 0, 1);
    assertObjection(twice, text('policy of workspace 1'));
  });

  test('belong to the right workspace and table', () => {
    const given = start().set(workloadTemplate, 3, 1).unset(workloadTemplate, 3, 2);
    assertObjection(given, /workloadTemplate 3 was removed from workspace 2; expected workspace 1/);
    assertObjection(start().set(policy, 0, -1), /policy of workspace -1 has the impossible workspace -1/);
    assertObjection(start().set(gprTemplate, 3, 1), /gprTemplate 3 has the impossible workspace 1/);
    assertObjection(start().set(9, 3, 1), /a record was set in the unknown table 9/);
  });
});

describe('endpoints', () => {
  const running = () => start().node(0).created(1).started(1, [0]).successful(1);

  test('follow their GPR', () => {
    assertSound(start().endpoint().status('ImageFailed').status('Pending').status('Running').endpointGone());
    const run = running().endpoint({ gprId: 1 }).status('Running').ended(1).status('Pending');
    assertSound(run, scenario);
  });

  test('are created once, with a free name', () => {
    assertObjection(start().endpoint().endpoint({ endpoint: 9 }), /endpoint 100 was created twice/);
    assertObjection(start().endpoint().endpoint({ uid: 101 }), /endpoint 101 has the name of another/);
    assertSound(start().endpoint().endpoint({ uid: 101, workspace: 2 }));
    assertSound(start().endpoint().endpointGone().endpoint({ uid: 101 }));
  });

  test('have a GPR that exists, in the same workspace and cluster', () => {
    assertObjection(start().endpoint({ gprId: 1 }), /endpoint 100 has GPR 1, which does not exist/);
    const foreign = start().created(1, { workspace: 2 }).endpoint({ gprId: 1 });
    assertObjection(foreign, /endpoint 100 has GPR 1 of workspace 2/);
    const far = running().endpoint({ gprId: 1, cluster: 1 });
    assertObjection(far, /endpoint 100 has GPR 1 of another cluster/, scenario);
  });

  test('change their status in the allowed order', () => {
    assertObjection(start().endpoint().status('Pending'), /endpoint 100 went from Pending to Pending/);
    const waits = start().created(1).endpoint({ gprId: 1 });
    assertObjection(waits.status('Running'), /endpoint 100 is Running, but its GPR is not Successful/);
    const failed = start().created(1).endpoint({ gprId: 1 });
    assertObjection(
      failed.status('ImageFailed'),
      /endpoint 100 is ImageFailed, but its GPR is not Successful/,
    );
    const again = running().endpoint({ gprId: 1 }).status('Running').status('Pending');
    assertObjection(again, /endpoint 100 is Pending again, but its GPR is still Successful/, scenario);
    const broken = start().endpoint().status('Running').status('ImageFailed');
    assertObjection(broken, /endpoint 100 went from Running to ImageFailed/);
  });

  test('have no facts after their removal or with another name or workspace', () => {
    const text = /about endpoint 100, which does not exist/;
    assertObjection(start().endpoint().endpointGone().status('Running'), text);
    assertObjection(start().endpoint().endpointGone().endpointGone(), text);
    const other = /a fact has a wrong workspace or name for endpoint 100/;
    assertObjection(start().endpoint().status('Running', { endpoint: 9 }), other);
    assertObjection(start().endpoint().status('Running', { workspace: 9 }), other);
  });
});

describe('placements', () => {
  /** GPR 1 holds the node of cluster 0. */
  const running = () => start().node(0).node(1, { pool: 1 }).created(1).started(1, [0]).successful(1);
  const placed = () => running().placement().phase('Running', { gprId: 1 });

  test('go through their steps with their GPR', () => {
    const run = start()
      .node(0)
      .node(1, { pool: 1 })
      .created(1)
      .placement()
      .phase('Queued', { gprId: 1 })
      .started(1, [0])
      .successful(1)
      .phase('Running', { gprId: 1 })
      .step(0, { atMs: 5, durationMs: 5 })
      .fact(FactKind.nodeDown, 7, { node: 0, repairAtMs: -1 })
      .requeued(1, { reason: Reason.nodeFailure, culprit: 0, atMs: 7 })
      .phase('Queued', { gprId: 1, step: 1, atMs: 7 })
      .fact(FactKind.nodeUp, 9, { node: 0 })
      .started(1, [0], { atMs: 9 })
      .successful(1, 9)
      .phase('Running', { gprId: 1, step: 1, atMs: 9 })
      .step(1, { atMs: 12, durationMs: 3 })
      .phase('Successful', { gprId: 1, step: 2, atMs: 12 })
      .ended(1, { atMs: 20 })
      .phase('Completed', { gprId: 1, step: 2, atMs: 20 });
    assertSound(run, scenario);
    assertSound(start().placement().phase('Running').phase('Successful').phase('Completed').placementGone());
  });

  test('are created once, with a free name and a decision for each cluster', () => {
    assertObjection(start().placement().placement({ placement: 9 }), /placement 200 was created twice/);
    const named = start().placement().placement({ uid: 201, workspace: 2 });
    assertObjection(named, /placement 201 has the name of another/);
    assertObjection(start().placement({ decisions: 2 }), /placement 200 has 2 decisions; expected 1 to 1/);
    assertObjection(start().placement({ decisions: 0 }), /placement 200 has 0 decisions; expected 1 to 1/);
  });

  test('change the phases of decisions in the allowed order', () => {
    const text = (from: string, to: string) =>
      new RegExp(`decision 0 of placement 200 went from ${from} to ${to}`);
    const run = () => start().placement();
    assertObjection(run().phase('Pending'), text('Pending', 'Pending'));
    assertObjection(run().phase('Running').phase('Running'), text('Running', 'Running'));
    assertObjection(run().phase('Running').phase('Pending'), text('Running', 'Pending'));
    assertObjection(run().phase('Successful').phase('Running'), text('Successful', 'Running'));
    assertObjection(run().phase('Successful').phase('Failed'), text('Successful', 'Failed'));
    assertObjection(run().phase('Completed').phase('Queued'), text('Completed', 'Queued'));
    assertObjection(run().phase('Failed').phase('Running'), text('Failed', 'Running'));
    // A waiting decision may change its message.
    assertSound(start().created(1).placement().phase('Pending', { gprId: 1 }).phase('Queued', { gprId: 1 }));
  });

  test('have phases that fit the state of the GPR', () => {
    const waits = () => start().created(1).placement();
    const text = (what: string) => new RegExp(`decision 0 of placement 200 ${what}`);
    assertObjection(
      waits().phase('Running', { gprId: 1 }),
      text('is Running, but its GPR is not Successful'),
    );
    const successful = waits().phase('Successful', { gprId: 1 });
    assertObjection(successful, text('is Successful, but its GPR is not Successful'));
    const queued = running().placement().phase('Queued', { gprId: 1 });
    assertObjection(queued, text('is Queued, but its GPR is neither queued nor provisioning'), scenario);
    assertObjection(waits().phase('Queued'), text('is Queued without a GPR'));
    const completed = placed().phase('Completed', { gprId: 1 });
    assertObjection(completed, text('is Completed, but its GPR has not ended'), scenario);
    const failed = placed().phase('Failed', { gprId: 1 });
    assertObjection(failed, text('is Failed, but no step failed and its GPR has not ended'), scenario);
    assertSound(waits().removed(1).phase('Failed', { gprId: 1 }));
  });

  test('change their GPR or cluster only with a move', () => {
    const text = (what: string) => new RegExp(`decision 0 of placement 200 ${what}`);
    const waits = () => start().node(0).node(1, { pool: 1 }).created(1).placement();
    assertObjection(waits().phase('Queued', { gprId: 9 }), text('has GPR 9, which does not exist'), scenario);
    const far = waits().phase('Queued', { gprId: 1, cluster: 1 });
    assertObjection(far, text('has GPR 1 of another cluster'), scenario);
    const foreign = waits().created(3).phase('Queued', { gprId: 3 });
    assertObjection(foreign, text('has GPR 3 of another workspace'), scenario);
    const other = waits().created(2, { workspace: 1 }).phase('Queued', { gprId: 1 });
    assertObjection(
      other.phase('Queued', { gprId: 2 }),
      text('has GPR 2 without a move; expected 1'),
      scenario,
    );
    const cluster = placed().phase('Successful', { gprId: 1, cluster: 1 });
    assertObjection(cluster, text('is in cluster 1 without a move; expected 0'), scenario);
    const step = placed().phase('Successful', { gprId: 1, step: 1 });
    assertObjection(step, text('is at step 1; expected 0'), scenario);
  });

  test('have the decisions of the facts, each in another cluster', () => {
    const two = () => start().placement({ decisions: 2 });
    assertObjection(two().phase('Running', { decision: 2 }), /placement 200 has no decision 2/, scenario);
    assertSound(two().phase('Running').phase('Running', { decision: 1, cluster: 1 }), scenario);
    const same = two().phase('Running').phase('Running', { decision: 1 });
    assertObjection(same, /decisions 0 and 1 of placement 200 are in one cluster/, scenario);
  });

  test('may start again after a change', () => {
    assertSound(placed().changed().phase('Successful', { gprId: 1 }), scenario);
    assertSound(placed().changed().phase('Running', { cluster: 1 }), scenario);
    const twice = placed().changed().phase('Running', { cluster: 1 }).phase('Running', { cluster: 1 });
    assertObjection(twice, /went from Running to Running/, scenario);
    assertObjection(start().changed(), /about placement 200, which does not exist/);
  });

  test('end only steps that run, after the right time, and fail only with a fault', () => {
    const which = 'step 0 of decision 0 of placement 200';
    const none = new RegExp(`${which} ended, but no step was running`);
    assertObjection(start().placement().step(0), none);
    assertObjection(placed().phase('Successful', { gprId: 1 }).step(0), none, scenario);
    assertObjection(
      placed().step(0, { atMs: 5, durationMs: 4 }),
      new RegExp(`${which} has duration 4 ms in its fact; expected 5 ms`),
      scenario,
    );
    assertObjection(
      placed().step(1),
      /step 1 of decision 0 of placement 200 ended; expected step 0/,
      scenario,
    );
    assertObjection(placed().step(0).step(0), new RegExp(`${which} ended; expected step 1`), scenario);
    assertObjection(
      placed().step(0, { success: 0 }),
      new RegExp(`${which} failed without a fault`),
      scenario,
    );
    const failed = () => placed().fault(1).struck(1, 200).step(0, { success: 0 });
    assertSound(failed().phase('Failed', { gprId: 1 }), scenario);
    assertObjection(failed().step(0), none, scenario);
  });

  test('move to another cluster, from a removed GPR to a created one', () => {
    const run = () => start().node(0).node(1, { pool: 1 }).created(1).placement();
    const waits = () => run().phase('Queued', { gprId: 1 });
    const fresh = { workspace: 1, pool: 1 };
    const swapped = () => waits().removed(1).created(2, fresh);
    const which = 'decision 0 of placement 200';
    assertSound(swapped().moved().phase('Queued', { cluster: 1, gprId: 2 }), scenario);
    const nowhere = swapped().moved({ cluster: 0 });
    assertObjection(nowhere, new RegExp(`${which} moved to the same cluster 0`), scenario);
    const elsewhere = swapped().moved({ from: 1, cluster: 0 });
    assertObjection(elsewhere, new RegExp(`${which} moved from cluster 1; expected 0`), scenario);
    const stayed = waits().created(2, fresh).moved();
    assertObjection(stayed, /GPR 1 was replaced; expected its removal in this instant/, scenario);
    const nothing = waits().removed(1).moved();
    assertObjection(nothing, /GPR 2 replaces another; expected its creation in this instant/, scenario);
    const other = waits()
      .removed(1)
      .created(2, { ...fresh, workspace: 0 })
      .moved();
    assertObjection(other, /GPR 2 replaces GPR 1; expected the same workspace/, scenario);
    const left = waits().created(3, { workspace: 1 }).removed(3).created(2, fresh).moved({ left: 3 });
    assertObjection(left, new RegExp(`${which} left GPR 3; expected 1`), scenario);
    const broken = placed()
      .fact(FactKind.nodeDown, 0, { node: 0, repairAtMs: -1 })
      .requeued(1, { reason: Reason.nodeFailure, culprit: 0 });
    const busy = broken.removed(1).created(2, fresh).moved();
    assertObjection(busy, new RegExp(`${which} moved while Running; expected Pending or Queued`), scenario);
  });

  test('keep the wait and delays of the GPR after a move', () => {
    const late = start()
      .node(0, { atMs: 0 })
      .node(1, { pool: 1 })
      .created(1)
      .placement()
      .phase('Queued', { gprId: 1 })
      .words(FactKind.gprDelayed, 9, 1, 1, 1, 50)
      .words(FactKind.gprRemoved, 10, 1, 1)
      .created(2, { workspace: 1, pool: 1, atMs: 10 })
      .words(FactKind.placementMoved, 10, 200, 1, 8, 0, 0, 1, 1, 2);
    const delayed = late.words(FactKind.gprDelayed, 11, 2, 1, 2, 60);
    assertSound(delayed.started(2, [1], { atMs: 12, waitMs: 12 }), scenario);
  });

  test('have no facts after their removal or with another name or workspace', () => {
    const text = /about placement 200, which does not exist/;
    assertObjection(start().placement().placementGone().phase('Running'), text);
    assertObjection(start().placement().placementGone().placementGone(), text);
    const other = /a fact has a wrong workspace or name for placement 200/;
    assertObjection(start().placement().phase('Running', { placement: 9 }), other);
    assertObjection(start().placement().phase('Running', { workspace: 9 }), other);
  });
});

describe('faults', () => {
  const spec: FaultSpec = {
    fault: 'image',
    workspace: null,
    cluster: null,
    endpoint: null,
    placement: null,
    step: null,
    gprId: null,
    times: 1,
    message: '',
  };

  test('count from 1 and hit possible targets', () => {
    assertSound(start().fault(1).fault(2).endpoint().struck(2, 100).struck(2, 100).faultGone(2).faultGone(1));
    assertObjection(start().fault(2), /fault 2 was added; expected number 1/);
    assertObjection(start().fault(1).fault(1), /fault 1 was added; expected number 2/);
  });

  test('must exist when they hit or are removed', () => {
    assertObjection(start().endpoint().struck(1, 100), /fault 1 struck, but does not exist/);
    const gone = start().endpoint().fault(1).faultGone(1);
    assertObjection(gone.struck(1, 100), /fault 1 struck, but does not exist/);
    assertObjection(start().faultGone(1), /fault 1 was removed, but does not exist/);
  });

  test('of a scenario hit at most `times` times', () => {
    const run = start().fault(1).endpoint().struck(1, 100).struck(1, 100);
    assertObjection(run, /fault 1 struck 2 times; expected at most 1/, scenarioOf({ faults: [spec] }));
  });

  test('hit only existing targets, and with an effect', () => {
    assertObjection(start().fault(1).struck(1, 100), /fault 1 struck 100, which it cannot strike/);
    // Only the provisioning of a GPR can fail.
    assertObjection(start().fault(1).created(5).struck(1, 5), /fault 1 struck 5, which it cannot strike/);
    const begun = () => start().node(0).created(5).started(5, [0]).fault(1).struck(1, 5);
    assertSound(begun().requeued(5));
    assertObjection(begun(), /a fault struck 5; expected a failure in the same instant/);
    assertObjection(
      start().fault(1).placement().struck(1, 200),
      /a fault struck 200; expected a failure in the same instant/,
    );
  });
});
