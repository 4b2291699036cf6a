// The world as a whole: its file, a reset, and the faults that are injected into it.

import { useEffect, useState } from 'preact/hooks';
import type { ImportAnswer } from '../../api/sim/answers.ts';
import { notice } from '../address/notice.ts';
import { ask } from '../form/dialog.tsx';
import { world } from '../live/live.ts';
import { acting, may } from '../page/acting/acting.ts';
import { OwnersOnly } from '../page/acting/owners-only.tsx';
import { Transfer } from '../page/acting/transfer.tsx';
import { Resources } from '../resources/resource-table.tsx';
import { answered, call } from '../session/server-call.ts';
import { worldName } from '../session/world-name.ts';
import { counted, instant } from '../text/spans.ts';
import { download, sizeOf } from './download.ts';
import { faults, readOperationIds } from './faults.ts';
import { worlds } from './worlds.tsx';

export function WorldPlace() {
  useEffect(() => void readOperationIds().catch(() => {}), []);
  if (!may('exportWorld')) return <OwnersOnly may="control the world" />;
  return (
    <div class="stacked">
      <div class="cards">
        <Export />
        <Import />
        <Reset />
      </div>
      <Resources resource={faults} />
      {worldName === undefined ? (
        <Resources resource={worlds} />
      ) : (
        <a href="../../#/world">The worlds of the server</a>
      )}
    </div>
  );
}

/** A transfer that can be cancelled. @param words while it runs */
function useTransfer(words: string) {
  const [end, setEnd] = useState<AbortController>();
  const run = async (work: (end: AbortSignal) => Promise<string>) => {
    const started = new AbortController();
    setEnd(started);
    const text = await acting(() =>
      work(started.signal).catch((error) => (started.signal.aborted ? 'Cancelled.' : Promise.reject(error))),
    );
    setEnd(undefined);
    if (text !== undefined) notice.value = { kind: 'done', text };
  };
  return { run, shown: end && <Transfer text={words} cancel={() => end.abort()} /> };
}

function Export() {
  const { run, shown } = useTransfer('The server writes the file…');
  const start = () => run(async (end) => `Exported the world to ${await download(end)}.`);
  return (
    <section class="card" aria-label="Export">
      <h2>Export</h2>
      <p>One file has the scenario, all commands and all facts, without API keys. The clock waits for it.</p>
      {shown ?? (
        <button data-testid="export" onClick={start}>
          Export the world
        </button>
      )}
    </section>
  );
}

function Import() {
  const { run, shown } = useTransfer('The server derives the world…');
  const [file, setFile] = useState<File>();
  const start = (chosen: File) =>
    run(async (end) => describe((await answered<ImportAnswer>('POST', 'sim/import', chosen, end)).data));
  return (
    <section class="card" aria-label="Import">
      <h2>Import</h2>
      <p>The world of a file replaces the present one, in a new branch. An invalid file changes nothing.</p>
      {shown ?? (
        <form
          class="buttons"
          onSubmit={(event) => {
            event.preventDefault();
            if (file !== undefined) start(file);
          }}
        >
          <label>
            <span class="label">File</span>{' '}
            <input
              type="file"
              data-testid="import-file"
              onChange={(event) => setFile(event.currentTarget.files?.[0])}
            />
          </label>
          <button type="submit" data-testid="import" disabled={file === undefined}>
            Import{file === undefined ? '' : ` ${sizeOf(file.size)}`}
          </button>
        </form>
      )}
    </section>
  );
}

function describe({ scenario, seed, now, branch, commands, seq, isAsStored }: ImportAnswer): string {
  const derived = isAsStored ? 'as in the file' : 'different from those of the file';
  const size = `${counted(commands, 'command')} and ${counted(seq, 'fact')}`;
  return `Imported ${scenario} with the seed ${seed} as branch ${branch}: ${size}, ${derived}; it is ${instant(now)}.`;
}

function Reset() {
  const { scenario, branch } = world.value!;
  return (
    <section class="card" aria-label="Reset">
      <h2>Reset</h2>
      <p>
        The world returns to the start of the scenario {scenario.name} with the seed {scenario.seed}, in a new
        branch. It is branch {branch} now.
      </p>
      <button
        data-testid="reset"
        onClick={() =>
          ask({
            title: 'Reset the world?',
            text: 'All but the API keys will be gone. Export the world first to keep it.',
            action: 'Reset',
            testId: 'confirm-reset',
            confirm: () => acting(() => call('POST', 'sim/reset', {}), 'The world is at its start.'),
          })
        }
      >
        Reset the world…
      </button>
    </section>
  );
}
