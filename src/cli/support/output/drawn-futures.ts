import { ANSWERS_MIN } from '../../../looks/range-trust.ts';
import { counted } from '../../../wire/text/counted.ts';

interface Drawn {
  readonly samples: number;
  readonly seen: { readonly lives: number; readonly arrivals: number };
}

/** How many futures an answer is about, and what they are drawn from. */
export function drawnFutures({ samples, seen: { lives, arrivals } }: Drawn): string {
  const drawn = `${samples} futures drawn from the last ${counted(lives, 'ended GPR')} and ${counted(arrivals, 'arrival')}`;
  if (Math.min(lives, arrivals) >= ANSWERS_MIN) return drawn;
  const why =
    lives === 0
      ? 'as none has ended, each GPR runs for its whole exit duration in them'
      : 'so few show little of run times and arrivals';
  return `${drawn}; warning: ${why}, so the ranges are not reliable`;
}
