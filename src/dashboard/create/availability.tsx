// When the GPR that is being entered would start, by cluster and instance type.

import { useEffect, useMemo } from 'preact/hooks';
import type { AvailabilityItem, WorldState } from '../../api/sim/answers.ts';
import type { Field, Values } from '../form/field.ts';
import { bodyOf } from '../form/form-body.ts';
import { clusterNames } from '../form/known-fields.ts';
import { following } from '../live/live.ts';
import { OfBranch } from '../live/of-branch.ts';
import { workspaces } from '../live/seen-workspaces.ts';
import { GprName } from '../page/names/subject-names.tsx';
import { ACTIONS, Table } from '../page/parts/table.tsx';
import { answered, Refusal } from '../session/server-call.ts';
import { sentences } from '../text/plain.ts';
import { instant, relative, shortInstant } from '../text/spans.ts';

/** The server is asked when the user has entered nothing for this time, and again whenever the page is read. */
const DEBOUNCE_MS = 250;
/** The fields of the form on which the answer depends. */
const ASKED = [
  'sliceName',
  'priority',
  'numberOfGPUNodes',
  'numberOfGPUs',
  'memoryPerGPU',
  'exitDuration',
  'enableEviction',
];

interface Answer {
  /** The question, as JSON. */
  readonly to: string;
  /** The simulated instant for which the offers hold; '' if the question was refused. */
  readonly at: string;
  readonly offers: readonly AvailabilityItem[];
  /** Why the question was refused. */
  readonly why: string;
}

interface Props {
  readonly values: Values;
  /** Enters the pool of an offer into the form. */
  readonly take: (values: Values) => void;
}

export function Availability({ fields, values, take }: Props & { readonly fields: readonly Field[] }) {
  const known = useMemo(() => new OfBranch<Answer>(), []);
  const missing = fields.filter(
    ({ name, isRequired }) => isRequired && ASKED.includes(name) && String(values[name]).trim() === '',
  );
  const question = missing.length > 0 ? '' : JSON.stringify(questionOf(fields, values));
  useEffect(() => {
    if (question === '') return undefined;
    const end = new AbortController();
    let stop = () => {};
    const ask = async ({ branch }: WorldState) => {
      const answer = await answerTo(question, fields, end.signal);
      if (!end.signal.aborted) known.take(branch, answer);
    };
    const timer = setTimeout(() => (stop = following(ask)), DEBOUNCE_MS);
    return () => {
      end.abort();
      clearTimeout(timer);
      stop();
    };
  }, [question]);
  const { value: latest } = known.shown;
  const answer = latest?.to === question ? latest : undefined;
  return (
    <section class="panel" aria-label="Availability" data-testid="availability">
      <header>
        <h2>Availability</h2>
        <span class="quiet">
          if nothing else happens, and it were created{' '}
          {answer?.at ? (
            <>
              at <time dateTime={answer.at}>{instant(answer.at)}</time>
            </>
          ) : (
            'now'
          )}
        </span>
      </header>
      <p class="padded" role="status">
        {missing.length > 0 && `Enter first: ${missing.map(({ label }) => label).join(', ')}.`}
        {answer?.why}
      </p>
      {answer !== undefined && answer.why === '' && <Offers answer={answer} values={values} take={take} />}
    </section>
  );
}

function Offers({ answer: { offers, at }, values, take }: Props & { readonly answer: Answer }) {
  const { clusterName, instanceType: type, gpuShape: shape } = values;
  // Of those that the form allows, the service takes the first one.
  const first = offers.find(
    (offer) =>
      (!clusterName || offer.cluster === clusterName) &&
      (!type || offer.instanceType === type) &&
      (!shape || offer.gpuShape === shape),
  );
  return (
    <>
      <Table heads={['Cluster', 'Instance type', 'Starts', 'Would evict', ACTIONS]}>
        {offers.map((offer) => {
          const { cluster, instanceType, gpuShape, expectedStartTime, evictableGPRs } = offer;
          const isTaken = clusterName === cluster && type === instanceType && shape === gpuShape;
          return (
            <tr key={`${cluster} ${instanceType} ${gpuShape}`} class={offer === first ? 'pointed' : ''}>
              <td>{cluster}</td>
              <td>
                {instanceType} <span class="quiet">{gpuShape}</span>
              </td>
              <td>{startOf(expectedStartTime, at)}</td>
              <td>
                {evictableGPRs.map(({ requestId, requestName, sliceName, priority }) => (
                  <div key={requestId}>
                    <GprName id={requestId || null} name={requestName || requestId} />{' '}
                    <span class="quiet">
                      {sliceName} priority {priority}
                    </span>
                  </div>
                ))}
                {evictableGPRs.length === 0 && <span class="quiet">none</span>}
              </td>
              <td class="actions">
                {offer === first && <b>goes here</b>}{' '}
                <button
                  class="small"
                  data-testid="take"
                  aria-pressed={isTaken}
                  aria-label={`Choose ${cluster}, ${instanceType}`}
                  onClick={() => take({ clusterName: cluster, instanceType, gpuShape })}
                >
                  {isTaken ? 'Chosen' : 'Choose'}
                </button>
              </td>
            </tr>
          );
        })}
      </Table>
      <Excluded offers={offers} workspace={values.sliceName} />
    </>
  );
}

/** Why clusters make no offer. */
function Excluded({ offers, workspace }: Pick<Answer, 'offers'> & { readonly workspace: unknown }) {
  const own = workspaces.value.find(({ name }) => name === workspace)?.clusters;
  const without = clusterNames.value.filter((name) => offers.every(({ cluster }) => cluster !== name));
  return (
    <ul class="padded quiet" data-testid="excluded">
      {without.map((name) => (
        <li key={name}>
          {name}:{' '}
          {own?.includes(name) ? 'no pool has as many such nodes and GPUs' : 'not a cluster of the workspace'}
        </li>
      ))}
    </ul>
  );
}

function startOf(at: string, now: string): string {
  if (at === '') return 'unknown';
  if (Date.parse(at) <= Date.parse(now)) return 'at once';
  return `${relative(at, now)} (${shortInstant(at, now)})`;
}

/** It asks for all pools, so that the user can compare. The server judges what is entered. */
function questionOf(fields: readonly Field[], values: Values) {
  const { memoryPerGPU = 1, ...entered } = bodyOf(
    fields.filter(({ name }) => ASKED.includes(name)),
    values,
  );
  return {
    ...entered,
    requestName: 'prospect',
    memoryPerGpu: memoryPerGPU,
    enableAutoClusterSelection: true,
    enableAutoGpuSelection: true,
  };
}

/** @throws TypeError if the server cannot be reached */
async function answerTo(question: string, fields: readonly Field[], end: AbortSignal): Promise<Answer> {
  try {
    const { data, at } = await answered<{ items: readonly AvailabilityItem[] }>(
      'POST',
      'api/v1/gpr/gpu-availability',
      JSON.parse(question),
      end,
    );
    return { to: question, at, offers: data.items, why: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Without an entry, the memory in the question is the least.
    const why = (sentences(error.problems, fields) || error.message).replace(' of 1 GB', '');
    return { to: question, at: '', offers: [], why };
  }
}
