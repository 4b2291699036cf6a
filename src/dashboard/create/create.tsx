// Creates a GPR, and shows when it would start.

import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../address/route.ts';
import { type Field, initialValues, type Values } from '../form/field.ts';
import { Form } from '../form/form.tsx';
import { bodyOf } from '../form/form-body.ts';
import { durationHint, kindFields, priorityHint, workspaceField } from '../form/known-fields.ts';
import { branch } from '../live/of-branch.ts';
import { workspaces } from '../live/seen-workspaces.ts';
import { may } from '../page/acting/acting.ts';
import { call } from '../session/server-call.ts';
import { WhatIf } from '../what-if/link.tsx';
import { Availability } from './availability.tsx';
import { templatesOf, useTemplates, valuesOfTemplate } from './templates.ts';

const byPolicy = 'as the policy of the workspace sets it';

function fieldsFor(values: Values): readonly Field[] {
  const { sliceName } = values;
  const workspace = workspaces.value.find(({ name }) => name === sliceName);
  const templates = templatesOf(String(sliceName));
  return [
    workspaceField('sliceName'),
    ...(templates.length === 0
      ? []
      : [
          {
            name: 'template',
            label: 'GPR template',
            kind: 'choice',
            choices: templates,
            unset: 'none',
            hint: 'Its values are entered below.',
          } as const,
        ]),
    { name: 'gprName', label: 'Name', kind: 'text', isRequired: true },
    {
      name: 'priority',
      label: 'Priority',
      kind: 'number',
      isRequired: true,
      initial: '100',
      hint: `${priorityHint}; higher goes first.`,
    },
    { name: 'numberOfGPUNodes', label: 'Nodes', kind: 'number', isRequired: true, initial: '1' },
    { name: 'numberOfGPUs', label: 'GPUs on each node', kind: 'number', isRequired: true, initial: '1' },
    { name: 'memoryPerGPU', label: 'Memory of a GPU, in GB', kind: 'number', hint: 'At least; empty: any.' },
    {
      name: 'exitDuration',
      label: 'Exit duration',
      kind: 'duration',
      isRequired: true,
      initial: '1h',
      hint: `How long it may run, over all its attempts. ${durationHint}`,
    },
    {
      name: 'clusterName',
      label: 'Cluster',
      kind: 'choice',
      choices: workspace?.clusters ?? [],
      unset: 'the one with the earliest start',
    },
    ...kindFields('', values).map((field) => ({ ...field, unset: 'the one with the earliest start' })),
    { name: 'enableEviction', label: 'May evict', kind: 'maybe', unset: byPolicy },
    { name: 'requeueOnFailure', label: 'Requeue on failure', kind: 'maybe', unset: byPolicy },
    {
      name: 'idleTimeOutDuration',
      label: 'Idle time-out',
      kind: 'duration',
      hint: `How long it may be idle. ${durationHint} Empty: none.`,
    },
    { name: 'enforceIdleTimeOut', label: 'Enforce the idle time-out', kind: 'maybe', unset: byPolicy },
  ];
}

/** The request of what is entered. */
function requestOf(entered: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...entered,
    enableAutoClusterSelection: entered.clusterName === undefined,
    enableAutoGpuSelection: entered.instanceType === undefined && entered.gpuShape === undefined,
  };
}

/** What was entered before the user left the place. */
let kept: Values | undefined;

interface Created {
  readonly gprId: string;
  readonly name: string;
}

export function CreateGpr() {
  useTemplates();
  const [values, setValues] = useState<Values>(() => kept ?? initialValues(fieldsFor({})));
  kept = values;
  const [created, setCreated] = useState<Created>();
  useEffect(() => setCreated(undefined), [branch.value]);
  if (!may('createGpr')) return <p class="empty">Viewers create no GPRs.</p>;
  const change = (next: Values) => {
    const template = String(next.template ?? '');
    if (template !== '' && template !== values.template)
      return setValues({ ...next, ...valuesOfTemplate(template) });
    if (next.instanceType === values.instanceType) return setValues(next);
    // Most instance types have one shape.
    const [, { choices }] = kindFields('', next);
    setValues({ ...next, gpuShape: next.instanceType !== '' && choices?.length === 1 ? choices[0]! : '' });
  };
  const send = async ({ template: _, ...entered }: Readonly<Record<string, unknown>>) => {
    setCreated(undefined);
    const { gprId } = await call<{ gprId: string }>('POST', 'api/v1/gpr', requestOf(entered));
    setCreated({ gprId, name: String(entered.gprName) });
    setValues(initialValues(fieldsFor({})));
  };
  return (
    <div class="create">
      <section class="panel" aria-label="Create a GPR">
        <header>
          <h2>Create a GPR</h2>
        </header>
        <div class="padded">
          <Form
            fields={fieldsFor(values)}
            values={values}
            change={change}
            action="Create GPR"
            testId="create-gpr"
            send={send}
          >
            <p role="status" class="good" data-testid="created">
              {created && (
                <>
                  Created <a href={addressOf('gpr', created.gprId)}>{created.name}</a>.
                </>
              )}
            </p>
            <WhatIfCreated values={values} />
          </Form>
        </div>
      </section>
      <Availability
        fields={fieldsFor(values)}
        values={values}
        take={(taken) => setValues({ ...values, ...taken })}
      />
    </div>
  );
}

/** Asks what happens if the GPR is created; once its required fields are filled. */
function WhatIfCreated({ values }: { readonly values: Values }) {
  const fields = fieldsFor(values);
  if (fields.some(({ name, isRequired }) => isRequired && String(values[name]).trim() === '')) return null;
  const { template: _, ...entered } = bodyOf(fields, values);
  return (
    <p>
      <WhatIf
        change={{ method: 'POST', path: '/api/v1/gpr', body: requestOf(entered) }}
        about={`${String(entered.gprName)} is created`}
      >
        What if I create this?
      </WhatIf>
    </p>
  );
}
