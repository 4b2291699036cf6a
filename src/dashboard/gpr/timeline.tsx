// The life of a GPR as one line: what it was, and what is to come; and its log.

import type { ComponentChild } from 'preact';
import { durationMs } from '../../wire/time/duration-ms.ts';
import { rangeAt, rangeText } from '../estimated/likely-range.ts';
import { likelyStarts } from '../estimated/likely-starts.ts';
import { linked } from '../page/names/linked.tsx';
import { Table } from '../page/parts/table.tsx';
import { instant, relative, shortInstant, span } from '../text/spans.ts';
import type { KnownGpr } from './gpr-reader.ts';
import { type Phase, type PhaseKind, phasesOf, plannedPhases } from './life.ts';
import { NextName } from './waiting.tsx';

const KINDS: readonly PhaseKind[] = ['Queued', 'Provisioning', 'Successful', 'idle', 'unknown'];
const NAMES: Readonly<Partial<Record<PhaseKind, string>>> = { unknown: 'left out' };
/** A longer log is folded. */
const LOG_OPEN_MAX = 12;

interface Props {
  readonly gpr: KnownGpr;
  /** ISO 8601. */
  readonly now: string;
}

export function Timeline({ gpr: { record, explanation }, now }: Props) {
  const { history, next, plannedEndTime, estimatedStartTime: start } = explanation;
  const nowMs = Date.parse(record.status.completionTimestamp || now);
  const phases = phasesOf(history, nowMs);
  const planned = plannedPhases(explanation, nowMs, durationMs(record.exitDuration) ?? 0);
  const isQueued = record.status.provisioningStatus === 'Queued';
  const likely = isQueued ? likelyStarts.value.get(record.gprId) : undefined;
  const range = likely && rangeAt(likely, now);
  const band = range?.to === undefined ? undefined : [Date.parse(range.from ?? now), Date.parse(range.to)];
  const first = phases[0]?.fromMs ?? nowMs;
  const last = Math.max(nowMs, ...planned.map(({ toMs }) => toMs), ...(band ?? []));
  const place = (fromMs: number, toMs: number) => ({
    '--from': `${(100 * (fromMs - first)) / Math.max(1, last - first)}%`,
    '--length': `${(100 * (toMs - fromMs)) / Math.max(1, last - first)}%`,
  });
  const steps: readonly ComponentChild[] = [
    KINDS.map((kind) => totalOf(phases, kind))
      .filter(Boolean)
      .join(', '),
    [
      likely && range && `likely ${rangeText(likely, now)}`,
      start !== '' && isQueued && `${whenOf('starts', start, now)}, if nothing else happens`,
    ]
      .filter(Boolean)
      .join('; '),
    plannedEndTime !== '' && `${whenOf('ends', plannedEndTime, now)}, as planned`,
    next !== null && (
      <>
        then <NextName {...next} />
      </>
    ),
  ].filter(Boolean);
  return (
    <>
      <p class="padded" data-testid="gpr-steps">
        {steps.map((step, i) => (
          <span key={i}>
            {i > 0 && ' → '}
            {step}
          </span>
        ))}
      </p>
      <div class="life" role="img" aria-label={[...phases, ...planned].map(describe).join(', then ')}>
        {[...phases, ...planned].map((phase) => (
          <i
            key={phase.fromMs}
            class={`phase ${phase.kind}${phase.isPlanned ? ' planned' : ''}`}
            title={describe(phase)}
            style={place(phase.fromMs, phase.toMs)}
          />
        ))}
        {band && <i class="phase band" title="likely start" style={place(band[0], band[1])} />}
        {last > nowMs && <i class="phase now" style={place(nowMs, nowMs)} />}
      </div>
      <div class="life-ends quiet">
        <span>{instant(first)}</span>
        <span
          class={last > nowMs ? 'life-now' : ''}
          style={last > nowMs ? place(nowMs, nowMs) : undefined}
          data-testid="life-now"
        >
          {last > nowMs ? shortInstant(nowMs, first) : instant(nowMs)}
        </span>
        {last > nowMs && <span>{shortInstant(last, nowMs)}</span>}
      </div>
      <ul class="life-legend quiet">
        {KINDS.filter((kind) => [...phases, ...planned].some((phase) => phase.kind === kind)).map((kind) => (
          <li key={kind}>
            <i class={`phase-key ${kind}`} /> {nameOf(kind)}
          </li>
        ))}
        {band && (
          <li>
            <i class="phase-key band" /> likely start
          </li>
        )}
        {planned.length > 0 && <li>pale: if nothing else happens</li>}
      </ul>
    </>
  );
}

export function Log({ gpr: { record, explanation }, now }: Props) {
  const { history, historyComplete } = explanation;
  if (history.length === 0) return null;
  const [{ at: first }] = history;
  return (
    <section class="panel" aria-label="What happened" data-testid="gpr-log">
      <details class="log" open={history.length <= LOG_OPEN_MAX}>
        <summary>What happened</summary>
        <Table heads={['Instant', ['After', '', 'number'], 'What happened']}>
          {history.map(({ at, what }, i) => (
            <tr key={i}>
              <td class="instant" title={relative(at, now)}>
                {instant(at)}
              </td>
              <td class="number">{span(Date.parse(at) - Date.parse(first))}</td>
              <td>{linked(what, record.gprId)}</td>
            </tr>
          ))}
        </Table>
      </details>
      {!historyComplete && <p class="padded">The history is not complete: it is too long.</p>}
    </section>
  );
}

/** `ends Mon 2026-01-05 09:00:20, in 1h` */
function whenOf(what: string, at: string, now: string): string {
  return `${what} ${instant(at)}, ${relative(at, now)}`;
}

function nameOf(kind: PhaseKind): string {
  return NAMES[kind] ?? kind;
}

function describe({ kind, fromMs, toMs, isPlanned }: Phase): string {
  return `${nameOf(kind)} for ${span(toMs - fromMs)}${isPlanned ? ', if nothing else happens' : ''}`;
}

/** `Queued 5m`; '' if the GPR never was. */
function totalOf(phases: readonly Phase[], kind: PhaseKind): string {
  const ms = phases
    .filter((phase) => phase.kind === kind)
    .reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return ms === 0 ? '' : `${nameOf(kind)} ${span(ms)}`;
}
