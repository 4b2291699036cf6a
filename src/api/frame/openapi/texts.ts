import { connectionErrors } from '../errors/entries/request-errors.ts';
import type { CatalogueEntry } from '../errors/entry.ts';

const envelope = [
  'Every JSON answer is an envelope with `statusCode`, `status`, `message` and `data`. On errors, `data` is null and the',
  'envelope also has `error`. The HTTP status equals `statusCode`. `error.data` is null, a line of text, or a JSON document',
  'encoded as a string.',
].join('\n');

/** The errors of connections, which apply to every path. */
const everywhere = [
  'Requests that are not valid HTTP or arrive too slowly are answered with the same envelope on every path:',
  ...Object.entries<CatalogueEntry>(connectionErrors).map(
    ([name, { statusCode, message }]) => `- \`${name}\` (${statusCode}): ${message}`,
  ),
].join('\n');

export const documents = {
  service: {
    title: 'GPU allocation and workload placement service',
    paths: /^\/api\/v1\//,
    description: [
      'Clients exchange an API key for a bearer token and send it with every other call. They create GPU provisioning',
      'requests (GPRs) for workspaces. The service queues GPRs by priority and allocates nodes to them. Templates, inference',
      'endpoints, workload placements and policies build on GPRs. Everything happens in simulated time. The simulator',
      'executes nothing of a request.',
      '',
      envelope,
      '',
      everywhere,
      '',
      'In requests, `null` means that a member is left out, and unknown members are ignored. If a member has several',
      'spellings, the service accepts all of them, but not with different values. Spellings that differ only in case or `-`',
      'are not declared, nor are those of query parameters. A duration is a sequence of parts in `d`, `h`, `m` and `s`',
      '(`0d0h5m`, `2h30m`) or six digits DDHHMM. An operation with `x-alias-of` is another route to the named operation.',
    ].join('\n'),
  },
  simulation: {
    title: 'gprsim: the simulation',
    paths: /^\/(?!api\/v1\/)/,
    description: [
      'The interface of the simulation: its clock, the facts that record what happens, and injected failures. It accepts the',
      'tokens of `POST /api/v1/auth`.',
      '',
      envelope,
      '',
      everywhere,
      '',
      'In requests under `/sim`, unknown members are refused.',
    ].join('\n'),
  },
} as const satisfies Record<string, { title: string; paths: RegExp; description: string }>;
