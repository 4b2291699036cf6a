// Chromium, without requests to other servers.

import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export const PLACES: readonly string[] = [
  ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Undefined if Chromium is not installed. */
export const executablePath = PLACES.find((path) => existsSync(path));

const QUIET = ['--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** Starts Chromium, which ends after `work`. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync', ...QUIET],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
