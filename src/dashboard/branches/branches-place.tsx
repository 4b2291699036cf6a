// The branches of the world: their tree, and two of them side by side.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { BranchesAnswer, ClockAnswer, DifferencesAnswer } from '../../control/answers.ts';
import { pastInstant } from '../axis/past.ts';
import { startMs } from '../axis/shown.ts';
import { Question } from '../form/dialog.tsx';
import { following, takeClock, world } from '../live/live.ts';
import { OfBranch } from '../live/of-branch.ts';
import { acting, may } from '../page/acting.ts';
import { OnlyNow } from '../page/only-now.tsx';
import { OwnersOnly } from '../page/owners-only.tsx';
import { Refused } from '../page/refused.tsx';
import { query, setQuery } from '../page/route.ts';
import { call, read } from '../session/call.ts';
import { sentenceOf } from '../session/failures.ts';
import { counted, instant, isoOf, number } from '../text/spans.ts';
import { Differences } from '../what-if/differences.tsx';
import { treeOf } from './tree.ts';

const known = new OfBranch<BranchesAnswer>();
const PIXELS = 1_600;

type Branch = BranchesAnswer['branches'][number];

export function BranchesPlace() {
  useEffect(() => {
    if (!may('listBranches')) return undefined;
    return following(async () => {
      const answer = await read<BranchesAnswer>('sim/branches');
      known.take(answer.branch, answer);
    });
  }, []);
  const [deleting, setDeleting] = useState<Branch>();
  const compared = Number(query.value.compare ?? 0);
  const { value: answer } = known.shown;
  if (!may('listBranches')) return <OwnersOnly may="see the branches" />;
  return (
    <div class="stacked" data-testid="branches">
      <section class="panel" aria-label="Branches">
        <header>
          <h2>Branches</h2>
          <span class="quiet">
            each is one history of the world; a rewind begins a new one, and the old one stays
          </span>
        </header>
        <div class="padded">
          <OnlyNow>
            <Rewind />
          </OnlyNow>
        </div>
        <div class="scrolled">
          <table>
            <thead>
              <tr>
                <th>Branch</th>
                <th>Reason</th>
                <th>Begins</th>
                <th>Ends</th>
                <th class="number">Facts</th>
                <th>
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {treeOf(answer?.branches ?? []).map(({ branch, depth }) => {
                const isPresent = branch.branch === answer!.branch;
                const hasChild = answer!.branches.some(({ parent }) => parent === branch.branch);
                return (
                  <tr key={branch.branch} data-row={branch.branch} class={isPresent ? 'pointed' : ''}>
                    <td>
                      <span class="depth" style={{ '--depth': depth }}>
                        {depth > 0 && <span aria-hidden="true">└ </span>}
                        {branch.branch}
                        {isPresent && <b> present</b>}
                        {branch.parent !== null && <span class="unseen">, from branch {branch.parent}</span>}
                      </span>
                    </td>
                    <td>{branch.reason}</td>
                    <td>{instant(branch.at)}</td>
                    <td>{instant(branch.now)}</td>
                    <td class="number">{number(branch.facts)}</td>
                    <td class="actions">
                      {!isPresent && (
                        <>
                          <button
                            type="button"
                            data-testid="compare"
                            aria-label={`Compare branch ${branch.branch} to the present one`}
                            aria-pressed={compared === branch.branch}
                            onClick={() =>
                              setQuery({ compare: String(branch.branch), sort: undefined, page: undefined })
                            }
                          >
                            Compare
                          </button>
                          <OnlyNow>
                            <button
                              type="button"
                              data-testid="switch"
                              aria-label={`Switch to branch ${branch.branch}`}
                              onClick={() =>
                                acting(
                                  () =>
                                    takeClock(() =>
                                      call<ClockAnswer>('POST', `sim/branches/${branch.branch}/switch`),
                                    ),
                                  `Branch ${branch.branch} is the present one.`,
                                )
                              }
                            >
                              Switch
                            </button>
                            <button
                              type="button"
                              data-testid="delete-branch"
                              disabled={hasChild}
                              title={hasChild ? 'Another branch begins in it' : undefined}
                              aria-label={`Delete branch ${branch.branch}`}
                              onClick={() => setDeleting(branch)}
                            >
                              Delete…
                            </button>
                          </OnlyNow>
                        </>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {answer === undefined && <p class="empty">Reading the branches…</p>}
        </div>
      </section>
      {compared > 0 && answer !== undefined && (
        <Compared key={`${compared} ${answer.branch}`} other={compared} present={answer.branch} />
      )}
      {deleting && (
        <Question
          title={`Delete branch ${deleting.branch}?`}
          action="Delete"
          testId="confirm-delete-branch"
          close={() => setDeleting(undefined)}
          confirm={() =>
            acting(async () => {
              await call('DELETE', `sim/branches/${deleting.branch}`);
              if (compared === deleting.branch) setQuery({ compare: undefined });
            }, `Deleted branch ${deleting.branch}.`)
          }
        >
          Its history of {counted(deleting.facts, 'fact')} is lost: {deleting.reason}.
        </Question>
      )}
    </div>
  );
}

function Rewind() {
  const [to, setTo] = useState('');
  return (
    <form
      class="buttons"
      onSubmit={(event) => {
        event.preventDefault();
        void acting(
          () =>
            takeClock(() =>
              call<ClockAnswer>('POST', 'sim/rewind', { to: isoOf(startMs.peek() + pastInstant(to)) }),
            ),
          `The world is rewound to ${to}, in a new branch.`,
        );
      }}
    >
      <label>
        <span class="label">Rewind to</span>{' '}
        <input
          type="text"
          size={24}
          data-testid="rewind-to"
          placeholder={world.value?.clock.now.slice(0, 19)}
          title="Mon 22:00 or +9h"
          value={to}
          onInput={(event) => setTo(event.currentTarget.value.trim())}
        />
      </label>
      <button type="submit" data-testid="rewind" disabled={to === ''}>
        Rewind
      </button>
    </form>
  );
}

/** What differs between another branch and the present one. */
function Compared({ other, present }: { readonly other: number; readonly present: number }) {
  const [result, setResult] = useState<{ readonly answer?: DifferencesAnswer; readonly why?: string }>();
  const [again, setAgain] = useState(0);
  const end = useRef<AbortController>(undefined);
  useEffect(() => {
    const aborted = new AbortController();
    end.current = aborted;
    setResult(undefined);
    const asked = { charts: 'nodes', pixels: PIXELS };
    read<DifferencesAnswer>(`sim/branches/${other}/differences`, asked, aborted.signal).then(
      (answer) => setResult({ answer }),
      (error) => {
        if (aborted.signal.aborted) return;
        setResult({ why: sentenceOf(error) });
      },
    );
    return () => aborted.abort();
  }, [other, present, again]);
  if (result?.answer !== undefined)
    return <Differences answer={result.answer} titles={[`Branch ${present}, present`, `Branch ${other}`]} />;
  if (result?.why !== undefined)
    return (
      <Refused why={result.why}>
        <button type="button" data-testid="ask-again" onClick={() => setAgain(again + 1)}>
          Ask again
        </button>
      </Refused>
    );
  return (
    <div class="transfer" data-testid="asking">
      <progress aria-label="Both branches are derived again" />{' '}
      <span role="status">Both branches are derived again…</span>
      <button
        type="button"
        data-testid="cancel"
        onClick={() => {
          end.current?.abort();
          setQuery({ compare: undefined });
        }}
      >
        Cancel
      </button>
    </div>
  );
}
