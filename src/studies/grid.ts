// The runs of a comparison: every setting with every queue policy, placement policy and seed. All of them are computed from
// their index, so that a grid takes no memory for its runs.

import type { Scenario } from '../../sim/index.ts';
import { memberText, type Settings } from './varied/settings.ts';
import { type Json, valueText } from './varied/values.ts';

export interface Variant {
  /** The name of the scenario; only if the comparison has several. */
  readonly scenario?: string;
  /** The value of each varied member, by JSON Pointer; only if some are varied. */
  readonly varied?: Readonly<Record<string, Json>>;
  readonly queue: string;
  readonly placement: string;
}

export interface GridRun extends Variant {
  readonly seed: number;
}

/** Something in which variants can differ. */
export interface Trait {
  /** The pointer of a varied member, `queue`, `placement` or `scenario`. */
  readonly name: string;
  of(variant: Variant): string;
}

/** The policies of one scenario; of several, each has its own if none are given. */
export interface Policies {
  readonly queues: readonly string[] | undefined;
  readonly placements: readonly string[] | undefined;
  /** By scenario. */
  readonly own: readonly Pick<Variant, 'queue' | 'placement'>[];
}

export class Grid {
  readonly settings: Settings;
  readonly seeds: readonly number[];
  readonly variantCount: number;
  readonly runCount: number;
  /** In which the variants differ; both policies and all members if there is one variant. */
  readonly differing: readonly Trait[];
  /** The traits that all variants share: `/x=4`, `strict`. */
  readonly shared: readonly string[];
  readonly #policies: Policies;
  readonly #policyCount: number;

  constructor(settings: Settings, policies: Policies, seeds: readonly number[]) {
    this.settings = settings;
    this.seeds = seeds;
    this.#policies = policies;
    this.#policyCount = (policies.queues?.length ?? 1) * (policies.placements?.length ?? 1);
    this.variantCount = settings.count * this.#policyCount;
    this.runCount = this.variantCount * seeds.length;
    const traits = traitsOf(settings, policies);
    const isOne = this.variantCount === 1;
    this.differing = traits.filter((trait) => isOne || trait.isMany).map(({ trait }) => trait);
    const first = this.variant(0);
    const text = ({ name, of }: Trait) => (name.startsWith('/') ? `${name}=${of(first)}` : of(first));
    this.shared = traits.filter((trait) => !isOne && !trait.isMany).map(({ trait }) => text(trait));
  }

  /** All seeds of a variant are in a row, then those of the next one. */
  run(index: number): GridRun {
    const seed = this.seeds[index % this.seeds.length];
    return { ...this.variant(Math.floor(index / this.seeds.length)), seed };
  }

  variant(index: number): Variant {
    const setting = this.settingOf(index);
    const { source, values } = this.settings.at(setting);
    const { names, members } = this.settings;
    const { queues, placements, own } = this.#policies;
    const policy = index % this.#policyCount;
    const ofPlacements = placements?.length ?? 1;
    return {
      ...(names.length > 1 ? { scenario: names[source] } : {}),
      ...(members.length > 0
        ? { varied: Object.fromEntries(members.map(({ pointer }, i) => [pointer, values[i]])) }
        : {}),
      queue: queues?.[Math.floor(policy / ofPlacements)] ?? own[source].queue,
      placement: placements?.[policy % ofPlacements] ?? own[source].placement,
    };
  }

  variants(): Variant[] {
    return Array.from({ length: this.variantCount }, (_, i) => this.variant(i));
  }

  /** The policies of all variants by kind; undefined if each of several scenarios has its own. */
  policies(): Pick<Policies, 'queues' | 'placements'> {
    const { queues, placements, own } = this.#policies;
    const shared = (words: readonly string[]) => (new Set(words).size === 1 ? [words[0]] : undefined);
    return {
      queues: queues ?? shared(own.map(({ queue }) => queue)),
      placements: placements ?? shared(own.map(({ placement }) => placement)),
    };
  }

  /** Index of the setting of a variant. */
  settingOf(variant: number): number {
    return Math.floor(variant / this.#policyCount);
  }

  /** The traits in which a variant differs from others, in short: `count=4 strict`. @param except leaves out this trait */
  shortName(index: number, except = ''): string {
    const variant = this.variant(index);
    return this.differing
      .filter(({ name }) => name !== except)
      .map((trait) => {
        const text = trait.of(variant);
        return trait.name.startsWith('/') ? `${this.#label(trait.name)}=${text}` : text;
      })
      .join(' ');
  }

  /** The last part of a pointer, if that is enough to recognize it. */
  #label(pointer: string): string {
    const last = (text: string) => text.slice(text.lastIndexOf('/') + 1);
    const alike = this.settings.members.filter((member) => last(member.pointer) === last(pointer));
    return alike.length > 1 || /^[0-9]*$/.test(last(pointer)) ? pointer : last(pointer);
  }
}

function traitsOf({ names, members }: Settings, { queues, placements, own }: Policies) {
  const trait = (name: string, isMany: boolean, of: Trait['of']) => ({ trait: { name, of }, isMany });
  const isMany = (words: readonly string[]) => new Set(words).size > 1;
  return [
    ...(names.length > 1 ? [trait('scenario', true, ({ scenario }) => scenario!)] : []),
    ...members.map(({ pointer, values }) =>
      trait(pointer, values.length > 1, ({ varied }) => valueText(varied![pointer])),
    ),
    trait('queue', isMany(queues ?? own.map(({ queue }) => queue)), ({ queue }) => queue),
    trait(
      'placement',
      isMany(placements ?? own.map(({ placement }) => placement)),
      ({ placement }) => placement,
    ),
  ];
}

/** The canonical name of a variant: `b.json, /x=4, strict, best-fit`. */
export function variantName({ scenario, varied = {}, queue, placement }: Variant): string {
  const members = Object.entries(varied).map(([pointer, value]) => memberText(pointer, value));
  return [...(scenario === undefined ? [] : [scenario]), ...members, queue, placement].join(', ');
}

/** The canonical name of a run: `b.json, /x=4, strict, best-fit, seed 3`. */
export function runName(run: GridRun): string {
  return `${variantName(run)}, seed ${run.seed}`;
}

/**
 * Reports whether the seed changes any figure of a run: generated arrivals and failures are drawn from it. Ids depend on
 * the seed too, but no figure depends on ids.
 */
export function dependsOnSeed({ workload, failures }: Scenario): boolean {
  const isGenerated = workload.some(({ kind }) => kind === 'generated');
  return isGenerated || failures.nodeMtbfMs !== null || failures.provisioningMicro > 0;
}
