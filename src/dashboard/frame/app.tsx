// The frame of the page: the places at the side, the clock on top, the current place below it.

import { visible } from '../../looks/visible.ts';
import { notice } from '../address/notice.ts';
import { route } from '../address/route.ts';
import { past } from '../axis/shown-past.ts';
import { ClockBar } from '../clock/clock.tsx';
import { OpenDialog } from '../form/dialog.tsx';
import { useLargest } from '../live/largest.ts';
import { connection, readAt, trouble, world } from '../live/live.ts';
import { useWorkspaces } from '../live/seen-workspaces.ts';
import { subject } from '../page/names/subject.ts';
import { Heading } from '../page/parts/heading.tsx';
import { apiKey } from '../session/key-session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { Guard } from './guard.tsx';
import { PastBand } from './past-band.tsx';
import { places, WORDS } from './places.tsx';
import { PROGRAM, Rail } from './rail.tsx';

export function App() {
  useWorkspaces();
  useLargest();
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
      <button class="skip" onClick={() => document.querySelector('main')!.focus()}>
        Skip to the content
      </button>
      <Rail place={place} />
      <div class="bar line">
        <ClockBar>{past.value && <PastBand />}</ClockBar>
      </div>
      <Lost />
      <Notice />
      <main tabIndex={-1} data-read-at={readAt.value}>
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
