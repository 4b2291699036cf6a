// The life of a GPR as a line, and as a list of what happened.

import { linked } from '../page/names/linked.tsx';
import { Table } from '../page/parts/table.tsx';
import { instant, relative, span } from '../text/spans.ts';
import type { KnownGpr } from './gpr-reader.ts';
import { type Phase, type PhaseKind, phasesOf } from './life.ts';

const KINDS: readonly PhaseKind[] = ['Queued', 'Provisioning', 'Successful', 'idle', 'unknown'];
const NAMES: Readonly<Partial<Record<PhaseKind, string>>> = { unknown: 'left out' };

interface Props {
  readonly gpr: KnownGpr;
  /** ISO 8601. */
  readonly now: string;
}

export function Timeline({ gpr: { record, explanation }, now }: Props) {
  const end = record.status.completionTimestamp || now;
  const phases = phasesOf(explanation.history, Date.parse(end));
  const first = phases[0]?.fromMs ?? Date.parse(end);
  const lengthMs = Math.max(1, Date.parse(end) - first);
  return (
    <section class="panel" aria-label="Life" data-testid="gpr-life">
      <header>
        <h2>Life</h2>
        <span class="quiet">
          {KINDS.map((kind) => totalOf(phases, kind))
            .filter(Boolean)
            .join(', ')}
        </span>
      </header>
      <div class="life" role="img" aria-label={phases.map(describe).join(', then ')}>
        {phases.map((phase) => (
          <i
            key={phase.fromMs}
            class={`phase ${phase.kind}`}
            title={describe(phase)}
            style={{
              '--from': `${(100 * (phase.fromMs - first)) / lengthMs}%`,
              '--length': `${(100 * (phase.toMs - phase.fromMs)) / lengthMs}%`,
            }}
          />
        ))}
      </div>
      <div class="life-ends quiet">
        <span>{instant(first)}</span>
        <span>{instant(end)}</span>
      </div>
      <ul class="life-legend quiet">
        {KINDS.filter((kind) => phases.some((phase) => phase.kind === kind)).map((kind) => (
          <li key={kind}>
            <i class={`phase-key ${kind}`} /> {nameOf(kind)}
          </li>
        ))}
      </ul>
      <Table heads={['Instant', ['After', '', 'number'], 'What happened']}>
        {explanation.history.map(({ at, what }, i) => (
          <tr key={i}>
            <td class="instant" title={relative(at, now)}>
              {instant(at)}
            </td>
            <td class="number">{span(Date.parse(at) - first)}</td>
            <td>{linked(what, record.gprId)}</td>
          </tr>
        ))}
      </Table>
      {!explanation.historyComplete && <p class="padded">The history is not complete: it is too long.</p>}
    </section>
  );
}

function nameOf(kind: PhaseKind): string {
  return NAMES[kind] ?? kind;
}

function describe({ kind, fromMs, toMs }: Phase): string {
  return `${nameOf(kind)} for ${span(toMs - fromMs)}`;
}

/** `Queued 5m`; '' if the GPR never was. */
function totalOf(phases: readonly Phase[], kind: PhaseKind): string {
  const ms = phases
    .filter((phase) => phase.kind === kind)
    .reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return ms === 0 ? '' : `${nameOf(kind)} ${span(ms)}`;
}
