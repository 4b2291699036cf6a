// Words about a GPR that a what-if moves, in many futures.

/** Intervals leave out this share of the futures; as few may show chance. */
const SHARE_MAX = 0.1;

/** `at least `, if more futures than that end before the GPR starts or ends. @param open share of these, 0 … 1 */
export function atLeast(open: number): string {
  return open > SHARE_MAX ? 'at least ' : '';
}

/** `fails in 37 % more of the futures`; '' if in about as many. @param failsMore share of the futures, −1 … 1 */
export function failuresText(failsMore: number): string {
  const share = Math.abs(failsMore);
  return share > SHARE_MAX
    ? `fails in ${Math.round(share * 100)} % ${failsMore > 0 ? 'more' : 'fewer'} of the futures`
    : '';
}
