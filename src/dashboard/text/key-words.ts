/** What the keys of the chart do. */
export const CHART_KEYS =
  'arrow keys move between bars; Enter opens the GPR. Shift and an arrow move the time; plus and minus zoom; 0 shows all, Home the start, End the present. The brackets set a range; Escape ends it.';
