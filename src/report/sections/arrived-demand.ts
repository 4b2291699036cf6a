// The pictures of shared GPUs against the demand that has arrived.

import type { DemandCurves } from '../../studies/pictures.ts';
import { demandChart } from '../charts/demand-curves.ts';
import { colorClass } from '../page/color-classes.ts';
import { figureOf, legend } from '../page/html.ts';
import { columnsOf, type ShownRun } from './shown-runs.ts';

type Share = Exclude<keyof DemandCurves, 'arrivedPercent'>;

/** Whether any run has shared GPUs. */
export function hasDemandCurves(shown: readonly ShownRun[]): boolean {
  return shown.some(({ pictures }) => pictures.demand !== null);
}

export function allocationSection(shown: readonly ShownRun[]): string {
  return sectionOf(shown, {
    id: 'allocation',
    title: 'Allocation against arrived demand',
    caption: 'Allocated share of the GPUs when so much has been requested, both in percent of all GPUs.',
    share: 'allocatedPercent',
  });
}

export function fragmentationSection(shown: readonly ShownRun[]): string {
  return sectionOf(shown, {
    id: 'fragmentation',
    title: 'Fragmentation against arrived demand',
    caption:
      'Free GPUs that the typical requests of the workload cannot use when so much has been requested, both in percent of all GPUs.',
    share: 'fragmentationPercent',
  });
}

interface About {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly share: Share;
}

function sectionOf(all: readonly ShownRun[], { id, title, caption, share }: About): string {
  const shown = all.filter(({ pictures }) => pictures.demand !== null);
  const colors = shown.length === 1 ? '' : legend(shown.map(({ name }, i) => [colorClass(i), name]));
  const chart = demandChart({
    label: title,
    arrivedPercent: shown[0].pictures.demand!.arrivedPercent,
    curves: shown.map(({ pictures }) => pictures.demand![share]),
  });
  return figureOf({
    id,
    title,
    caption,
    picture: colors + chart,
    csv: columnsOf(
      shown,
      [
        ['arrivedPercent', 0, ({ demand }) => demand!.arrivedPercent],
        [share, 4, ({ demand }) => demand![share]],
      ],
      undefined,
    ),
  });
}
