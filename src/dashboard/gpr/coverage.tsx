// Whether a likely start can be relied on: how often earlier ones were right. The server is asked when the user wants to know, since
// it draws the earlier futures again.

import { useEffect, useState } from 'preact/hooks';
import type { CalibrationAnswer } from '../../api/sim/answers.ts';
import { ANSWERS_MIN, HOLDS, LEFT_OUT_MAX, TOLERANCE } from '../../looks/range-trust.ts';
import { Transfer } from '../page/acting/transfer.tsx';
import { sentenceOf } from '../session/failure-texts.ts';
import { readApart } from '../session/server-call.ts';
import { number } from '../text/spans.ts';

interface Props {
  /** Number of futures of each range. */
  readonly samples: number;
}

export function Coverage({ samples }: Props) {
  const [text, setText] = useState<string>();
  const [end, setEnd] = useState<AbortController>();
  useEffect(() => () => end?.abort(), [end]);
  const ask = async () => {
    const aborted = new AbortController();
    setEnd(aborted);
    try {
      setText(coverageOf(await readApart<CalibrationAnswer>('sim/estimates', { samples }, aborted.signal)));
    } catch (error) {
      if (!aborted.signal.aborted) setText(sentenceOf(error));
    } finally {
      setEnd(undefined);
    }
  };
  if (end !== undefined)
    return <Transfer text="Ranges of earlier instants are drawn again…" cancel={() => end.abort()} />;
  if (text !== undefined) return <span data-testid="coverage">{text}</span>;
  return (
    <button data-testid="ask-coverage" onClick={ask}>
      Can I rely on it?
    </button>
  );
}

function coverageOf({ likely }: CalibrationAnswer): string {
  const { ranges, coverage, open } = likely!;
  if (coverage === null || ranges < ANSWERS_MIN)
    return `Too early to know: ${number(ranges)} such ranges can be compared with a start.`;
  const share = `${Math.round(100 * coverage)} %`;
  const held = `Of ${number(ranges)} earlier ranges, ${share} held the start; ${100 * HOLDS} % are meant to`;
  const rest = open > ranges * LEFT_OUT_MAX ? ` Of ${number(open)} more, it is not known yet.` : '';
  if (Math.abs(coverage - HOLDS) <= TOLERANCE) return `${held}.${rest}`;
  return `${held}: they are too ${coverage < HOLDS ? 'narrow' : 'wide'} here.${rest}`;
}
