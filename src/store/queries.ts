// Queries of the hot path, built once: building one costs ten times its run.

import { and, asc, eq, sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.ts';
import { factRuns, history, journal, marks } from './schema.ts';

export type Queries = ReturnType<typeof prepareQueries>;

export function prepareQueries({ orm }: OpenDatabase) {
  const p = sql.placeholder;
  return {
    append: orm
      .insert(journal)
      .values({
        branch: p('branch'),
        seq: p('seq'),
        atMs: p('atMs'),
        round: p('round'),
        command: p('command'),
      })
      .prepare(),
    appendFacts: orm
      .insert(factRuns)
      .values({
        branch: p('branch'),
        firstSeq: p('firstSeq'),
        count: p('count'),
        fromMs: p('fromMs'),
        toMs: p('toMs'),
        words: p('words'),
      })
      .prepare(),
    factsFrom: orm
      .select()
      .from(factRuns)
      .where(
        and(
          eq(factRuns.branch, p('branch')),
          // The index finds where to begin; without it every run before would be looked at.
          sql`${factRuns.firstSeq} >= coalesce((SELECT max(before.first_seq) FROM fact_runs AS before
            WHERE before.branch = ${p('branch')} AND before.first_seq <= ${p('seq')}), 0)`,
          sql`${factRuns.firstSeq} + ${factRuns.count} > ${p('seq')}`,
        ),
      )
      .orderBy(asc(factRuns.firstSeq))
      .limit(p('limit'))
      .prepare(),
    setMark: orm
      .insert(marks)
      .values({
        branch: p('branch'),
        nowMs: p('nowMs'),
        round: p('round'),
        isOpen: p('isOpen'),
        commands: p('commands'),
        facts: p('facts'),
        hash: p('hash'),
      })
      .onConflictDoUpdate({
        target: marks.branch,
        set: {
          nowMs: sql`excluded.now_ms`,
          round: sql`excluded.round`,
          isOpen: sql`excluded.is_open`,
          commands: sql`excluded.commands`,
          facts: sql`excluded.facts`,
          hash: sql`excluded.hash`,
        },
      })
      .prepare(),
    setHistory: orm
      .insert(history)
      .values({
        branch: p('branch'),
        uid: p('uid'),
        removed: p('removed'),
        record: p('record'),
      })
      .onConflictDoUpdate({
        target: [history.branch, history.uid],
        set: { removed: sql`excluded.removed`, record: sql`excluded.record` },
        // A world that is taken up again says what is known already: that needs no writing, nor room for it.
        setWhere: sql`${history.removed} < excluded.removed OR ${history.record} <> excluded.record`,
      })
      .prepare(),
    hideHistory: orm
      .update(history)
      .set({ removed: true })
      .where(and(eq(history.branch, p('branch')), eq(history.uid, p('uid')), eq(history.removed, false)))
      .prepare(),
    history: orm
      .select()
      .from(history)
      .where(and(eq(history.branch, p('branch')), eq(history.uid, p('uid'))))
      .prepare(),
  };
}
