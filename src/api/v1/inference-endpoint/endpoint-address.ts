// The simulated address of an endpoint. Nothing listens there: names end in .invalid, and IP addresses are of the block
// that RFC 5737 reserves for documentation.

import type { EndpointView } from '../../../../sim/index.ts';

const hostsOfBlock = 254;
const labelLengthMax = 63;

interface EndpointAddress {
  readonly host: string;
  readonly ip: string;
  readonly url: string;
}

/** `clusterIndex`: the index of the endpoint's cluster. Each cluster has one ingress address. */
export function addressOf({ name, namespace, cluster }: EndpointView, clusterIndex: number): EndpointAddress {
  const host = `${[name, namespace, cluster].map(label).join('.')}.invalid`;
  return { host, ip: `192.0.2.${1 + (clusterIndex % hostsOfBlock)}`, url: `http://${host}` };
}

/** A command line that would call the model. Names are encoded so that they cannot end the quotation. */
export function tryCommand({ host, ip }: EndpointAddress, modelName: string): string {
  const model = encodeURIComponent(modelName).replaceAll("'", '%27');
  return `curl -H 'Host: ${host}' -H 'Content-Type: application/json' -d @input.json 'http://${ip}/v1/models/${model}:predict'`;
}

/** A name as a label of a host name. */
function label(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, labelLengthMax)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'x' : plain;
}
