// What the page reads: several reads go together in one request.

import type { Page, Request, Route } from 'playwright-core';

/** The reads of a request of the page: those that go together, or the one that goes alone. */
export function readsOf(request: Request): URL[] {
  const url = new URL(request.url());
  if (url.pathname !== '/sim/reads') return [url];
  const { paths } = request.postDataJSON() as { readonly paths: readonly string[] };
  return paths.map((path) => new URL(path, url));
}

/** Calls a function for each read of the page. */
export function onRead(page: Page, note: (url: URL) => void): void {
  page.on('request', (request) => {
    for (const url of readsOf(request)) note(url);
  });
}

/** Handles the requests with a read of this path. Returns a function that ends it. */
export async function routeRead(
  page: Page,
  path: string,
  handle: (route: Route, place: number) => Promise<void> | void,
): Promise<() => Promise<void>> {
  const handler = async (route: Route) => {
    const place = readsOf(route.request()).findIndex(({ pathname }) => pathname === path);
    await (place < 0 ? route.fallback() : handle(route, place));
  };
  await page.route('**/sim/reads', handler);
  return () => page.unroute('**/sim/reads', handler);
}
