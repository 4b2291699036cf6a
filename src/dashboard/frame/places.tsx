// The places of the page, in the order of its navigation.

import type { ComponentChild } from 'preact';
import { BranchesPlace } from '../branches/branches-place.tsx';
import { CreateGpr } from '../create/create.tsx';
import { EventsPlace } from '../events/events-place.tsx';
import { GprDetails } from '../gpr/details.tsx';
import { GprList } from '../list/list.tsx';
import { NodeMap } from '../nodes/map.tsx';
import { Overview } from '../overview/overview.tsx';
import { may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { ResourcesPlace } from '../resources/resources-place.tsx';
import { ClusterPage } from '../subjects/cluster-page.tsx';
import { NodePage } from '../subjects/node-page.tsx';
import { TotalsPlace } from '../subjects/totals-place.tsx';
import { WorkspacePage } from '../subjects/workspace-page.tsx';
import { WhatIfPlace } from '../what-if/what-if-place.tsx';
import { WorldPlace } from '../world-file/world-place.tsx';

/** The groups of the navigation: to see what happens, to ask what would, and to change what is. */
export const GROUPS = ['Watch', 'Ask', 'Manage'] as const;

interface Place {
  readonly title: string;
  readonly show: (...rest: string[]) => ComponentChild;
  /** Without one, only links and the search lead there. */
  readonly group?: (typeof GROUPS)[number];
  readonly offered?: () => boolean;
}

/** By the first part of the route. A new place of the page is one line here. */
export const places: Readonly<Record<string, Place>> = {
  '': { title: 'Overview', group: 'Watch', show: () => <Overview /> },
  gprs: { title: 'GPRs', group: 'Watch', show: () => <GprList /> },
  map: { title: 'Nodes', group: 'Watch', show: () => <NodeMap /> },
  gpr: { title: '', show: (gprId) => <GprDetails key={gprId} gprId={gprId} /> },
  events: { title: 'Events', group: 'Watch', show: () => <EventsPlace /> },
  workspaces: { title: 'Totals', group: 'Watch', show: () => <TotalsPlace of="workspaces" /> },
  nodes: { title: 'Totals of nodes', show: () => <TotalsPlace of="nodes" /> },
  clusters: { title: 'Totals of clusters', show: () => <TotalsPlace of="clusters" /> },
  node: { title: '', show: (name, cluster) => <NodePage name={name} cluster={cluster} /> },
  workspace: { title: '', show: (name) => <WorkspacePage name={name} /> },
  cluster: { title: '', show: (name) => <ClusterPage name={name} /> },
  'what-if': { title: 'What if', group: 'Ask', show: () => <WhatIfPlace />, offered: () => may('askWhatIf') },
  branches: {
    title: 'Branches',
    group: 'Ask',
    show: () => <BranchesPlace />,
    offered: () => may('listBranches'),
  },
  create: {
    title: 'Create GPR',
    group: 'Manage',
    show: () => (
      <OnlyNow>
        <CreateGpr />
      </OnlyNow>
    ),
    offered: () => may('createGpr'),
  },
  resources: { title: 'Resources', group: 'Manage', show: (name) => <ResourcesPlace name={name} /> },
  world: {
    title: 'World',
    group: 'Manage',
    show: () => (
      <OnlyNow>
        <WorldPlace />
      </OnlyNow>
    ),
    offered: () => may('exportWorld'),
  },
};

/** What the user may open, by name. */
export function offeredPlaces(): readonly (readonly [name: string, place: Place])[] {
  return Object.entries(places).filter(([, { title, offered }]) => title !== '' && (offered?.() ?? true));
}

/** The words for places that only links reach, in the titles of tabs. */
export const WORDS: Readonly<Record<string, string>> = {
  gpr: 'GPR',
  node: 'Node',
  workspace: 'Workspace',
  cluster: 'Cluster',
};
