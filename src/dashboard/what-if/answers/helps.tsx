// What may help, each compared to the world as it is, in the same futures.

import type { LikelyDifferencesAnswer, PolicyKind } from '../../../api/sim/answers.ts';
import { linkTo } from '../../address/route.ts';
import { world } from '../../live/live.ts';
import { policyMeaning } from '../../page/names/policy.tsx';
import { Table } from '../../page/parts/table.tsx';
import { number } from '../../text/spans.ts';
import { helpsOf } from '../asking.ts';
import { refusedWords } from '../changes.tsx';
import { memberOf } from '../question.ts';
import { Interval } from './interval.tsx';
import { Drawn } from './likely.tsx';
import {
  betterOf,
  byMean,
  COMPLETE,
  effectOf,
  helpOf,
  MEAN,
  P95,
  scaleOf,
  TOTAL,
  verdictOf,
} from './likely-model.ts';

const COLUMNS = [MEAN, P95, TOTAL, COMPLETE];

export function Helps({ answer }: { readonly answer: LikelyDifferencesAnswer }) {
  const { samples, alternatives } = answer;
  const helps = new Map(helpsOf(world.value!).map(({ name, changes }) => [name, changes]));
  const [best] = betterOf(alternatives);
  return (
    <section class="panel" aria-label="What would help most">
      <header>
        <h2 data-testid="what-if-sentence">
          Over {number(samples)} futures: {helpOf(alternatives)}
        </h2>
        <Drawn answer={answer} />
      </header>
      <p class="padded quiet">
        It helps if a shorter mean wait is shown, and neither a longer sum of all waits nor fewer complete
        GPRs. Each value is compared to the world as it is; the line is where 80 % of the futures lie.
      </p>
      <div data-testid="helps">
        <Table class="effects policies" heads={['Change', ...COLUMNS.map(({ name }) => name)]}>
          {byMean(alternatives).map((alternative) => {
            const { name } = alternative;
            const changes = helps.get(name);
            const [policy] = Object.entries(changes?.at(0)?.scheduler ?? {});
            return (
              <tr key={name} data-row={name}>
                <th scope="row">
                  <a {...(changes && { href: linkTo(['what-if'], memberOf({ changes })) })}>{name}</a>
                  {alternative === best && <b class="best"> best</b>}
                  <p class="quiet">{policy && policyMeaning(policy[0] as PolicyKind, policy[1])}</p>
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
