// When each node is not available: before it is added, while it is down, and after it is removed.

export interface DownTime {
  readonly fromMs: number;
  /** null = until now. */
  readonly toMs: number | null;
}

interface Span {
  readonly fromMs: number;
  toMs: number | null;
}

export class DownTimes {
  /** Node → spans in order; only the last may have no end. */
  readonly #spans: Span[][] = [];

  added(node: number, atMs: number): void {
    this.#spans[node] = atMs > 0 ? [{ fromMs: 0, toMs: atMs }] : [];
  }

  /** The node is down or removed; without effect if it was down. */
  down(node: number, atMs: number): void {
    const spans = this.#spans[node];
    if (spans.at(-1)?.toMs !== null) spans.push({ fromMs: atMs, toMs: null });
  }

  up(node: number, atMs: number): void {
    const last = this.#spans[node].at(-1);
    if (last?.toMs === null) last.toMs = atMs;
  }

  copy(): DownTimes {
    const copy = new DownTimes();
    copy.#spans.push(...this.#spans.map((spans) => spans.map((span) => ({ ...span }))));
    return copy;
  }

  /** The spans of a node that overlap a window. */
  between(node: number, fromMs: number, toMs: number): DownTime[] {
    return this.#spans[node].filter((span) => span.fromMs < toMs && (span.toMs ?? toMs) > fromMs);
  }
}
