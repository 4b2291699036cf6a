// The filter by a GPR: its id, or a name, of which the id is searched.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { setQuery } from '../address/route.ts';
import { gprsCalled, gprsWith } from '../page/names/named-gprs.ts';
import { sentenceOf } from '../session/failure-texts.ts';

const ID = /^gpr-[\da-f]{8}-[\da-f]{4}$/;
const LISTED_MAX = 10;

interface Found {
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly state: string;
}

/** What was found for a text that is no id. */
const found = signal<{ readonly text: string; readonly gprs: readonly Found[]; readonly why?: string }>({
  text: '',
  gprs: [],
});

/** Whether the filter names a GPR in another way than by its id: nothing can be read until it is found. */
export function isSearched(gpr: string | undefined): gpr is string {
  return gpr !== undefined && !ID.test(gpr);
}

/** Puts the id into the address, in place of a name. Of several GPRs, the user chooses one. */
export function FoundGpr({ text }: { readonly text: string }) {
  useEffect(() => {
    const end = new AbortController();
    search(text, end.signal).then(
      (gprs) => {
        const [{ gprId } = { gprId: null }] = gprs;
        if (gprs.length === 1 && gprId !== null) setQuery({ gpr: gprId });
        else found.value = { text, gprs };
      },
      (error) => {
        if (!end.signal.aborted) found.value = { text, gprs: [], why: sentenceOf(error) };
      },
    );
    return () => end.abort();
  }, [text]);
  const { gprs, why } = found.value;
  if (found.value.text !== text) return null;
  if (gprs.length === 0)
    return (
      <p class="problem padded" role="alert" data-testid="no-gpr">
        {why ?? `No GPR has “${text}” in its name, or an id that begins with it.`}
      </p>
    );
  return (
    <fieldset class="found padded buttons" data-testid="found-gprs">
      <legend>Several GPRs match. Which one?</legend>
      {gprs.map(({ gprId, gprName, workspace, state }) => (
        <button key={gprId} title={gprId!} onClick={() => setQuery({ gpr: gprId! })}>
          <bdi>{gprName}</bdi> <span class="quiet">{`${workspace}, ${state}, ${gprId}`}</span>
        </button>
      ))}
    </fieldset>
  );
}

async function search(text: string, end: AbortSignal): Promise<readonly Found[]> {
  const called = await gprsCalled(text, end);
  return called.length > 0 ? called : await gprsWith(text, LISTED_MAX, end);
}
