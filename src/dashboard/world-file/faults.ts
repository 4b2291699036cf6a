// Injected faults, as a resource.

import { signal } from '@preact/signals';
import type { ListFaultsAnswer } from '../../api/sim/answers.ts';
import type { Field, Values } from '../form/field.ts';
import { clusterNames } from '../form/known-fields.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { read } from '../session/server-call.ts';

/** The operations whose calls can fail. */
const operationIds = signal<readonly string[]>([]);

export async function readOperationIds(): Promise<void> {
  operationIds.value = (await read<ListFaultsAnswer>('sim/faults')).operations;
}

const times: Field = { name: 'times', label: 'Times', kind: 'number', hint: 'Empty: until it is removed.' };

const everything = 'Empty: all.';

const common = (): readonly Field[] => [
  { name: 'workspace', label: 'Workspace', kind: 'text', choices: workspaceNames.value, hint: everything },
  { name: 'cluster', label: 'Cluster', kind: 'text', choices: clusterNames.value, hint: everything },
  times,
];

/** By kind. */
const fieldsOf: Readonly<Record<string, () => readonly Field[]>> = {
  http: () => [
    {
      name: 'operation',
      label: 'Operation',
      kind: 'text',
      isRequired: true,
      choices: operationIds.value,
      hint: 'Such as listGprs.',
    },
    { name: 'nth', label: 'First call', kind: 'number', hint: 'The nth call from now; empty: the next.' },
    { ...times, hint: 'How many calls; empty: one.' },
    { name: 'status', label: 'Status', kind: 'number', hint: 'Of the answer; empty: 500.' },
    { name: 'body', label: 'Body as JSON', kind: 'json', hint: "Empty: the operation's own error." },
    { name: 'delayMs', label: 'Delay, in real ms', kind: 'number' },
  ],
  provisioning: () => [...common(), { name: 'gprId', label: 'GPR', kind: 'text', hint: everything }],
  image: () => [...common(), { name: 'endpoint', label: 'Endpoint', kind: 'text', hint: everything }],
  step: () => [
    ...common(),
    { name: 'placement', label: 'Placement', kind: 'text', hint: everything },
    { name: 'step', label: 'Step', kind: 'text', hint: everything },
    { name: 'message', label: 'Message', kind: 'text' },
  ],
};

function faultFields({ kind }: Values): readonly Field[] {
  return [
    {
      name: 'kind',
      label: 'Fails',
      kind: 'choice',
      isRequired: true,
      choices: Object.keys(fieldsOf),
      initial: 'http',
    },
    ...fieldsOf[String(kind ?? 'http')](),
  ];
}

const MATCHED = ['workspace', 'cluster', 'endpoint', 'placement', 'step', 'gprId'];

export const faults: Resource = {
  name: 'faults',
  title: 'Faults',
  one: 'fault',
  list: 'sim/faults',
  member: 'faults',
  key: 'faultId',
  columns: [
    { title: 'Fault', member: 'faultId' },
    { title: 'Fails', member: 'kind' },
    { title: 'Where', show: whereOf },
    { title: 'Times', show: ({ times: most }) => most ?? 'until it is removed' },
    { title: 'Happened', member: 'happened', isNumber: true },
  ],
  create: {
    operation: 'createFault',
    method: 'POST',
    path: 'sim/faults',
    fields: faultFields,
    action: 'Inject fault',
    testId: 'inject-fault',
    done: ({ faultId }) => `Injected the fault ${faultId}.`,
  },
  remove: {
    operation: 'deleteFault',
    path: 'sim/faults/{faultId}',
    warning: 'What has failed stays failed.',
  },
};

function whereOf(fault: Row): string {
  if (fault.kind === 'http') {
    const { operation, nth, status, delayMs } = fault;
    const answer = `${status === null ? '' : `, status ${status}`}${delayMs === 0 ? '' : `, after ${delayMs} ms`}`;
    return `${operation}, from call ${nth}${answer}`;
  }
  const named = MATCHED.filter((member) => fault[member] != null);
  return named.length === 0 ? 'all' : named.map((member) => `${member} ${fault[member]}`).join(', ');
}
