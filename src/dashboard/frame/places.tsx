// The places of the page, in the order of its navigation.

import type { ComponentChild } from 'preact';
import { BranchesPlace } from '../branches/branches-place.tsx';
import { CreateGpr } from '../create/create.tsx';
import { EventsPlace } from '../events/events-place.tsx';
import { GprDetails } from '../gpr/details.tsx';
import { GprList } from '../list/list.tsx';
import { may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { ResourcesPlace } from '../resources/resources-place.tsx';
import { ClusterPage } from '../subjects/cluster-page.tsx';
import { NodePage } from '../subjects/node-page.tsx';
import { TotalsPlace } from '../subjects/totals-place.tsx';
import { WorkspacePage } from '../subjects/workspace-page.tsx';
import { WhatIfPlace } from '../what-if/what-if-place.tsx';
import { WorldPlace } from '../world-file/world-place.tsx';
import { Overview } from './overview.tsx';

/** By the first part of the route. A new place of the page is one line here. */
export const places: Readonly<
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
};

/** The words for places that only links reach, in the titles of tabs. */
export const WORDS: Readonly<Record<string, string>> = {
  gpr: 'GPR',
  node: 'Node',
  workspace: 'Workspace',
  cluster: 'Cluster',
};
