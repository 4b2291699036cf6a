// Which faults a hunt draws, as a flag gives them: a profile, kinds, probabilities, or a file with probabilities.

import { badUsage } from '../../arguments/command-failure.ts';
import { whyUnreadable } from '../../files/file-errors.ts';
import { readTextBounded } from '../../files/read-bounded.ts';
import { didYouMean } from '../../wire/text/did-you-mean.ts';
import { FAULT_KINDS, type FaultKind, PROFILES, type Profile, type Rates, ratesOf } from './faults.ts';

/** Of a file with probabilities; a larger one is no JSON. */
const FILE_BYTES = 100_000;

const right = `a profile (${PROFILES.join(', ')}), kinds of faults with commas between (${FAULT_KINDS.join(', ')}), each alone or with its probability such as lost=0.1, or a JSON file such as {"lost": 0.1}`;

/** The probabilities of a flag. @throws CommandFailure with all that is wrong */
export function givenFaults(text: string): Rates {
  if ((PROFILES as readonly string[]).includes(text)) return ratesOf(text as Profile);
  if (/\.json$|[/\\]/.test(text)) return fromFile(text);
  const usual = ratesOf('usual');
  return checked(
    text.split(',').map((word) => {
      const [kind, probability] = word.split('=', 2) as [string, string?];
      return [kind.trim(), probability === undefined ? usual[kind.trim() as FaultKind] : Number(probability)];
    }),
    '--faults',
  );
}

function fromFile(path: string): Rates {
  let content: unknown;
  try {
    content = JSON.parse(readTextBounded(path, FILE_BYTES) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) throw badUsage(`${path} is no JSON: ${error.message}`);
    throw badUsage(`--faults ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw badUsage(`${path} must be an object of probabilities such as {"lost": 0.1}`);
  return checked(Object.entries(content), path);
}

function checked(entries: readonly (readonly [string, unknown])[], where: string): Rates {
  const wrong = entries.flatMap(([kind, probability]) => {
    if (!(FAULT_KINDS as readonly string[]).includes(kind))
      return [
        `takes ${right}, not ${JSON.stringify(kind)}${didYouMean(kind, [...FAULT_KINDS, ...PROFILES])}`,
      ];
    const isProbability = typeof probability === 'number' && probability >= 0 && probability <= 1;
    return isProbability ? [] : [`takes a probability from 0 to 1 for ${kind}`];
  });
  const [first] = wrong;
  if (first !== undefined) throw badUsage(wrong.map((text) => `${where} ${text}`).join('\n'));
  return Object.fromEntries(entries) as Rates;
}
