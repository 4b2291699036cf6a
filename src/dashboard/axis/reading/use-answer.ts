// Answers about a range of time or a subject. They are read again when the world has changed.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { following, wake } from '../../live/live.ts';
import { branch, OfBranch } from '../../live/of-branch.ts';
import { type Query, Refusal, read } from '../../session/server-call.ts';
import { range } from '../range/range.ts';
import { past } from '../shown-past.ts';

interface Answer<T> {
  /** undefined: not read yet. */
  readonly answer: T | undefined;
  /** Why the server refused; '' if it did not. */
  readonly refused: string;
}

/** @param ask the query at the instant of the reading @param choices after a change, it is read at once */
export function useAnswer<T extends { readonly branch: number }>(
  path: string,
  ask: () => Query,
  choices: readonly unknown[],
): Answer<T> {
  const key = JSON.stringify([path, branch.value, past.value, range.value, choices]);
  const known = useMemo(() => new OfBranch<{ readonly key: string; readonly answer: T }>(), []);
  const [refusal, setRefusal] = useState({ key: '', why: '' });
  useEffect(() => {
    const over = new AbortController();
    const reading = async () => {
      try {
        const answer = await read<T>(path, ask(), over.signal);
        known.take(answer.branch, { key, answer });
        setRefusal({ key: '', why: '' });
      } catch (error) {
        if (over.signal.aborted) return;
        if (!(error instanceof Refusal)) throw error;
        // Too much at once: the next reading may succeed.
        if (error.status === 503) return wake();
        const why = error.status === 403 ? 'Your API key does not open this workspace' : error.message;
        setRefusal({ key, why });
      }
    };
    const end = following(reading);
    return () => {
      over.abort();
      end();
    };
  }, [key]);
  const shownAnswer = known.shown.value;
  return {
    answer: shownAnswer?.key === key ? shownAnswer.answer : undefined,
    refused: refusal.key === key ? refusal.why : '',
  };
}
