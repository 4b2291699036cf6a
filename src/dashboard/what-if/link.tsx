// Links that ask a what-if. Only Owners may ask.

import type { ComponentChildren } from 'preact';
import { linkTo } from '../address/route.ts';
import { may } from '../page/acting/acting.ts';
import { type Change, memberOf, nodeAway } from './question.ts';

interface Linked {
  readonly change: Change;
  /** What the link is about, as title, and without children for screen readers. */
  readonly about: string;
  readonly testId?: string;
  readonly children?: ComponentChildren;
  readonly class?: string;
}

export function WhatIf({ change, about, testId = 'ask-what-if', class: look = 'asks', children }: Linked) {
  if (!may('askWhatIf')) return null;
  // Of many futures, the answer has no GPR that does not exist yet.
  const isNew = change.path === '/api/v1/gpr' && change.method === 'POST';
  const members = memberOf({ changes: [change], ...(isNew && { futures: 'everything' }) });
  return (
    <a
      class={look}
      data-testid={testId}
      title={`What if ${about}?`}
      aria-label={children === undefined ? `What if… ${about}?` : undefined}
      href={linkTo(['what-if'], members)}
    >
      {children ?? 'What if…'}
    </a>
  );
}

/** For how long a what-if takes a node away, unless the user chooses another time. */
const AWAY = '4h';

/** Asks what happens if a node is taken away for four hours. */
export function WhatIfNode({ cluster, name }: { readonly cluster: string; readonly name: string }) {
  return (
    <WhatIf
      change={nodeAway(cluster, name, AWAY)}
      about={`${name} is taken away for ${AWAY}`}
      testId="what-if-node"
    />
  );
}
