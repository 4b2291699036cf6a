// The branches of the world: their tree, and two of them side by side.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { BranchesAnswer, DifferencesAnswer } from '../../api/sim/answers.ts';
import { query, setQuery } from '../address/route.ts';
import { ask } from '../form/dialog.tsx';
import { following } from '../live/live.ts';
import { branch as present } from '../live/of-branch.ts';
import { acting, may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { OwnersOnly } from '../page/acting/owners-only.tsx';
import { Refused } from '../page/acting/refused.tsx';
import { Transfer } from '../page/acting/transfer.tsx';
import { branches, readBranches } from '../page/known-branches.ts';
import { ACTIONS, Table } from '../page/parts/table.tsx';
import { sentenceOf } from '../session/failure-texts.ts';
import { call, read } from '../session/server-call.ts';
import { plain } from '../text/plain.ts';
import { counted, instant, number } from '../text/spans.ts';
import { Differences } from '../what-if/answers/differences.tsx';
import { Rewind } from './rewind.tsx';
import { treeOf } from './tree.ts';

type Branch = BranchesAnswer['branches'][number];

export function BranchesPlace() {
  useEffect(() => following(readBranches), []);
  // Without the second one, the present one.
  const [one, beside = present.value] = query.value.compare?.split(',').map(Number) ?? [];
  const isPresentCompared = present.value === one || present.value === beside;
  const compared = present.value === one ? beside : one;
  const { value: all } = branches;
  const askDelete = ({ branch, facts, reason }: Branch) =>
    ask({
      title: `Delete branch ${branch}?`,
      text: `Its ${counted(facts, 'fact')} are lost: ${plain(reason)}.`,
      action: 'Delete',
      testId: 'confirm-delete-branch',
      confirm: () =>
        acting(async () => {
          await call('DELETE', `sim/branches/${branch}`);
          if (compared === branch) setQuery({ compare: undefined });
        }, `Deleted branch ${branch}.`),
    });
  if (!may('listBranches')) return <OwnersOnly may="see the branches" />;
  return (
    <div class="stacked" data-testid="branches">
      <section class="panel" aria-label="Branches">
        <header>
          <h2>Branches</h2>
          <span class="quiet">each is one history of the world; a rewind begins a new one</span>
        </header>
        <div class="padded">
          <OnlyNow>
            <Rewind />
          </OnlyNow>
        </div>
        <Table heads={['Branch', 'Reason', 'Begins', 'Ends', ['Facts', '', 'number'], ACTIONS]}>
          {treeOf(all ?? []).map(({ branch, depth }) => {
            const isPresent = branch.branch === present.value;
            const hasChild = all!.some(({ parent }) => parent === branch.branch);
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
                <td>{plain(branch.reason)}</td>
                <td>{instant(branch.at)}</td>
                <td>{instant(branch.now)}</td>
                <td class="number">{number(branch.facts)}</td>
                <td class="actions">
                  {!isPresent && (
                    <>
                      <button
                        data-testid="compare"
                        aria-label={`Compare branch ${branch.branch} to the present one`}
                        aria-pressed={compared === branch.branch}
                        onClick={() =>
                          setQuery({
                            compare: `${branch.branch},${present.value}`,
                            sort: undefined,
                            page: undefined,
                          })
                        }
                      >
                        Compare
                      </button>
                      <OnlyNow>
                        <button
                          data-testid="switch"
                          aria-label={`Switch to branch ${branch.branch}`}
                          onClick={() =>
                            acting(
                              () => call('POST', `sim/branches/${branch.branch}/switch`),
                              `Branch ${branch.branch} is the present one.`,
                            )
                          }
                        >
                          Switch
                        </button>
                        <button
                          data-testid="delete-branch"
                          disabled={hasChild}
                          title={hasChild ? 'Another branch begins in it' : undefined}
                          aria-label={`Delete branch ${branch.branch}`}
                          onClick={() => askDelete(branch)}
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
        </Table>
        {all === undefined && <p class="empty">Reading the branches…</p>}
      </section>
      {compared! > 0 && compared !== present.value && all && isPresentCompared && (
        <Compared key={`${compared} ${present.value}`} other={compared!} present={present.value!} />
      )}
      {compared! > 0 && !isPresentCompared && (
        <p class="problem" role="alert">
          The link compares branches {compared} and {beside}. Switch to one of them.
        </p>
      )}
    </div>
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
    read<DifferencesAnswer>(`sim/branches/${other}/differences`, {}, aborted.signal).then(
      (answer) => setResult({ answer }),
      (error) => {
        if (aborted.signal.aborted) return;
        setResult({ why: sentenceOf(error) });
      },
    );
    return () => aborted.abort();
  }, [other, present, again]);
  if (result?.answer !== undefined)
    return (
      <Differences
        answer={result.answer}
        titles={[`Branch ${present}, present`, `Branch ${other}`]}
        where={`Branch ${other} is compared to branch ${present}. `}
      />
    );
  if (result?.why !== undefined)
    return (
      <Refused why={result.why}>
        <button onClick={() => setAgain(again + 1)}>Ask again</button>
      </Refused>
    );
  return (
    <Transfer
      text="Both branches are derived again…"
      cancel={() => {
        end.current?.abort();
        setQuery({ compare: undefined });
      }}
    />
  );
}
