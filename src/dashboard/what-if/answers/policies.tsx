// All queue policies beside the present one, in the same futures.

import type { LikelyDifferencesAnswer } from '../../../api/sim/answers.ts';
import { linkTo } from '../../address/route.ts';
import { world } from '../../live/live.ts';
import { policyMeaning } from '../../page/names/policy.tsx';
import { Table } from '../../page/parts/table.tsx';
import { number } from '../../text/spans.ts';
import { refusedWords } from '../changes.tsx';
import { memberOf } from '../question.ts';
import { Interval } from './interval.tsx';
import { Drawn } from './likely.tsx';
import {
  betterOf,
  byMean,
  COMPLETE,
  effectOf,
  MEAN,
  P95,
  scaleOf,
  TOTAL,
  verdictOf,
} from './likely-model.ts';

const COLUMNS = [MEAN, P95, TOTAL, COMPLETE];

export function Policies({ answer }: { readonly answer: LikelyDifferencesAnswer }) {
  const { samples, alternatives } = answer;
  const { queue } = world.value!.scheduler;
  const [best] = betterOf(alternatives);
  return (
    <section class="panel" aria-label="Queue policies">
      <header>
        <h2 data-testid="what-if-sentence">
          Over {number(samples)} futures:{' '}
          {best === undefined
            ? `no queue policy is shown to be better than the present one, ${queue}.`
            : `${best.name} is shown to be better than the present queue policy, ${queue}.`}
        </h2>
        <Drawn answer={answer} />
      </header>
      <p class="padded quiet">
        Better: a shorter mean wait is shown, and neither a longer sum of all waits nor fewer complete GPRs.
        Each value is compared to {queue} in the same futures; the line is where 80 % of them lie.
      </p>
      <div data-testid="policies">
        <Table class="effects policies" heads={['Queue policy', ...COLUMNS.map(({ name }) => name)]}>
          {byMean(alternatives).map((alternative) => {
            const { name } = alternative;
            const changes = [{ scheduler: { queue: name } }];
            return (
              <tr key={name} data-row={name}>
                <th scope="row">
                  <a href={linkTo(['what-if'], memberOf({ changes }))}>{name}</a>
                  {alternative === best && <b class="best"> best</b>}
                  <p class="quiet">{policyMeaning('queue', name)}</p>
                </th>
                {COLUMNS.map((measure) => (
                  <td key={measure.name}>
                    {effectOf(measure, alternative) && (
                      <Interval
                        effect={effectOf(measure, alternative)!}
                        unit={measure.unit}
                        scale={scaleOf(alternatives.map((one) => effectOf(measure, one)))}
                        verdict={verdictOf(measure, alternative)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </Table>
      </div>
      <p class="padded" data-testid="refused-policies">
        {refusedWords()}
      </p>
    </section>
  );
}
