// Takes a node down, after a question, or brings it up.

import type { Allocation, NodeState } from '../../api/sim/answers.ts';
import { ask } from '../form/dialog.tsx';
import { acting, may } from '../page/acting/acting.ts';
import { OnlyNow } from '../page/acting/only-now.tsx';
import { call } from '../session/server-call.ts';
import { counted } from '../text/spans.ts';

/** Takes a node down, after a question, or brings it up. */
function takeOrBring(node: NodeState): void {
  const { name, up, allocations } = node;
  if (!up) {
    change(node, 'up');
    return;
  }
  ask({
    title: `Take ${name} down?`,
    text:
      allocations.length === 0
        ? 'No GPR holds its GPUs. It stays down until it is repaired.'
        : `These GPRs lose their GPUs, and are queued again or fail: ${allocations.map(nameOf).join(', ')}.`,
    action: 'Take down',
    testId: 'confirm-fail',
    confirm: () => change(node, 'down'),
  });
}

function change({ cluster, name }: NodeState, to: 'down' | 'up'): void {
  const path = `sim/nodes/${encodeURIComponent(cluster)}/${encodeURIComponent(name)}/${to}`;
  void acting(() => call('POST', path, {}), `${name} is ${to}.`);
}

/** The button of a page that is about the node. */
export function TakeNode({ node }: { readonly node: NodeState }) {
  if (!may('takeNodeDown')) return null;
  return (
    <OnlyNow>
      <button data-testid={node.up ? 'fail-node' : 'repair-node'} onClick={() => takeOrBring(node)}>
        {node.up ? 'Take down' : 'Bring up'}
      </button>
    </OnlyNow>
  );
}

/** The GPR that holds GPUs of a node, in words. */
export function nameOf({ gprName, gprId, workspace, priority, gpus }: Allocation): string {
  if (gprId === null) return `${counted(gpus, 'GPU')} of another workspace`;
  return `${gprName} (${workspace}, priority ${priority}, ${counted(gpus, 'GPU')})`;
}
