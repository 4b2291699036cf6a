// The colors of the page, for canvases.

import { computed } from '@preact/signals';
import { isDark } from '../frame/theme.ts';

export interface Palette {
  readonly panel: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly bad: string;
  readonly badPage: string;
}

function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    panel: of('panel'),
    raised: of('raised'),
    line: of('line'),
    text: of('text'),
    quiet: of('quiet'),
    accent: of('accent'),
    bad: of('bad'),
    badPage: of('bad-page'),
  };
}

/** The colors of the present theme. */
export const palette = computed(() => {
  void isDark.value;
  return paletteOf(document.documentElement);
});
