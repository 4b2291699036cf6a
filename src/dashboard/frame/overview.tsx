// The main place: what holds GPUs, what waits, and how that came about.

import { Nodes } from '../nodes/nodes.tsx';
import { Queue } from '../queue/queue.tsx';
import { Summary } from './summary.tsx';

export function Overview() {
  return (
    <div class="overview">
      <Summary />
      <Nodes />
      <Queue />
    </div>
  );
}
