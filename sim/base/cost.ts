// What a stretch of holding GPUs costs.

const HOUR_MS = 3_600_000;
const HALF = 65_536;

/**
 * GPU time × price of the node ÷ GPUs of the node, in micro-units of the currency, rounded down.
 * Exact for GPU times below 2^53 ms and prices below 2^37: a product beyond 2^53 is never formed as one double.
 * @param heldMs milliseconds held @param gpus GPUs held @param pricePerHourMicro price of one whole node
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
  // rest × price ÷ divisor, with the price in two halves so that every product stays below 2^53.
  const high = Math.floor(pricePerHourMicro / HALF);
  const low = pricePerHourMicro - high * HALF;
  const upper = rest * high;
  const upperQuotient = Math.floor(upper / divisor);
  const lower = (upper - upperQuotient * divisor) * HALF + rest * low;
  return whole * pricePerHourMicro + upperQuotient * HALF + Math.floor(lower / divisor);
}
