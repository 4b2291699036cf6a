// The search of the page: a name leads to its page, a word to a place or to an action. Ctrl K opens it.

import { useEffect, useId, useState } from 'preact/hooks';
import { visible } from '../../../looks/visible.ts';
import { closeDialog, openDialog } from '../../form/dialog.tsx';
import { type Found, findGprs, findHere, saving } from './found.ts';

/** More would not be read. */
const LISTED_MAX = 12;
/** Between the last key and the search of the server. */
const SETTLE_MS = 150;

export function Search() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <button title="Find a GPR, a node, a place or an action" data-testid="search" onClick={open}>
      Find… <kbd>Ctrl K</kbd>
    </button>
  );
}

function open(): void {
  openDialog('Find', <Finder />);
}

function choose({ go }: Found): void {
  closeDialog();
  go();
}

function Finder() {
  const [text, setText] = useState('');
  const [gprs, setGprs] = useState<readonly Found[]>([]);
  const [at, setAt] = useState(0);
  const id = useId();
  useEffect(() => {
    setGprs([]);
    if (text.trim() === '') return undefined;
    const end = new AbortController();
    const timer = setTimeout(() => {
      // A failure finds nothing: the page itself reports what is wrong.
      findGprs(text.trim(), end.signal).then(setGprs, () => {});
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [text]);
  const wanted = text.trim();
  const found = [...findHere(wanted), ...gprs].slice(0, LISTED_MAX);
  if (wanted !== '') found.push(saving(wanted));
  const chosen = Math.min(at, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(found.length - 1, chosen + step)));
    else if (event.key === 'Enter' && found.length > 0) choose(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="finder">
      <input
        type="text"
        // biome-ignore lint/a11y/noRedundantRoles: an input without a data list has another role.
        role="combobox"
        list={undefined}
        aria-label="Name or word"
        aria-expanded={true}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="A GPR, node, workspace, place or action"
        data-testid="search-text"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Found" data-testid="search-found">
        {found.map((one, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input.
          <div
            key={`${one.kind} ${one.words} ${one.note}`}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => choose(one)}
          >
            <span class="quiet">{one.kind}</span> <bdi>{visible(one.words)}</bdi>{' '}
            {one.note !== undefined && <span class="quiet">{one.note}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
