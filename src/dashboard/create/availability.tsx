// When the GPR that is being entered would start, by cluster and instance type.

import { useEffect, useState } from 'preact/hooks';
import type { Values } from '../form/field.ts';
import { addressOf } from '../frame/route.ts';
import { world } from '../live/live.ts';
import { call } from '../session/call.ts';
import { counted, relative, shortInstant } from '../text/spans.ts';

/** The server is asked when the user has entered nothing for this time. */
const DEBOUNCE_MS = 250;
/** Estimates change while simulated time passes. */
const RENEWAL_MS = 3_000;
const NAME_MAX = 40;
const COUNT = /^[1-9]\d*$/;
const DURATION = /^(\d+[dhms])+$/;

interface Evictable {
  readonly requestName: string;
  readonly requestId: string;
  readonly sliceName: string;
  readonly priority: number;
}

interface Offer {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuShape: string;
  /** '' if it is unknown. */
  readonly expectedStartTime: string;
  readonly evictableGPRs: readonly Evictable[];
}

type Answer =
  | { readonly offers: readonly Offer[]; readonly why?: undefined }
  | { readonly offers?: undefined; readonly why: string };

interface Shown {
  readonly values: Values;
  /** Enters the pool of an offer into the form. */
  readonly take: (values: Values) => void;
}

export function Availability({ values, take }: Shown) {
  const [answer, setAnswer] = useState<Answer>();
  const asked = questionOf(values);
  const text = asked === undefined ? '' : JSON.stringify(asked);
  useEffect(() => {
    if (text === '') {
      setAnswer(undefined);
      return undefined;
    }
    const end = new AbortController();
    let timer = 0;
    const ask = async () => {
      const answered = await answerTo(text, end.signal);
      if (end.signal.aborted) return;
      if (answered !== undefined) setAnswer(answered);
      timer = window.setTimeout(ask, RENEWAL_MS);
    };
    timer = window.setTimeout(ask, DEBOUNCE_MS);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <section class="panel" aria-labelledby="availability-title" data-testid="availability">
      <header>
        <h2 id="availability-title">Availability</h2>
        <span class="quiet">when it would start, if it were created now</span>
      </header>
      <p class="padded" role="status">
        {asked === undefined && 'Enter the workspace, nodes, GPUs and exit duration.'}
        {asked !== undefined && answer?.why}
      </p>
      {asked !== undefined && answer?.offers && <Offers offers={answer.offers} values={values} take={take} />}
    </section>
  );
}

function Offers({ offers, values, take }: Shown & { readonly offers: readonly Offer[] }) {
  const now = world.value!.clock.now;
  return (
    <div class="scrolled">
      <table>
        <thead>
          <tr>
            <th scope="col">Cluster</th>
            <th scope="col">Instance type</th>
            <th scope="col">Starts</th>
            <th scope="col">Would evict</th>
            <th scope="col">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ cluster, instanceType, gpuShape, expectedStartTime, evictableGPRs }) => {
            const isTaken =
              values.clusterName === cluster &&
              values.instanceType === instanceType &&
              values.gpuShape === gpuShape;
            return (
              <tr key={`${cluster} ${instanceType} ${gpuShape}`} class={isTaken ? 'pointed' : ''}>
                <td>{cluster}</td>
                <td>
                  {instanceType} <span class="quiet">{gpuShape}</span>
                </td>
                <td>{startOf(expectedStartTime, now)}</td>
                <td>
                  {evictableGPRs.map(({ requestId, requestName, sliceName, priority }) => (
                    <div key={requestId}>
                      {requestId === '' ? (
                        'a GPR of another workspace'
                      ) : (
                        <a href={addressOf('gpr', requestId)}>{requestName || requestId}</a>
                      )}{' '}
                      <span class="quiet">
                        {sliceName} priority {priority}
                      </span>
                    </div>
                  ))}
                  {evictableGPRs.length === 0 && <span class="quiet">none</span>}
                </td>
                <td class="actions">
                  <button
                    type="button"
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
        </tbody>
      </table>
      <p class="quiet padded">
        {counted(offers.length, 'way')} to meet the request, the earliest start first.
      </p>
    </div>
  );
}

function startOf(at: string, now: string): string {
  if (at === '') return 'unknown';
  if (Date.parse(at) <= Date.parse(now)) return 'at once';
  return `${relative(at, now)} (${shortInstant(at, now)})`;
}

/** Undefined while the entries do not suffice. It asks for all pools, so that the user can compare. */
function questionOf(values: Values) {
  const text = (name: string) => String(values[name] ?? '').trim();
  const number = (name: string) => Number(text(name));
  const areCounts = ['numberOfGPUs', 'numberOfGPUNodes'].every((name) => COUNT.test(text(name)));
  if (text('sliceName') === '' || !areCounts || !DURATION.test(text('exitDuration'))) return undefined;
  return {
    requestName: text('gprName').slice(0, NAME_MAX) || 'prospect',
    sliceName: text('sliceName'),
    enableAutoClusterSelection: true,
    enableAutoGpuSelection: true,
    numberOfGPUs: number('numberOfGPUs'),
    numberOfGPUNodes: number('numberOfGPUNodes'),
    memoryPerGpu: number('memoryPerGPU') || 1,
    exitDuration: text('exitDuration'),
    priority: number('priority') || undefined,
    enableEviction: text('enableEviction') === '' ? undefined : text('enableEviction') === 'yes',
  };
}

/** Undefined if the question was cancelled. */
async function answerTo(question: string, end: AbortSignal): Promise<Answer | undefined> {
  try {
    const { items } = await call<{ items: Offer[] }>(
      'POST',
      'api/v1/gpr/gpu-availability',
      JSON.parse(question),
      end,
    );
    return { offers: items };
  } catch (error) {
    return end.aborted ? undefined : { why: (error as Error).message };
  }
}
