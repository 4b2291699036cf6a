// Takes a node down, after a question, or brings it up.

import { effect, signal } from '@preact/signals';
import type { Allocation, NodeState } from '../../api/sim/answers.ts';
import { Question } from '../form/dialog.tsx';
import { branch } from '../live/of-branch.ts';
import { acting, may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { call } from '../session/server-call.ts';
import { counted } from '../text/spans.ts';

/** The node that the user is about to take down. */
const failing = signal<NodeState | undefined>(undefined);
effect(() => {
  void branch.value;
  failing.value = undefined;
});

/** Takes a node down, after a question, or brings it up. */
export function takeOrBring(node: NodeState): void {
  if (node.up) failing.value = node;
  else change(node, 'up');
}

/** What the button of a node does. */
export function wordsFor({ up }: NodeState): string {
  return up ? 'Take down' : 'Bring up';
}

/** The buttons of a page that is about the node. */
export function TakeNode({ node }: { readonly node: NodeState }) {
  if (!may('takeNodeDown')) return null;
  return (
    <>
      <OnlyNow>
        <button data-testid={node.up ? 'fail-node' : 'repair-node'} onClick={() => takeOrBring(node)}>
          {wordsFor(node)}
        </button>
      </OnlyNow>
      <Failing />
    </>
  );
}

/** Asks before a node fails. */
export function Failing() {
  const { value: node } = failing;
  if (node === undefined) return null;
  const { name, allocations } = node;
  const close = () => {
    failing.value = undefined;
  };
  return (
    <Question
      title={`Take ${name} down?`}
      action="Take down"
      testId="confirm-fail"
      close={close}
      confirm={() => change(node, 'down')}
    >
      {allocations.length === 0
        ? 'No GPR holds its GPUs. It stays down until it is repaired.'
        : `These GPRs lose their GPUs, and are queued again or fail: ${allocations.map(nameOf).join(', ')}.`}
    </Question>
  );
}

function change({ cluster, name }: NodeState, to: 'down' | 'up'): void {
  const path = `sim/nodes/${encodeURIComponent(cluster)}/${encodeURIComponent(name)}/${to}`;
  void acting(() => call('POST', path, {}), to === 'down' ? `${name} is down.` : `${name} is up.`);
}

/** The GPR that holds GPUs of a node, in words. */
export function nameOf({ gprName, gprId, workspace, priority, gpus }: Allocation): string {
  if (gprId === null) return `${counted(gpus, 'GPU')} of another workspace`;
  return `${gprName} (${workspace}, priority ${priority}, ${counted(gpus, 'GPU')})`;
}
