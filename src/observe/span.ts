/** Formats a span of time in its two largest units. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours} h ${Math.floor(seconds / 60) % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Same as `span` for a table cell: at most seven characters below a thousand days. */
export function shortSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours}h ${Math.floor(seconds / 60) % 60}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
