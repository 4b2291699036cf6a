import type { Variant } from './grid.ts';

const policies = ['queue', 'placement'] as const;

/** The kinds of policy in which variants differ; both kinds if there is one variant. */
export function varying(variants: readonly Variant[]): (keyof Variant)[] {
  if (variants.length === 1) return [...policies];
  return policies.filter((policy) => variants.some((variant) => variant[policy] !== variants[0][policy]));
}

/** The policies that all variants share. */
export function common(variants: readonly Variant[]): string[] {
  const differ = varying(variants);
  return policies.filter((policy) => !differ.includes(policy)).map((policy) => variants[0][policy]);
}
