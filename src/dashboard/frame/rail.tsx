// The places of the page in groups, and who is signed in.

import { useEffect, useRef } from 'preact/hooks';
import { addressOf } from '../address/route.ts';
import { world } from '../live/live.ts';
import { Choice } from '../page/parts/choice.tsx';
import { theme } from '../page/theme.ts';
import { signOut } from '../session/key-session.ts';
import { worldName } from '../session/world-name.ts';
import { CopyLink } from './copy-link.tsx';
import { GROUPS, offeredPlaces } from './places.tsx';
import { Search } from './search/search.tsx';

export const PROGRAM = worldName === undefined ? 'gprsim' : `gprsim · ${worldName}`;

/** What is seen before the current place on a phone, CSS pixels. */
const BEFORE_CURRENT = 70;

/** On a phone, the places scroll sideways: the current one is in view. */
export function Rail({ place }: { readonly place: string }) {
  const nav = useRef<HTMLElement>(null);
  const offered = offeredPlaces();
  useEffect(() => {
    const current = nav.current!.querySelector<HTMLElement>('[aria-current]');
    if (current) nav.current!.scrollLeft = current.offsetLeft - BEFORE_CURRENT;
  }, [place, offered.length]);
  return (
    <header class="rail">
      <a class="brand" href={addressOf()}>
        {PROGRAM}
      </a>
      <Search />
      <nav ref={nav} aria-label="Places">
        {GROUPS.filter((group) => offered.some(([, of]) => of.group === group)).map((group) => (
          <ul key={group} aria-label={group}>
            {offered
              .filter(([, of]) => of.group === group)
              .map(([name, { title }]) => (
                <li key={name}>
                  <a
                    href={addressOf(...(name === '' ? [] : [name]))}
                    aria-current={name === place ? 'page' : undefined}
                  >
                    {title}
                  </a>
                </li>
              ))}
            {group === 'Manage' && (
              <li>
                <a href="docs" target="_blank" rel="noopener">
                  Reference
                </a>
              </li>
            )}
          </ul>
        ))}
      </nav>
      <Session />
    </header>
  );
}

function Session() {
  const state = world.value;
  return (
    <div class="session">
      <CopyLink />
      {state && (
        <span class="quiet" title={`Signed in with the key ${state.caller.name}`} data-testid="role">
          {state.caller.role}
          {state.caller.workspace !== null && ` of ${state.caller.workspace}`}
        </span>
      )}
      <Choice
        label="Colors of the page"
        isUnseen
        value={theme.value}
        choices={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        choose={(chosen) => (theme.value = chosen as typeof theme.value)}
      />
      <button onClick={() => signOut()} data-testid="sign-out">
        Sign out
      </button>
    </div>
  );
}
