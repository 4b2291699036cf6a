// Queries of the hot path, built once: building one costs ten times its run.

import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.ts';
import { factRuns, history, journal, marks, removals, snapshotParts, snapshots } from './schema.ts';

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
        isPacked: true,
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
    setSnapshot: orm
      .insert(snapshots)
      .values({
        branch: p('branch'),
        version: p('version'),
        commands: p('commands'),
        facts: p('facts'),
        checksum: p('checksum'),
      })
      .onConflictDoUpdate({
        target: snapshots.branch,
        set: {
          version: sql`excluded.version`,
          commands: sql`excluded.commands`,
          facts: sql`excluded.facts`,
          checksum: sql`excluded.checksum`,
        },
      })
      .prepare(),
    addPart: orm
      .insert(snapshotParts)
      .values({ branch: p('branch'), part: p('part'), state: p('state') })
      .prepare(),
    dropParts: orm
      .delete(snapshotParts)
      .where(eq(snapshotParts.branch, p('branch')))
      .prepare(),
    snapshot: orm
      .select()
      .from(snapshots)
      .where(eq(snapshots.branch, p('branch')))
      .prepare(),
    parts: orm
      .select({ state: snapshotParts.state })
      .from(snapshotParts)
      .where(eq(snapshotParts.branch, p('branch')))
      .orderBy(asc(snapshotParts.part))
      .prepare(),
  };
}

/** Those of what has left memory. */
export function prepareHistory({ orm }: OpenDatabase) {
  const p = sql.placeholder;
  return {
    write: orm
      .insert(history)
      .values({
        branch: p('branch'),
        stretch: p('stretch'),
        facts: p('facts'),
        count: p('count'),
        gprs: p('gprs'),
      })
      .prepare(),
    stretch: orm
      .select({ gprs: history.gprs })
      .from(history)
      .where(and(eq(history.branch, p('branch')), eq(history.stretch, p('stretch'))))
      .prepare(),
    removed: orm
      .select({ uid: removals.uid })
      .from(removals)
      .where(and(eq(removals.branch, p('branch')), gte(removals.uid, p('from')), lt(removals.uid, p('to'))))
      .prepare(),
    remove: orm
      .insert(removals)
      .values({ branch: p('branch'), uid: p('uid') })
      .onConflictDoNothing()
      .prepare(),
    cut: orm
      .delete(history)
      .where(and(eq(history.branch, p('branch')), gt(history.facts, p('facts'))))
      .prepare(),
    cutSnapshot: orm
      .delete(snapshots)
      .where(and(eq(snapshots.branch, p('branch')), gt(snapshots.facts, p('facts'))))
      .prepare(),
  };
}
