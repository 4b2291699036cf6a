// Where an endpoint would be reached. Nothing listens there: names end in .invalid, numbers are of the block that is
// kept for documentation.

import type { EndpointView } from '../../../sim/index.ts';

const hostsOfBlock = 254;
const labelLengthMax = 63;

export interface EndpointAddress {
  readonly host: string;
  readonly ip: string;
  readonly url: string;
}

/** `clusterIndex`: the endpoint's cluster among all, each of which has one way in. */
export function addressOf({ name, namespace, cluster }: EndpointView, clusterIndex: number): EndpointAddress {
  const host = `${[name, namespace, cluster].map(label).join('.')}.invalid`;
  return { host, ip: `192.0.2.${1 + (clusterIndex % hostsOfBlock)}`, url: `http://${host}` };
}

/** A command line that would ask the model. Names are encoded so that none ends a quotation. */
export function tryCommand({ host, ip }: EndpointAddress, modelName: string): string {
  const model = encodeURIComponent(modelName).replaceAll("'", '%27');
  return `curl -H 'Host: ${host}' -H 'Content-Type: application/json' -d @input.json 'http://${ip}/v1/models/${model}:predict'`;
}

/** A name as a part of a host name. */
function label(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, labelLengthMax)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'x' : plain;
}
