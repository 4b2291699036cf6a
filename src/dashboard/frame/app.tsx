// The frame of the page: the bar on top, the place below it.

import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../looks/visible.ts';
import { notice } from '../address/notice.ts';
import { addressOf, route } from '../address/route.ts';
import { past } from '../axis/shown-past.ts';
import { ClockBar } from '../clock/clock.tsx';
import { OpenDialog } from '../form/dialog.tsx';
import { connection, trouble, world } from '../live/live.ts';
import { useWorkspaces } from '../live/seen-workspaces.ts';
import { subject } from '../page/names/subject.ts';
import { Choice } from '../page/parts/choice.tsx';
import { Heading } from '../page/parts/heading.tsx';
import { theme } from '../page/theme.ts';
import { apiKey, signOut } from '../session/key-session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { worldName } from '../session/world-name.ts';
import { Guard } from './guard.tsx';
import { PastBand } from './past-band.tsx';
import { places, WORDS } from './places.tsx';

const PROGRAM = worldName === undefined ? 'gprsim' : `gprsim · ${worldName}`;

/** What is seen before the current place, CSS pixels. */
const BEFORE_CURRENT = 70;

export function App() {
  useWorkspaces();
  const address = route.value.join('/');
  if (apiKey.value === undefined) return <SignIn />;
  const [place = '', ...rest] = route.value;
  // A place without a title is about something.
  const isPlace = Object.hasOwn(places, place) && (rest.length > 0 || places[place].title !== '');
  const { title, show } = places[isPlace ? place : ''];
  const about = subject.value || rest.at(-1);
  document.title = visible([about, title || WORDS[place], PROGRAM].filter(Boolean).join(' – '));
  return (
    <>
      <header class="bar line">
        <a class="brand" href={addressOf()}>
          {PROGRAM}
        </a>
        <ClockBar>{past.value && <PastBand />}</ClockBar>
        <div class="places line">
          <Places place={place} />
          <Session />
        </div>
      </header>
      <Lost />
      <Notice />
      <main>
        {title !== '' && (
          <Heading key={address} class="unseen">
            {title}
          </Heading>
        )}
        {!isPlace && place !== '' && (
          <p class="problem" role="alert">
            There is no such page.
          </p>
        )}
        {world.value === undefined ? (
          <p class="empty">Reading…</p>
        ) : (
          <Guard key={address}>{show(...rest)}</Guard>
        )}
      </main>
      <OpenDialog />
    </>
  );
}

/** On a phone, they scroll sideways: the current one is in view. */
function Places({ place }: { readonly place: string }) {
  const nav = useRef<HTMLElement>(null);
  const offered = Object.entries(places).filter(
    ([, { title, offered }]) => title !== '' && (offered?.() ?? true),
  );
  useEffect(() => {
    const current = nav.current!.querySelector<HTMLElement>('[aria-current]');
    if (current) nav.current!.scrollLeft = current.offsetLeft - BEFORE_CURRENT;
  }, [place, offered.length]);
  return (
    <nav ref={nav} aria-label="Places">
      {offered.map(([name, { title }]) => (
        <a
          key={name}
          href={addressOf(...(name === '' ? [] : [name]))}
          aria-current={name === place ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
      <a href="docs" target="_blank" rel="noopener">
        Reference
      </a>
    </nav>
  );
}

function Session() {
  const state = world.value;
  return (
    <div class="session">
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
      {state && (
        <span class="quiet" title={`Signed in with the key ${state.caller.name}`} data-testid="role">
          {state.caller.role}
          {state.caller.workspace !== null && ` of ${state.caller.workspace}`}
        </span>
      )}
      <button onClick={() => signOut()} data-testid="sign-out">
        Sign out
      </button>
    </div>
  );
}

function Lost() {
  if (connection.value !== 'lost') return null;
  return (
    <p class="lost" role="alert" data-testid="lost">
      {trouble.value} The page tries again every second; it shows what it read last.
    </p>
  );
}

function Notice() {
  const shown = notice.value;
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <p class={`notice ${shown.kind}`} data-testid="notice">
          {shown.text}
          <button class="small" aria-label="Dismiss" onClick={() => (notice.value = undefined)}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}
