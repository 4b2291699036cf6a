// The table of a resource, with what the role of the user may do.

import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Fragment } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { addressOf } from '../address/route.ts';
import { ask, openDialog } from '../form/dialog.tsx';
import { memberAt } from '../form/form-body.ts';
import { following } from '../live/live.ts';
import { branch, OfBranch } from '../live/of-branch.ts';
import { workspaceNames } from '../live/seen-workspaces.ts';
import { acting, may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { ACTIONS, Table } from '../page/parts/table.tsx';
import { call, read } from '../session/server-call.ts';
import { counted } from '../text/spans.ts';
import type { Column, Removal, Resource, Row } from './resource.ts';
import { filled, Writer } from './writer.tsx';

const SHOWN_MAX = 200;

/** The workspace whose resources are listed, for lists by workspace; '' before a choice. */
const chosenWorkspace = signal('');

export function Resources({ resource }: { readonly resource: Resource }) {
  const { name, title, one, key, columns, details, create, change, remove } = resource;
  const known = useMemo(() => new OfBranch<readonly Row[]>(), [resource]);
  const { value: rows } = known.shown;
  const [detailed, setDetailed] = useState<string>();
  const [wanted, setWanted] = useState('');
  const isByWorkspace = resource.list.includes('{workspace}');
  const workspace = chosenWorkspace.value || (workspaceNames.value[0] ?? '');
  useEffect(() => {
    if (isByWorkspace && workspace === '') return undefined;
    return following(async () => {
      const answer = await read<Row>(filled(resource.list, { workspace }));
      const listed: readonly Row[] = resource.member === '' ? answer : answer[resource.member];
      known.take(branch.peek()!, isByWorkspace ? listed.map((row) => ({ ...row, workspace })) : listed);
    });
  }, [resource, workspace]);
  const found = (rows ?? []).filter((row) => String(memberAt(row, key)).includes(wanted));
  const toCreate = create?.action ?? `Create ${one}`;
  return (
    <section class="panel" data-testid={`resource-${name}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <div class="tools">
          {isByWorkspace && (
            <Choice
              label="Workspace"
              value={workspace}
              choices={workspaceNames.value}
              choose={(chosen) => (chosenWorkspace.value = chosen)}
            />
          )}
          <input
            type="search"
            aria-label={`Find ${title.toLowerCase()} by name`}
            placeholder="Find"
            size={12}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          {create && may(create.operation) && (
            <OnlyNow>
              {' '}
              <button
                class="primary"
                data-testid={create.testId ?? `create-${name}`}
                onClick={() => openDialog(toCreate, <Writer resource={resource} writing={create} />)}
              >
                {toCreate}
              </button>
            </OnlyNow>
          )}
        </div>
      </header>
      <Table
        hidden={found.length === 0}
        heads={[
          ...columns.map(({ title, isNumber }) => [title, '', isNumber ? 'number' : ''] as const),
          ACTIONS,
        ]}
      >
        {found.slice(0, SHOWN_MAX).map((row) => {
          const id = String(memberAt(row, key));
          return (
            <Fragment key={id}>
              <tr data-row={id}>
                {columns.map((column) => (
                  <td key={column.title} class={column.isNumber ? 'number' : ''}>
                    {shownIn(column, row)}
                  </td>
                ))}
                <td class="actions">
                  {details && (
                    <button
                      class="small"
                      aria-expanded={detailed === id}
                      aria-label={`Details of ${id}`}
                      onClick={() => setDetailed(detailed === id ? undefined : id)}
                    >
                      Details
                    </button>
                  )}
                  {change && may(change.operation) && (change.isOffered?.(row) ?? true) && (
                    <OnlyNow>
                      {' '}
                      <button
                        class="small"
                        data-testid={`change-${name}`}
                        aria-label={`Change ${id}`}
                        onClick={() =>
                          openDialog(
                            `Change ${id}`,
                            <Writer resource={resource} writing={change} row={row} />,
                          )
                        }
                      >
                        Change
                      </button>
                    </OnlyNow>
                  )}
                  {remove && may(remove.operation) && (remove.isOffered?.(row) ?? true) && (
                    <OnlyNow>
                      {' '}
                      <button
                        class="small"
                        data-testid={`delete-${name}`}
                        aria-label={`Delete ${id}`}
                        onClick={() =>
                          ask({
                            title: `Delete ${one} ${id}?`,
                            text: remove.warning,
                            action: 'Delete',
                            testId: `confirm-delete-${name}`,
                            confirm: () => acting(() => removed(remove, row), `Deleted ${id}.`),
                          })
                        }
                      >
                        Delete
                      </button>
                    </OnlyNow>
                  )}
                </td>
              </tr>
              {detailed === id && (
                <tr class="details">
                  <td colSpan={columns.length + 1}>{details!(row)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </Table>
      {rows?.length === 0 && <p class="empty">There is no {one}.</p>}
      {found.length > SHOWN_MAX && (
        <p class="empty">
          The first {SHOWN_MAX} of {counted(found.length, 'match')}.
        </p>
      )}
    </section>
  );
}

function removed({ path, body = {} }: Removal, row: Row): Promise<unknown> {
  const members = Object.entries(body).map(([member, of]) => [member, memberAt(row, of)]);
  return call('DELETE', filled(path, row), Object.fromEntries(members));
}

function shownIn({ member = '', show, unset, leadsTo }: Column, row: Row): ComponentChild {
  const value = memberAt(row, member);
  if (unset !== undefined && String(value ?? '') === unset) return 'none';
  if (show !== undefined) return show(row);
  if (leadsTo !== undefined && value) return ([value].flat() as string[]).map(leading(leadsTo));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : (value as ComponentChild);
}

function leading(to: 'workspace' | 'cluster'): (name: string, i: number) => ComponentChild {
  return (name, i) => (
    <Fragment key={name}>
      {i > 0 && ', '}
      <a href={addressOf(to, name)}>{name}</a>
    </Fragment>
  );
}
