// The frame of the page: the bar on top, the place below it.

import type { ComponentChild } from 'preact';
import { visible } from '../../looks/visible.ts';
import { BranchesPlace } from '../branches/branches-place.tsx';
import { ClockBar } from '../clock/clock.tsx';
import { CreateGpr } from '../create/create.tsx';
import { EventsPlace } from '../events/events-place.tsx';
import { GprDetails } from '../gpr/details.tsx';
import { GprList } from '../list/list.tsx';
import { connection, trouble, world } from '../live/live.ts';
import { useWorkspaces } from '../live/seen-workspaces.ts';
import { may, notice } from '../page/acting.ts';
import { OnlyNow } from '../page/only-now.tsx';
import { addressOf, route } from '../page/route.ts';
import { subject } from '../page/subject.ts';
import { theme } from '../page/theme.ts';
import { ResourcesPlace } from '../resources/resources-place.tsx';
import { apiKey, signOut } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { ClusterPage } from '../subjects/cluster-page.tsx';
import { NodePage } from '../subjects/node-page.tsx';
import { TotalsPlace } from '../subjects/totals-place.tsx';
import { WorkspacePage } from '../subjects/workspace-page.tsx';
import { TourBand, TourPanel } from '../tour/panel.tsx';
import { isOffered } from '../tour/tour.ts';
import { WhatIfPlace } from '../what-if/what-if-place.tsx';
import { WorldPlace } from '../world-file/world-place.tsx';
import { Overview } from './overview.tsx';
import { PastBand } from './past-band.tsx';

/** By the first part of the route. A new place of the page is one line here. */
const places: Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly show: (...rest: string[]) => ComponentChild;
      readonly offered?: () => boolean;
    }
  >
> = {
  '': { title: 'Overview', show: () => <Overview /> },
  gprs: { title: 'GPRs', show: (name) => <GprList name={name} /> },
  gpr: { title: '', show: (gprId) => <GprDetails key={gprId} gprId={gprId} /> },
  events: { title: 'Events', show: () => <EventsPlace /> },
  workspaces: { title: 'Totals', show: () => <TotalsPlace of="workspaces" /> },
  nodes: { title: 'Nodes', show: () => <TotalsPlace of="nodes" />, offered: () => false },
  clusters: { title: 'Clusters', show: () => <TotalsPlace of="clusters" />, offered: () => false },
  node: { title: '', show: (name, cluster) => <NodePage name={name} cluster={cluster} /> },
  workspace: { title: '', show: (name) => <WorkspacePage name={name} /> },
  cluster: { title: '', show: (name) => <ClusterPage name={name} /> },
  create: {
    title: 'Create GPR',
    show: () => (
      <OnlyNow>
        <CreateGpr />
      </OnlyNow>
    ),
    offered: () => may('createGpr'),
  },
  resources: { title: 'Resources', show: (name) => <ResourcesPlace name={name} /> },
  'what-if': { title: 'What if', show: () => <WhatIfPlace />, offered: () => may('askWhatIf') },
  branches: { title: 'Branches', show: () => <BranchesPlace />, offered: () => may('listBranches') },
  world: {
    title: 'World',
    show: () => (
      <OnlyNow>
        <WorldPlace />
      </OnlyNow>
    ),
    offered: () => may('exportWorld'),
  },
  tour: {
    title: 'Tour',
    show: () => (
      <div class="tour" data-testid="tour">
        <TourPanel />
        <Overview />
      </div>
    ),
    offered: isOffered,
  },
};

/** The words for places that only links reach, in the titles of tabs. */
const WORDS: Readonly<Record<string, string>> = {
  gpr: 'GPR',
  node: 'Node',
  workspace: 'Workspace',
  cluster: 'Cluster',
};

export function App() {
  useWorkspaces();
  if (apiKey.value === undefined) return <SignIn />;
  const [place = '', ...rest] = route.value;
  const { title, show } = places[Object.hasOwn(places, place) ? place : ''];
  const about = subject.value || rest.at(-1);
  document.title = visible([about, title || WORDS[place], 'gprsim'].filter(Boolean).join(' – '));
  return (
    <>
      <header class="bar">
        <a class="brand" href={addressOf()}>
          gprsim
        </a>
        <ClockBar />
        <div class="places">
          <nav aria-label="Places">
            {Object.entries(places)
              .filter(([, { title, offered }]) => title !== '' && (offered?.() ?? true))
              .map(([name, { title }]) => (
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
          <Session />
        </div>
      </header>
      <PastBand />
      <TourBand isTour={place === 'tour'} />
      <Lost />
      <Notice />
      <main>
        {title !== '' && <h1 class="unseen">{title}</h1>}
        {world.value === undefined ? <p class="empty">Reading the world…</p> : show(...rest)}
      </main>
    </>
  );
}

function Session() {
  const state = world.value;
  return (
    <div class="session">
      <label>
        <span class="unseen">Colors of the page</span>
        <select
          value={theme.value}
          onChange={(event) => (theme.value = event.currentTarget.value as typeof theme.value)}
        >
          <option value="system">System colors</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      {state && (
        <span class="quiet" title={`Signed in with the key ${state.caller.name}`} data-testid="role">
          {state.caller.role}
          {state.caller.workspace !== null && ` of ${state.caller.workspace}`}
        </span>
      )}
      <button type="button" onClick={() => signOut()} data-testid="sign-out">
        Sign out
      </button>
    </div>
  );
}

function Lost() {
  if (connection.value !== 'lost') return null;
  return (
    <p class="lost" role="alert" data-testid="lost">
      {trouble.value} The page shows what it read last.
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
          <button type="button" class="small" aria-label="Dismiss" onClick={() => (notice.value = undefined)}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}
