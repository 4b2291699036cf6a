// What the user may do with a GPR in its state.

import { useState } from 'preact/hooks';
import type { GprState } from '../../api/sim/answers.ts';
import { priorityMax } from '../../wire/bounds.ts';
import { notice } from '../address/notice.ts';
import { addressOf } from '../address/route.ts';
import { jumpUntil } from '../clock/moves.ts';
import { ask, closeDialog, openDialog } from '../form/dialog.tsx';
import type { Field } from '../form/field.ts';
import { Form } from '../form/form.tsx';
import { valuesOf } from '../form/form-body.ts';
import { priorityHint } from '../form/known-fields.ts';
import { acting, may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { call } from '../session/server-call.ts';
import { WhatIf } from '../what-if/link.tsx';
import type { KnownGpr } from './gpr-reader.ts';

const GPR = '/api/v1/gpr';

const changed: readonly Field[] = [
  { name: 'gprName', label: 'Name', kind: 'text', isRequired: true },
  { name: 'priority', label: 'Priority', kind: 'number', isRequired: true, hint: `${priorityHint}.` },
  { name: 'enableEviction', label: 'May evict', kind: 'flag' },
  { name: 'requeueOnFailure', label: 'Requeue on failure', kind: 'flag' },
];

export function Actions({ gpr }: { readonly gpr: KnownGpr }) {
  const { gprId, gprName, status } = gpr.record;
  const state = status.provisioningStatus;
  const holdsGpus = state === 'Provisioning' || state === 'Successful';
  const { idle } = gpr.explanation;
  if (!may('updateGpr')) return null;
  return (
    <div class="buttons">
      <OnlyNow>
        {may('advanceClock') && <RunUntil key={state} gprId={gprId} state={state} />}
        {state === 'Queued' && (
          <button
            data-testid="priority"
            onClick={() => openDialog(`Change ${gprName}`, <Change gpr={gpr} />)}
          >
            Change priority, name, flags…
          </button>
        )}
        {state === 'Queued' && (
          <WhatIf
            change={{
              method: 'PUT',
              path: GPR,
              body: { gprId, priority: Math.min(priorityMax, gpr.record.priority + 100) },
            }}
            about={`${gprName} had another priority`}
          >
            What if another priority…
          </WhatIf>
        )}
        {state === 'Successful' && may('setGprActivity') && (
          <button
            data-testid={idle ? 'busy' : 'idle'}
            onClick={() =>
              acting(() => call('PUT', `sim/gprs/${encodeURIComponent(gprId)}/activity`, { busy: idle }))
            }
          >
            Make its GPUs {idle ? 'busy' : 'idle'}
          </button>
        )}
        {holdsGpus && (
          <button
            data-testid="release"
            onClick={() =>
              ask({
                title: `Release ${gprName}?`,
                text: 'It ends at once and loses its GPUs.',
                action: 'Release',
                testId: 'confirm-release',
                confirm: () =>
                  acting(
                    () => call('PUT', 'api/v1/gpr', { gprId, earlyRelease: true }),
                    `Released ${gprName}.`,
                  ),
              })
            }
          >
            Release…
          </button>
        )}
        {holdsGpus && (
          <WhatIf
            change={{ method: 'PUT', path: GPR, body: { gprId, earlyRelease: true } }}
            about={`${gprName} is released`}
          >
            What if released…
          </WhatIf>
        )}
        {!holdsGpus && (
          <button
            data-testid="delete"
            onClick={() =>
              ask({
                title: `Delete ${gprName}?`,
                text: state === 'Queued' ? 'It leaves the queue.' : 'Its record is removed.',
                action: 'Delete',
                testId: 'confirm-delete',
                confirm: async () => {
                  const deleted = await acting(
                    () => call('DELETE', 'api/v1/gpr', { gprId }),
                    `Deleted ${gprName}.`,
                  );
                  if (deleted !== undefined) location.hash = addressOf('gprs');
                },
              })
            }
          >
            Delete…
          </button>
        )}
        {state === 'Queued' && (
          <WhatIf change={{ method: 'DELETE', path: GPR, body: { gprId } }} about={`${gprName} is deleted`}>
            What if deleted…
          </WhatIf>
        )}
      </OnlyNow>
    </div>
  );
}

const ENDED: readonly GprState[] = ['Complete', 'TimedOut', 'Failed'];

/** The states that a GPR of a state can have next; none if it has ended. */
const NEXT: Readonly<Partial<Record<GprState, readonly GprState[]>>> = {
  Queued: ['Provisioning', 'Successful', ...ENDED],
  Provisioning: ['Successful', 'Queued', ...ENDED],
  Successful: [...ENDED, 'Queued'],
};

/** Runs the clock until the GPR is in a state. */
function RunUntil({ gprId, state }: { readonly gprId: string; readonly state: GprState }) {
  const next = NEXT[state];
  const [wanted, setWanted] = useState(next?.[0]);
  if (next === undefined) return null;
  return (
    <form
      class="run-until"
      onSubmit={(event) => {
        event.preventDefault();
        jumpUntil(gprId, wanted!);
      }}
    >
      <button type="submit" data-testid="run-until">
        Run until
      </button>
      <Choice
        label="State to run until"
        isUnseen
        testId="run-until-state"
        value={wanted!}
        choices={next}
        choose={(chosen) => setWanted(chosen as GprState)}
      />
    </form>
  );
}

function Change({ gpr: { record } }: { readonly gpr: KnownGpr }) {
  const [values, setValues] = useState(() => valuesOf(changed, record));
  return (
    <Form
      fields={changed}
      values={values}
      change={setValues}
      action="Change"
      testId="save-gpr"
      send={async (body) => {
        await call('PUT', 'api/v1/gpr', { ...body, gprId: record.gprId });
        notice.value = { kind: 'done', text: `Changed ${String(body.gprName)}.` };
        closeDialog();
      }}
      cancel={closeDialog}
    />
  );
}
