// The answer about many futures: what is found, the effects, the GPRs that the changes move, and what cannot be decided.

import type { ComponentChildren } from 'preact';
import type { LikelyDifferencesAnswer } from '../../../api/sim/answers.ts';
import { atLeast, failuresText } from '../../../looks/moved-gpr.ts';
import { addressOf } from '../../address/route.ts';
import { WorkspaceName } from '../../page/names/subject-names.tsx';
import { Table } from '../../page/parts/table.tsx';
import { focusing } from '../../page/pointed.ts';
import { counted, instant, number } from '../../text/spans.ts';
import { Interval } from './interval.tsx';
import {
  type Alternative,
  differenceWords,
  differs,
  effectOf,
  findingOf,
  MEASURES,
  SHIFT,
  scaleOf,
  verdictOf,
} from './likely-model.ts';

/** GPRs that are listed. */
const ROWS = 50;

interface Props {
  readonly answer: LikelyDifferencesAnswer;
  /** The id of the GPR that is changed, if it is one. */
  readonly gprId?: string | undefined;
  /** What can be done about them. */
  readonly children?: ComponentChildren;
}

export function Likely({ answer, gprId, children }: Props) {
  const [alternative] = answer.alternatives;
  return (
    <>
      <section class="panel" aria-label="What differs">
        <header>
          <h2 data-testid="what-if-sentence">
            Over {number(answer.samples)} futures: {findingOf(alternative!, gprId)}
          </h2>
          <Drawn answer={answer} />
        </header>
        {children}
        <Effects alternative={alternative!} />
      </section>
      <Moved alternative={alternative!} />
      <Undecided answer={answer} alternative={alternative!} />
    </>
  );
}

/** What the futures are, and until when they run. */
export function Drawn({ answer: { at, until, seen } }: Pick<Props, 'answer'>) {
  return (
    <span class="quiet">
      from {instant(at)} to {instant(until)}; drawn from the last {counted(seen.lives, 'ended GPR')} and{' '}
      {counted(seen.arrivals, 'arrival')}
    </span>
  );
}

interface Shown {
  readonly alternative: Alternative;
}

function Effects({ alternative }: Shown) {
  const shown = MEASURES.filter((measure) => differs(effectOf(measure, alternative)));
  return (
    <div data-testid="effects">
      <Table
        class="effects"
        hidden={shown.length === 0}
        heads={['Effect', 'Median, and 80 % of the futures']}
      >
        {shown.map((measure) => {
          const { name, unit } = measure;
          const alike = shown.filter((other) => other.unit === unit);
          return (
            <tr key={name} class={measure === alike[0] ? 'unit' : ''}>
              <th scope="row">{name}</th>
              <td>
                <Interval
                  effect={effectOf(measure, alternative)!}
                  unit={unit}
                  scale={scaleOf(alike.map((other) => effectOf(other, alternative)))}
                  verdict={verdictOf(measure, alternative)}
                />
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

function Moved({ alternative: { gprs, gprsTotal } }: Shown) {
  const direct = gprs.filter(({ by }) => by === 'change');
  const ripple = gprs.filter(({ by }) => by === 'ripple');
  return (
    <section class="panel" aria-label="Present GPRs that move" data-testid="what-if-rows">
      <header>
        <h2>
          {direct.length === 0
            ? 'The change itself moves no present GPR'
            : `The change itself moves ${counted(direct.length, 'present GPR')}`}
        </h2>
        <span class="quiet">even if nothing else happens: its start or, if it holds GPUs, its end</span>
      </header>
      <Gprs gprs={direct} />
      {ripple.length > 0 && (
        <details class="padded" data-testid="ripple">
          <summary>
            Ripple: {counted(gprsTotal - direct.length, 'further GPR')}{' '}
            {gprsTotal - direct.length === 1 ? 'moves' : 'move'} in some futures, by what follows
          </summary>
          <Gprs gprs={ripple} />
        </details>
      )}
    </section>
  );
}

function Gprs({ gprs }: { readonly gprs: Alternative['gprs'] }) {
  const listed = gprs.slice(0, ROWS);
  const scale = scaleOf(listed.map(({ shiftMs }) => shiftMs));
  return (
    <>
      <Table
        class="named effects"
        hidden={listed.length === 0}
        heads={['GPR', 'Workspace', 'If nothing else happens', 'Median, and 80 % of the futures']}
      >
        {listed.map(({ gprId, gprName, workspace, directMs, shiftMs, open, failsMore }) => (
          <tr key={gprId} data-row={gprId}>
            <td>
              <a href={addressOf('gpr', gprId)} {...focusing(gprId)}>
                {gprName}
              </a>
            </td>
            <td>
              <WorkspaceName name={workspace} />
            </td>
            <td>{directMs !== null && differenceWords(directMs, SHIFT)}</td>
            <td>
              {failuresText(failsMore)}
              {shiftMs && (
                <Interval
                  effect={shiftMs}
                  unit={SHIFT}
                  before={atLeast(open)}
                  scale={scale}
                  verdict={shiftMs.shown ? Math.sign(shiftMs.p50) : 0}
                />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {gprs.length > ROWS && <p class="quiet padded">The {ROWS} with the greatest medians are listed.</p>}
    </>
  );
}

/** What the futures do not decide. */
function Undecided({ answer: { samples, until }, alternative }: Props & Shown) {
  const { gprs, refused } = alternative;
  const open = MEASURES.filter((measure) => {
    const effect = effectOf(measure, alternative);
    return differs(effect) && !effect.shown;
  });
  const either = gprs.filter(({ shiftMs }) => shiftMs !== null && !shiftMs.shown).length;
  const names = open.map(({ name }) => name).join(', ');
  return (
    <section class="panel" aria-label="What cannot be decided">
      <header>
        <h2>What cannot be decided</h2>
      </header>
      <ul class="padded" data-testid="undecided">
        {open.length > 0 && <li>The difference can have either sign, or be none: {names}.</li>}
        {either > 0 && (
          <li>
            {counted(either, 'GPR')} of the {number(gprs.length)} that differ in some future can start earlier
            or later, or as without the change.
          </li>
        )}
        {refused > 0 && (
          <li>
            {counted(refused, 'future')} of {number(samples)} refuse a change and go on without it: a node has
            failed by then, for example.
          </li>
        )}
        <li>What is later than {instant(until)}: a start after it counts as one at it.</li>
      </ul>
    </section>
  );
}
