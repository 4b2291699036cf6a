// The main place: what holds GPUs, what waits, and how that came about.

import { EventStrip } from '../events/strip.tsx';
import { Gantt } from '../gantt/gantt.tsx';
import { Nodes } from '../nodes/nodes.tsx';
import { Plots } from '../plots/panel.tsx';
import { Queue } from '../queue/queue.tsx';
import { Summary } from './summary.tsx';

export function Overview() {
  return (
    <div class="overview">
      <Summary />
      <Nodes />
      <Queue />
      <EventStrip />
      <Gantt />
      <Plots />
    </div>
  );
}
