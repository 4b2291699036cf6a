// The main place: what matters now, what holds GPUs over time, and what waits.

import { Gantt } from '../gantt/gantt.tsx';
import { Plots } from '../plots/panel.tsx';
import { Queue } from '../queue/queue.tsx';
import { Figures } from './figures.tsx';

export function Overview() {
  return (
    <div class="overview">
      <Figures />
      <Gantt />
      <Plots />
      <Queue />
    </div>
  );
}
