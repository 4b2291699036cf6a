// The nodes of attempts that have ended, by the number of the fact that ended the attempt.

import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';
import type { Directory } from '../../language/directory.ts';

/** Attempts that one step reads. */
const STEP_ATTEMPTS = 4096;

/** The nodes on which these facts ended an attempt. Reads the latest attempts first, until each fact is found. */
export function nodesOfEnds(
  { attempts }: History,
  { nodeNames }: Directory,
  seqs: Iterable<number>,
): PendingAnswer<ReadonlyMap<number, readonly string[]>> {
  const wanted = new Set(seqs);
  const found = new Map<number, readonly string[]>();
  let attempt = attempts.size;
  return {
    run() {
      for (let left = STEP_ATTEMPTS; left > 0 && attempt > 0 && found.size < wanted.size; left--) {
        const seq = attempts.endSeq[--attempt];
        if (seq === 0 || !wanted.has(seq)) continue;
        const nodes = attempts.holds.node.subarray(attempts.firstHold[attempt], attempts.endOfHolds(attempt));
        found.set(
          seq,
          [...new Set(nodes)].map((node) => nodeNames[node]),
        );
      }
      return attempt === 0 || found.size === wanted.size;
    },
    answer: () => found,
  };
}

/** The numbers of the facts that ended an attempt on a node of this name. */
export function endsOnNode(
  { attempts }: History,
  { nodeNames }: Directory,
  name: string,
): PendingAnswer<ReadonlySet<number>> {
  const ends = new Set<number>();
  let attempt = 0;
  return {
    run() {
      const end = Math.min(attempts.size, attempt + STEP_ATTEMPTS);
      for (; attempt < end; attempt++) {
        if (attempts.endSeq[attempt] === 0) continue;
        const { node } = attempts.holds;
        for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
          if (nodeNames[node[at]] === name) ends.add(attempts.endSeq[attempt]);
        }
      }
      return attempt === attempts.size;
    },
    answer: () => ends,
  };
}
