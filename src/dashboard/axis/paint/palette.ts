// The colors of the page, for canvases.

import { computed } from '@preact/signals';
import { WAIT_REASONS } from '../../../looks/wait-reasons.ts';
import { isDark } from '../../page/theme.ts';

export interface Palette {
  readonly panel: string;
  readonly row: string;
  readonly free: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly link: string;
  readonly bad: string;
  readonly badPage: string;
  /** By position in `WAIT_REASONS`. */
  readonly waits: readonly string[];
}

function paletteOf(): Palette {
  // A custom property has its text as value; only the color of an element is resolved for the theme.
  const probe = document.body.appendChild(document.createElement('i'));
  const of = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    panel: of('panel'),
    row: of('row'),
    free: of('free'),
    line: of('line'),
    text: of('text'),
    quiet: of('quiet'),
    accent: of('accent'),
    link: of('link'),
    bad: of('bad'),
    badPage: of('bad-page'),
    waits: WAIT_REASONS.map((reason) => of(`wait-${reason}`)),
  };
  probe.remove();
  return palette;
}

/** The colors of the present theme. */
export const palette = computed(() => {
  void isDark.value;
  return paletteOf();
});
