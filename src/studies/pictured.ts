// Which variants of a comparison have pictures in its report.

/** The most variants whose runs a report shows as pictures. */
const PICTURED_MAX = 12;

/** Indexes of all variants, or of many some from the first to the last. They are chosen before the first run. */
export function picturedVariants(variantCount: number): number[] {
  const count = Math.min(PICTURED_MAX, variantCount);
  if (count === variantCount) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: count }, (_, i) => Math.round((i * (variantCount - 1)) / (count - 1)));
}
