// Student's distribution, by the finite sums of Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3
// (odd degrees of freedom) and 26.7.4 (even ones).

/** Significant digits of the result. Sines may differ in their last bit between builds of Node; these digits do not. */
const DIGITS = 9;

/** The t that was computed last: all variants of a comparison need the same. */
let last = { probability: 0, degreesOfFreedom: 0, t: 0 };

/** The t of a two-sided interval: a variable of the distribution lies between −t and t with this probability. */
export function studentT(probability: number, degreesOfFreedom: number): number {
  if (last.probability !== probability || last.degreesOfFreedom !== degreesOfFreedom) {
    last = { probability, degreesOfFreedom, t: computed(probability, degreesOfFreedom) };
  }
  return last.t;
}

function computed(probability: number, degreesOfFreedom: number): number {
  let low = 0;
  let high = 1;
  while (probabilityWithin(high, degreesOfFreedom) < probability) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (probabilityWithin(middle, degreesOfFreedom) < probability) low = middle;
    else high = middle;
  }
  return Number(high.toPrecision(DIGITS));
}

/** The probability that a variable lies between −t and t: a sum in powers of cos θ, where tan θ = t ÷ √ν. */
function probabilityWithin(t: number, degreesOfFreedom: number): number {
  const isOdd = degreesOfFreedom % 2 === 1;
  const squares = degreesOfFreedom + t * t;
  const sine = t / Math.sqrt(squares);
  const cosineSquared = degreesOfFreedom / squares;
  let sum = 0;
  let term = isOdd ? Math.sqrt(cosineSquared) : 1;
  for (let k = isOdd ? 3 : 2; k <= degreesOfFreedom; k += 2) {
    sum += term;
    term *= (cosineSquared * (k - 1)) / k;
  }
  if (!isOdd) return sine * sum;
  return (2 / Math.PI) * (Math.atan(t / Math.sqrt(degreesOfFreedom)) + sine * sum);
}
