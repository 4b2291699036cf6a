// The cost of an attempt: GPU time × price, in exact integer arithmetic.

const HOUR_MS = 3_600_000;
const HALF = 65_536;

/**
 * Returns GPU time × price of the node ÷ GPUs of the node, in millionths of the currency, rounded down.
 * Exact for GPU times below 2^53 ms and prices below 2^37: a product above 2^53 is computed in parts.
 * @param pricePerHourMicro price of the whole node @param gpuCount GPUs of the node
 */
export function attemptCostMicro(
  heldMs: number,
  gpus: number,
  pricePerHourMicro: number,
  gpuCount: number,
): number {
  const gpuMs = heldMs * gpus;
  const divisor = HOUR_MS * gpuCount;
  const product = gpuMs * pricePerHourMicro;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / divisor);
  const whole = Math.floor(gpuMs / divisor);
  const rest = gpuMs - whole * divisor;
  // Compute rest × price ÷ divisor with the price in two halves, so that every product stays below 2^53.
  const high = Math.floor(pricePerHourMicro / HALF);
  const low = pricePerHourMicro - high * HALF;
  const upper = rest * high;
  const upperQuotient = Math.floor(upper / divisor);
  const lower = (upper - upperQuotient * divisor) * HALF + rest * low;
  return whole * pricePerHourMicro + upperQuotient * HALF + Math.floor(lower / divisor);
}
