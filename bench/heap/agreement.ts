import type { Contender } from './contender.ts';
import { judged, type Script, scriptOf, type Verdict } from './script.ts';
import { SortedList } from './sorted-list.ts';

const WARM_UP_SIZE = 5_000;
/** A sorted list takes O(n) per operation, so only small sizes are compared with it. */
const SORTED_MAX = 1_000;

/** Checks that all queues pop the same ids, and returns their checksum; throws if a queue pops other ids. */
export async function agreed(contenders: readonly Contender[], scripts: readonly Script[]): Promise<string> {
  const [script] = scripts;
  const warmUp = scriptOf(script.name, WARM_UP_SIZE);
  let expected = script.size <= SORTED_MAX ? [judged(new SortedList(), script)] : [];
  for (const contender of contenders) {
    const verdicts = await contender.take(scripts, warmUp);
    if (expected.some((verdict, i) => !isSame(verdict, verdicts[i]))) {
      throw new Error(
        `${contender.name}: ${script.name} at ${script.size} popped other ids than other queues`,
      );
    }
    expected = verdicts;
  }
  return [expected[0].played, expected[0].drained].map((sum) => (sum >>> 0).toString(16)).join('-');
}

function isSame(a: Verdict, b: Verdict): boolean {
  return a.played === b.played && a.drained === b.drained;
}
