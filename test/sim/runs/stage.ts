// What the lines of a run do to a world, or to the engine and the naive world in lockstep.

import assert from 'node:assert/strict';
import { finish } from '../../../sim/base/pending.ts';
import {
  type Command,
  type CreateGpr,
  type CreatePlacement,
  estimateChangesOf,
  type Policy,
  type Scenario,
  type Simulation,
  textOf,
} from '../../../sim/index.ts';
import { Lockstep } from '../../naive/lockstep.ts';
import {
  cluster,
  generated,
  instanceType,
  nodeGroup,
  request,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { binding, endpoint, fault, gpus, placement, template } from '../world/orders.ts';

// biome-ignore lint/suspicious/noExplicitAny: a run knows the members of its commands
export type Given = Readonly<Record<string, any>>;

/** `10s` and `0.5s` are milliseconds; any other value stays. */
export function durationIn(value: unknown): unknown {
  const [, seconds] = /^([\d.]+)s$/.exec(String(value)) ?? [];
  return typeof value === 'string' && seconds !== undefined ? Math.round(Number(seconds) * 1000) : value;
}

const burstOf = ({ burst, gpu, ...given }: Given): Partial<CreatePlacement> => ({
  ...given,
  ...(burst !== undefined && { burst: { text: `${burst / 1000}s`, ms: burst } }),
  ...(gpu !== undefined && { gpu: gpu === null ? null : gpus(gpu) }),
});

const node = (word: string | undefined) =>
  word === undefined ? {} : { cluster: word.split('-')[0], node: word };

/** Commands of the kinds that have more than one word and members. */
const commands: Readonly<Record<string, (word: string, given: Given) => unknown>> = {
  create: (word, given) => request(word, given),
  'node.down': (name, given) => ({ ...node(name), repairAfterMs: null, ...given }),
  'node.up': (name) => node(name),
  'node.remove': (name) => node(name),
  'node.add': (name, given) => ({
    cluster: name,
    instanceType: 'large',
    gpuModelName: '',
    count: 1,
    ...given,
  }),
  'workspace.create': (name, { clusters = ['east'] }) => workspace(name, clusters),
  'workspace.delete': (name) => ({ name }),
  'policy.set': (name, changes) => ({ workspace: name, changes: changes as Partial<Policy> }),
  'placement.create': (name, given) => placement(name, burstOf(given)),
  'endpoint.create': (name, given) => endpoint(name, given),
  'gpr-template.create': (name, given) => ({ template: template(name, given) }),
  'binding.create': (name, { default: word, ...given }) => ({ binding: binding(name, word, given) }),
  'fault.add': (kind, given) => ({ spec: fault(kind as 'step', given) }),
};

function scenarioIn({ clusters, instanceTypes, workspaces, script, workload, ...given }: Given): Scenario {
  return scenarioOf({
    ...given,
    ...(clusters && {
      clusters: (Array.isArray(clusters)
        ? clusters.map((name: string) => [name, { large: 1 }] as const)
        : Object.entries<Record<string, number>>(clusters)
      ).map(([name, groups]) =>
        cluster(
          name,
          Object.entries(groups).map(([type, count]) => nodeGroup(type, count as number)),
        ),
      ),
    }),
    ...(instanceTypes && {
      instanceTypes: instanceTypes.map(([name, count, more]: [string, number, object]) =>
        instanceType(name, count, more),
      ),
    }),
    ...(workspaces && {
      workspaces: Object.entries<string[]>(workspaces).map(([name, of]) => workspace(name, of)),
    }),
    ...(script && {
      script: script.map(([atMs, kind, word, members, runMs]: [number, string, string, Given, number?]) => ({
        atMs,
        command: commandOf(kind, word, members ?? {}),
        ...(runMs !== undefined && { runMs }),
      })),
    }),
    ...(workload && {
      workload: workload.map((one: Given) => (one.kind ? one : generated(one as { count: number }))),
    }),
  });
}

function commandOf(kind: string, word: string | undefined, given: Given): Command {
  const members = kind.startsWith('gpr.')
    ? { gprId: word, ...given }
    : (commands[kind]?.(word!, given) ?? given);
  return { kind: kind === 'create' ? 'gpr.create' : kind, ...(members as object) } as Command;
}

const ALL = {
  states: [],
  reasons: [],
  workspace: '',
  cluster: '',
  priorityFrom: 0,
  priorityTo: 300,
  name: '',
  offset: 0,
  limit: 100,
};

type Verb = (words: readonly string[], given: Given) => unknown;

export class Stage {
  /** Name → id of the GPR. */
  readonly names = new Map<string, string>();
  #world!: World;
  #both: Lockstep | undefined;
  readonly #left: string[] = [];

  readonly #verbs: Readonly<Record<string, Verb>> = {
    world: (_, given) => {
      this.#world = new World(scenarioIn(given));
      this.#simulation.onForget = ({ state }, removed, uid) => {
        const [name] = [...this.names].find(([, gprId]) => this.#simulation.uidOf(gprId) === uid) ?? [];
        this.#left.push(`${name} ${removed ? 'removed' : state}`);
      };
    },
    both: (_, given) => {
      this.#both = new Lockstep(scenarioIn(given));
    },
    at: ([time]) => {
      const atMs = durationIn(time) as number;
      if (this.#both === undefined) this.#world.at(atMs);
      else this.#both.openAt(atMs);
    },
    run: ([time]) => {
      const atMs = durationIn(time) as number;
      if (this.#both === undefined) this.#world.run(atMs);
      else this.#both.runTo(atMs);
    },
    create: (words, given) => this.#give('create', words, given).gprId,
    do: ([kind, ...words], given) => this.#give(kind!, words, given),
    refuse: ([kind, ...words], given) => this.#world.refusal(this.#command(kind!, words, given)),
    compare: ([what, ...words], given) => {
      if (what === 'prospects')
        this.#both!.compareProspects(this.#command('create', words, given) as CreateGpr);
      else if (what === 'estimates') this.#both!.compareEstimates();
      else this.#both!.compareHash();
    },
    gpr: ([name]) => {
      const { failureReason, ...gpr } = this.#world.gpr(this.#id(name!));
      return { ...gpr, failureReason: textOf(failureReason) };
    },
    states: (names) => this.#world.states(...names.map((name) => this.#id(name))),
    starts: (names) => names.map((name) => this.#world.starts(this.#id(name))),
    estimates: (names) => names.map((name) => this.#world.estimate(this.#id(name))),
    sentence: ([name]) => this.#world.sentence(this.#id(name!)),
    /** The sentence of an explanation, and what it names. */
    explain: ([name]) => {
      const { sentence, step, behind, behindBecause, victimsNotEnough } = this.#explanation(name!);
      return {
        sentence: textOf(sentence),
        step,
        ...(behind !== null && { behind, because: behindBecause }),
        ...(victimsNotEnough.length > 0 && { victimsNotEnough }),
      };
    },
    explanation: ([name]) => this.#explanation(name!),
    waiting: ([name, reader]) => {
      const own = reader === undefined ? undefined : this.#world.gpr(this.#id(reader)).workspaceCreation;
      const found = this.#simulation.waiting(this.#id(name!), (one) => own === undefined || one === own);
      if (found === undefined) return null;
      const waiting = finish(found);
      return { ...waiting, noStartBecause: textOf(waiting.noStartBecause) };
    },
    facts: ([kind, name]) =>
      this.#world.facts.filter((fact) => fact.kind === kind && (!name || fact.gprId === this.#id(name))),
    happened: ([time]) => this.#world.kindsAt(durationIn(time) as number),
    available: ([name], given) => {
      const found = finish(this.#simulation.availability(request(name!, given)));
      assert.ok(found.ok);
      return found.items.map(({ evictable, ...item }) => ({
        ...item,
        victims: evictable.map(({ gprId }) => gprId),
      }));
    },
    /** A page of the GPRs in memory; a reader who sees `"none"` sees no workspace. */
    page: (_, { sees, ...given }) => {
      const page = this.#simulation.gprPage({ ...ALL, sees: () => sees !== 'none', ...given });
      return {
        total: page.total,
        gprs: page.gprs.map(({ gpr, position, why }) => [gpr.gprId, position, textOf(why)]),
      };
    },
    /** The changes of the estimates of a GPR: `instant: start, causes`, in seconds. */
    changes: ([name]) =>
      this.#world.estimates
        .flatMap((run) => estimateChangesOf(run, this.#simulation.uidOf(this.#id(name!)), 0, Infinity))
        .map(
          ({ atMs, startMs, isFirst, causes }) =>
            `${atMs / 1000}: ${startMs === null ? 'none' : startMs / 1000}, ${isFirst ? 'first' : causes.join(' and ')}`,
        ),
    /** The GPRs that have left memory. */
    left: () => this.#left,
    clock: () => this.#simulation.clock(),
    next: () => this.#simulation.nextEventMs(),
    rules: () => this.#simulation.rules(),
    measure: ([from, to]) =>
      this.#simulation.measures.measure({
        fromMs: durationIn(from) as number,
        toMs: durationIn(to) as number,
      }),
    summary: () => this.#simulation.measures.summary(),
    waits: () => [...this.#simulation.measures.waits()],
    slowdowns: () => this.#simulation.measures.slowdowns(),
    pools: () => this.#simulation.measures.parts().pools,
    workspaces: () =>
      this.#simulation.measures
        .parts()
        .workspaces.map((row) => ({ ...row, name: this.#simulation.workspaceName(row.part) })),
    view: ([view, ...words]) =>
      (this.#simulation.views as unknown as Record<string, (...words: readonly string[]) => unknown>)[view!]!(
        ...words.map((word) => this.#id(word)),
      ),
    /** These queries change nothing in the state of the world. */
    unchanged: (names) => {
      const before = this.#simulation.save();
      for (const name of names) {
        this.#world.estimate(this.#id(name));
        this.#simulation.explain(this.#id(name));
      }
      const asked = { gpusPerNode: 8, enableEviction: true, dedicatedNodes: true };
      finish(this.#simulation.availability(request('red', asked)));
      assert.deepEqual(this.#simulation.save(), before);
    },
  };

  get #simulation(): Simulation {
    return this.#both?.simulation ?? this.#world.simulation;
  }

  take(verb: string, words: readonly string[], given: Given): unknown {
    const take = this.#verbs[verb];
    if (take === undefined) throw new Error(`unknown verb ${verb}`);
    return take(words, given);
  }

  /** A text in which `{name}` is replaced by the id of this GPR. */
  named(text: string): string {
    return text.replace(/\{(@?\w+)\}/g, (all, name) =>
      name.startsWith('@') ? this.#id(name) : (this.names.get(name) ?? all),
    );
  }

  #explanation(name: string) {
    return this.#simulation.explain(this.#id(name))!;
  }

  /** The id with a name; `@red` is the newest GPR of the workspace red. */
  #id(name: string): string {
    if (name.startsWith('@')) return this.#simulation.views.gprsOf(name.slice(1))!.at(-1)!.gprId;
    return this.names.get(name) ?? name;
  }

  #command(kind: string, [word]: readonly string[], given: Given): Command {
    return commandOf(kind, word !== undefined && kind.startsWith('gpr.') ? this.#id(word) : word, given);
  }

  #give(
    kind: string,
    words: readonly string[],
    given: Given,
  ): { readonly gprId?: string | null | undefined } {
    const command = this.#command(kind, words, given);
    if (this.#both === undefined) return this.#world.do(command);
    this.#both.give(command);
    return { gprId: this.#both.newest() };
  }
}
