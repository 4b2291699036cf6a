// The colors of the page, for canvases.

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

/** The colors of the present theme. */
export function paletteOf(element: Element): Palette {
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

/** Black or white, whichever is easier to read on a color such as `#4477aa`. */
export function inkOn(color: string): string {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 0xff, value & 0xff].map(linear);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000000' : '#ffffff';
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
