// The form that creates or changes a record of a resource.

import { useState } from 'preact/hooks';
import { notice } from '../address/notice.ts';
import { closeDialog, showText } from '../form/dialog.tsx';
import { initialValues, type Values } from '../form/field.ts';
import { Form } from '../form/form.tsx';
import { memberAt, valuesOf } from '../form/form-body.ts';
import { call } from '../session/server-call.ts';
import type { Resource, Row, Writing } from './resource.ts';

interface Written {
  readonly resource: Resource;
  readonly writing: Writing;
  /** The record that is changed; undefined for a new one. */
  readonly row?: Row;
}

export function Writer({ resource, writing, row }: Written) {
  const { method, path, fields, complete, done, kept, action } = writing;
  const [values, setValues] = useState<Values>(() => {
    const first = fields({}, row);
    return row === undefined ? initialValues(first) : valuesOf(first, row);
  });
  const shown = fields(values, row);
  const send = async (entered: Row) => {
    const body = complete?.(entered, row) ?? entered;
    const answer = await call<Row>(method, filled(path, row), body);
    const text = done?.(answer) ?? doneTo(resource, body, row);
    closeDialog();
    if (kept === undefined) notice.value = { kind: 'done', text };
    else showText(text, kept(answer));
  };
  return (
    <Form
      fields={shown}
      values={{ ...initialValues(shown), ...values }}
      change={setValues}
      action={action ?? (row === undefined ? 'Create' : 'Change')}
      testId={`save-${resource.name}`}
      send={send}
      cancel={closeDialog}
    />
  );
}

function doneTo({ one, key }: Resource, { name, endpointName, workspaceName }: Row, row: Row): string {
  return row === undefined
    ? `Created the ${one} ${name ?? endpointName ?? workspaceName}.`
    : `Changed the ${one} ${memberAt(row, key)}.`;
}

/** A path with the members of a record in place of `{names}`. */
export function filled(path: string, row: Row): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(row?.[name] ?? ''));
}
