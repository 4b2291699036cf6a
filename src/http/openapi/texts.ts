// What the documents say of themselves.

import type { CatalogueEntry } from '../errors/entry.ts';
import { connectionErrors } from '../errors/request.ts';

const envelope = [
  'Every JSON answer is an envelope: `statusCode`, `status`, `message` and `data`, and on errors `error` beside them,',
  'with `data` null. The HTTP status is the `statusCode`. `error.data` is null, a line of text, or a JSON document as text.',
].join('\n');

/** Errors that any path may answer with, described once and not with each operation. */
const everywhere = [
  'Requests that are not valid HTTP, or arrive too slowly, get the same envelope, whatever their path:',
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
      'requests (GPRs) for workspaces, which are queued by priority, get nodes, and end; templates, inference endpoints,',
      'workload placements and policies stand on these. All of it happens in simulated time, and nothing of a request is',
      'ever executed.',
      '',
      envelope,
      '',
      everywhere,
      '',
      'In requests, `null` is the same as a member left out, and unknown members are ignored. Where a member has several',
      'spellings, any of them is taken. Durations are a run of parts in `d`, `h`, `m` and `s` (`0d0h5m`, `2h30m`) or six',
      'digits DDHHMM. An operation with `x-alias-of` is another way to the one that is named there.',
    ].join('\n'),
  },
  simulation: {
    title: 'gprsim: the simulation',
    paths: /^\/(?!api\/v1\/)/,
    description: [
      'What a simulated service has beside the interface of a real one: its clock, the facts of what has happened, and',
      'failures to order. Tokens are those of `POST /api/v1/auth`.',
      '',
      envelope,
      '',
      everywhere,
      '',
      'In requests under `/sim`, unknown members are refused.',
    ].join('\n'),
  },
} as const satisfies Record<string, { title: string; paths: RegExp; description: string }>;
