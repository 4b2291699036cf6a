// The runs of a comparison: every setting with every combination of policies and every seed. All of them are computed from
// their index, so that a grid takes no memory for its runs.

import type { PolicyNames } from '../../sim/index.ts';
import { policyWord } from '../modules/given.ts';
import { memberText, type Settings } from './varied/settings.ts';
import { type Json, valueText } from './varied/varied-values.ts';

/** The kinds of policies, the one that varies fastest last. */
const KINDS = ['queue', 'placement', 'order', 'backfillOrder'] as const;

/** Policies that texts leave out. */
const USUAL: Readonly<Record<string, string>> = { order: 'priority', backfillOrder: 'same' };

export interface Variant extends PolicyNames {
  /** The name of the scenario; only if the comparison has several. */
  readonly scenario?: string;
  /** The value of each varied member, by JSON Pointer; only if some are varied. */
  readonly varied?: Readonly<Record<string, Json>>;
}

export interface GridRun extends Variant {
  readonly seed: number;
}

/** Something in which variants can differ. */
interface Trait {
  /** The pointer of a varied member, a kind of policy, or `scenario`. */
  readonly name: string;
  of(variant: Variant): string;
}

type Lists = { readonly [Kind in keyof PolicyNames]?: readonly string[] | undefined };

/** The policies of one scenario; of several, each has its own of a kind if none of this kind are given. */
export interface Policies {
  readonly given: Lists;
  /** By scenario. */
  readonly own: readonly PolicyNames[];
}

export class Grid {
  readonly settings: Settings;
  readonly seeds: readonly number[];
  readonly variantCount: number;
  readonly runCount: number;
  /** In which the variants differ; the policies and all members if there is one variant. */
  readonly differing: readonly Trait[];
  /** The traits that all variants share: `/x=4`, `strict`. */
  readonly shared: readonly string[];
  readonly #policies: Policies;
  readonly #policyCount: number;
  /** See labelsOf. */
  readonly #labels: ReadonlyMap<string, string>;

  constructor(settings: Settings, policies: Policies, seeds: readonly number[]) {
    this.#labels = labelsOf(settings.members.map(({ pointer }) => pointer));
    this.settings = settings;
    this.seeds = seeds;
    this.#policies = policies;
    this.#policyCount = KINDS.reduce((count, kind) => count * (policies.given[kind]?.length ?? 1), 1);
    this.variantCount = settings.count * this.#policyCount;
    this.runCount = this.variantCount * seeds.length;
    const traits = traitsOf(settings, policies);
    const isOne = this.variantCount === 1;
    this.differing = traits.filter((trait) => isOne || trait.isMany).map(({ trait }) => trait);
    const first = this.variant(0);
    const text = ({ name, of }: Trait) =>
      name.startsWith('/') ? `${name}=${of(first)}` : policyText(name, of(first));
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
    const { given, own } = this.#policies;
    let rest = index % this.#policyCount;
    const policies = { ...own[source] };
    for (const kind of KINDS.toReversed()) {
      const names = given[kind];
      if (names === undefined) continue;
      policies[kind] = names[rest % names.length];
      rest = Math.floor(rest / names.length);
    }
    const { queue, placement, order, backfillOrder } = policies;
    return {
      ...(names.length > 1 ? { scenario: names[source] } : {}),
      ...(members.length > 0
        ? { varied: Object.fromEntries(members.map(({ pointer }, i) => [pointer, values[i]])) }
        : {}),
      queue,
      placement,
      order,
      backfillOrder,
    };
  }

  variants(): Variant[] {
    return Array.from({ length: this.variantCount }, (_, i) => this.variant(i));
  }

  /** The policies of all variants by kind; undefined if each of several scenarios has its own, and for usual orders. */
  policies(): Lists {
    const { given, own } = this.#policies;
    const listOf = (kind: keyof PolicyNames) => {
      if (given[kind] !== undefined) return given[kind];
      const names = new Set(own.map((policies) => policies[kind]));
      return names.size > 1 || names.has(USUAL[kind]) ? undefined : [...names];
    };
    return Object.fromEntries(KINDS.map((kind) => [kind, listOf(kind)]));
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
        const label = this.#labels.get(trait.name);
        return label === undefined ? policyText(trait.name, text) : `${label}=${text}`;
      })
      .join(' ');
  }
}

/** Pointer → its end, such as `count`; the whole pointer if the end is a number, or that of another pointer, too. */
function labelsOf(pointers: readonly string[]): Map<string, string> {
  const ends = pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1));
  const isClear = (end: string) => /\D/.test(end) && ends.indexOf(end) === ends.lastIndexOf(end);
  return new Map(pointers.map((pointer, i) => [pointer, isClear(ends[i]) ? ends[i] : pointer]));
}

function traitsOf({ names, members }: Settings, { given, own }: Policies) {
  const trait = (name: string, isMany: boolean, of: Trait['of']) => ({ trait: { name, of }, isMany });
  const policies = KINDS.flatMap((kind) => {
    const words = new Set(given[kind] ?? own.map((policies) => policies[kind]));
    const isUsual = words.size === 1 && words.has(USUAL[kind]);
    return isUsual ? [] : [trait(kind, words.size > 1, (variant) => policyWord(variant[kind]))];
  });
  return [
    ...(names.length > 1 ? [trait('scenario', true, ({ scenario }) => scenario!)] : []),
    ...members.map(({ pointer, values }) =>
      trait(pointer, values.length > 1, ({ varied }) => valueText(varied![pointer])),
    ),
    ...policies,
  ];
}

/** A policy among others: a backfill order could be taken for an order. */
function policyText(kind: string, name: string): string {
  const word = policyWord(name);
  return kind === 'backfillOrder' ? `behind:${word}` : word;
}

/** The policies in a text, without the usual orders: `backfill, best-fit, behind:shortest`. */
export function policiesText(policies: PolicyNames): string {
  const kinds = KINDS.filter((kind) => policies[kind] !== USUAL[kind]);
  return kinds.map((kind) => policyText(kind, policies[kind])).join(', ');
}

/** The canonical name of a variant: `b.json, /x=4, strict, best-fit`. */
export function variantName({ scenario, varied = {}, ...policies }: Variant): string {
  const members = Object.entries(varied).map(([pointer, value]) => memberText(pointer, value));
  return [...(scenario === undefined ? [] : [scenario]), ...members, policiesText(policies)].join(', ');
}

/** The canonical name of a run: `b.json, /x=4, strict, best-fit, seed 3`. */
export function runName(run: GridRun): string {
  return `${variantName(run)}, seed ${run.seed}`;
}
