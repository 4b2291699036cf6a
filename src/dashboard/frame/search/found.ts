// What the search finds: of what the page knows at once, GPRs from the server.

import { SPEEDS } from '../../../api/sim/shared/speeds.ts';
import { addressNow, addressOf, linkTo } from '../../address/route.ts';
import { KEYS } from '../../clock/clock-keys.tsx';
import { setSpeed } from '../../clock/moves.ts';
import { readAt, world } from '../../live/live.ts';
import { workspaceNames } from '../../live/seen-workspaces.ts';
import { may } from '../../page/acting/acting.ts';
import { gprsCalled, gprsWith } from '../../page/names/named-gprs.ts';
import { addressOfNode } from '../../page/names/subject-names.tsx';
import { signOut } from '../../session/key-session.ts';
import { number } from '../../text/spans.ts';
import { possibleOthers } from '../../what-if/asking.ts';
import { memberOf } from '../../what-if/question.ts';
import { copyLink } from '../copy-link.tsx';
import { offeredPlaces } from '../places.tsx';
import { forgetView, saveView, views } from './saved-views.ts';

export interface Found {
  readonly kind: 'place' | 'action' | 'view' | 'cluster' | 'workspace' | 'node' | 'GPR';
  readonly words: string;
  readonly note?: string;
  readonly go: () => void;
}

const GPRS_MAX = 8;
const NODES_MAX = 8;

/** All but GPRs. Without a text, places and saved views. */
export function findHere(text: string): readonly Found[] {
  const wanted = text.toLowerCase();
  const isIn = ({ words }: Found) => words.toLowerCase().includes(wanted);
  const saved = views.value.map(({ name, address }) => link('view', name, address));
  if (text === '') return [...saved, ...placesFound()];
  const named = [
    ...world.value!.clusters.map(({ name }) => link('cluster', name, addressOf('cluster', name))),
    ...workspaceNames.value.map((name) => link('workspace', name, addressOf('workspace', name))),
  ];
  return [
    ...[...saved, ...placesFound(), ...named].filter(isIn),
    ...nodesFound(wanted),
    ...actions().filter(isIn),
  ];
}

export async function findGprs(text: string, end: AbortSignal): Promise<readonly Found[]> {
  const [called, others] = await Promise.all([gprsCalled(text, end), gprsWith(text, GPRS_MAX, end)]);
  const byId = new Map([...called, ...others].map((gpr) => [gpr.gprId, gpr]));
  return [...byId.values()].slice(0, GPRS_MAX).map(({ gprId, gprName, workspace, state }) => ({
    ...link('GPR', gprName ?? gprId!, addressOf('gpr', gprId!)),
    note: `${workspace}, ${state}`,
  }));
}

export function saving(text: string): Found {
  const go = () => saveView(text, addressNow({}));
  return { kind: 'action', words: `Save this view as “${text}”`, go };
}

function link(kind: Found['kind'], words: string, hash: string): Found {
  return { kind, words, go: () => (location.hash = hash) };
}

function placesFound(): readonly Found[] {
  return offeredPlaces().map(([name, { title }]) =>
    link('place', title, addressOf(...(name === '' ? [] : [name]))),
  );
}

function actions(): readonly Found[] {
  const clock = [
    ...KEYS.map(({ effect, press }) => [effect, press] as const),
    ...SPEEDS.map((speed) => [`Set the speed to ${number(speed)} ×`, () => setSpeed(speed)] as const),
    ['Rewind to an earlier instant…', () => (location.hash = addressOf('branches'))] as const,
    ...possibleOthers(world.value!, 'queue').map((queue) => {
      const asked = memberOf({ changes: [{ scheduler: { queue } }] });
      return [
        `What if the queue policy were ${queue}?`,
        () => (location.hash = linkTo(['what-if'], asked)),
      ] as const;
    }),
  ];
  return [
    ...(may('setClock') ? clock : []),
    ['Copy a link to this view', () => copyLink('')] as const,
    ['Copy a link to this view at this instant', () => copyLink(readAt.peek())] as const,
    ['Sign out', () => signOut()] as const,
    ...views.value.map(({ name }) => [`Forget the view “${name}”`, () => forgetView(name)] as const),
  ].map(([words, go]) => ({ kind: 'action', words, go }));
}

/** The page knows the first nodes; of many, it knows how they are named. */
function nodesFound(wanted: string): readonly Found[] {
  const { nodes, nodesTotal, clusters } = world.value!;
  const names =
    nodes.length === nodesTotal
      ? nodes.map(({ name, cluster }) => ({ name, cluster }))
      : clusters.flatMap(({ name: cluster, instanceTypes }) =>
          instanceTypes.flatMap(({ instanceType, nodes }) =>
            Array.from({ length: nodes }, (_, i) => ({ name: `${cluster}-${instanceType}-${i}`, cluster })),
          ),
        );
  return names
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, NODES_MAX)
    .map(({ name, cluster }) => link('node', name, addressOfNode(name, cluster)));
}
