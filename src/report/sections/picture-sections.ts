// The pictures of a report, in the order of the page.

import { hasTimes, type Meaning } from '../../studies/meaning.ts';
import type { TimeAxis } from '../charts/axes.ts';
import { allocationSection, fragmentationSection, hasDemandCurves } from './arrived-demand.ts';
import { slowdownsSection, waitsSection } from './distributions.ts';
import { ganttSection } from './gantt-section.ts';
import { evictionsSection, queueSection, utilizationSection } from './over-time.ts';
import type { ShownRun } from './shown-runs.ts';

/** A section for each picture that has a meaning. A further picture is one more line. */
export function pictureSections(shown: readonly ShownRun[], axis: TimeAxis, meaning: Meaning): string[] {
  return [
    utilizationSection(shown, axis, meaning.unit),
    ...(hasTimes(meaning)
      ? [
          queueSection(shown, axis),
          evictionsSection(shown, axis),
          waitsSection(shown),
          slowdownsSection(shown),
        ]
      : []),
    ...(hasDemandCurves(shown) ? [allocationSection(shown), fragmentationSection(shown)] : []),
    // The largest one comes last.
    ganttSection(shown, axis, meaning.unit),
  ];
}
