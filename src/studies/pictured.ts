// Which variants of a comparison have pictures in its report. They are chosen before the first run.

/** The most variants whose runs a report shows as pictures. */
const PICTURED_MAX = 12;

/**
 * Indexes of all variants, or of many some from the first to the last. If the combinations of policies are few enough, whole settings
 * are chosen, each with all of them: a choice among all variants could miss a policy.
 * @param settings number of settings; the variants of each are in a row
 */
export function picturedVariants(settings: number, variants: number): number[] {
  const perSetting = variants / settings;
  if (perSetting > PICTURED_MAX) return spread(variants, PICTURED_MAX);
  return spread(settings, Math.floor(PICTURED_MAX / perSetting)).flatMap((setting) =>
    Array.from({ length: perSetting }, (_, i) => setting * perSetting + i),
  );
}

/** At most `most` of the numbers below `count`, from the first to the last. */
export function spread(count: number, most: number): number[] {
  const chosen = Math.min(most, count);
  const step = chosen === 1 ? 0 : (count - 1) / (chosen - 1);
  return Array.from({ length: chosen }, (_, i) => Math.round(i * step));
}
