// What is known about one inference endpoint, with its GPR.

import { useEffect, useState } from 'preact/hooks';
import type { EndpointRecord } from '../../api/sim/answers.ts';
import { addressOf } from '../address/route.ts';
import { following } from '../live/live.ts';
import { read } from '../session/server-call.ts';
import { counted } from '../text/spans.ts';

export function EndpointDetails({ workspace, name }: { readonly workspace: string; readonly name: string }) {
  const [known, setKnown] = useState<EndpointRecord>();
  useEffect(
    () =>
      following(async () => {
        const asked = { workspace, endpoint: name };
        setKnown((await read<{ endpoint: EndpointRecord }>('api/v1/inference-endpoint', asked)).endpoint);
      }),
    [workspace, name],
  );
  if (known === undefined) return null;
  const { predictStatus, ingressStatus, tryCommand, dnsRecords, gpuRequests } = known;
  return (
    <dl class="facts">
      <dt>Predictions</dt>
      <dd>{predictStatus}</dd>
      <dt>Ingress</dt>
      <dd>{ingressStatus}</dd>
      {gpuRequests.map(({ gprId, gprName, status, numberOfGPUs, numberOfGPUNodes, instanceType }) => (
        <>
          <dt>GPR</dt>
          <dd>
            <a href={addressOf('gpr', gprId)}>{gprName}</a> {status}: {counted(numberOfGPUNodes, 'node')} of{' '}
            {instanceType}, {counted(numberOfGPUs, 'GPU')} on each
          </dd>
        </>
      ))}
      {dnsRecords.map(({ dns, type, value }) => (
        <>
          <dt>DNS record</dt>
          <dd>
            {dns} {type} {value}
          </dd>
        </>
      ))}
      {tryCommand.length > 0 && (
        <>
          <dt>Try it</dt>
          <dd>
            <code>{tryCommand.join(' ')}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
