import { accessOperations } from './access.ts';
import { gprOperations } from './gprs.ts';
import type { ContractOperation } from './operation.ts';
import { workloadOperations } from './workloads.ts';

const operations = { ...accessOperations, ...gprOperations, ...workloadOperations };

export type OperationName = keyof typeof operations;

export const contractOperations: Readonly<Record<OperationName, ContractOperation>> = operations;

export const envelope = ['statusCode', 'status', 'message', 'data'];

/** Members of an error's envelope. Members after `(JSON)` are in the document of error.data. */
export const errorEnvelope = [
  ...envelope,
  'error',
  'error.errorKey',
  'error.message',
  'error.data',
  ...[
    '',
    '.Message',
    '.Status',
    '.DetailedError',
    '.DetailedError.Errormessage',
    '.DetailedError.Reason',
    '.DetailedError.Details',
    '.DetailedError.Details[].reason',
    '.DetailedError.Details[].message',
    '.DetailedError.Details[].field',
    '.StatusCode',
    '.ReferenceDocumentation',
  ].map((path) => `error.data(JSON).error${path}`),
];

/** An unknown member, which a case sends to show that it is ignored. */
export const ignoredMember = 'anythingElse';
