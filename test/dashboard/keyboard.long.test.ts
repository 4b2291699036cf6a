// Everything can be done with the keyboard alone.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest } from './browser.ts';

const TABS_MAX = 150;

/** Presses Tab until what has the focus is the control with this mark, or the link with this text. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    const focused = await page.evaluate<string[]>(
      '[document.activeElement.dataset.testid ?? "", document.activeElement.textContent]',
    );
    if (focused.includes(wanted)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${wanted}`);
}

async function press(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

async function enter(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

browserTest(
  'the clock, the nodes, a GPR and the world are controlled with the keyboard alone',
  { scenario: 'quiet', paused: true },
  async ({ page, ask, server: { apiKey } }) => {
    const clock = () => ask('GET', '/sim/clock');
    const becomes = async (isSo: () => Promise<boolean>, what: string) => {
      for (let looks = 0; looks < 400; looks++) {
        if (await isSo()) return;
        await page.waitForTimeout(50);
      }
      assert.fail(what);
    };
    await page.getByTestId('nodes').waitFor();

    await enter(page, 'jump-by', '2h');
    await page.keyboard.press('Enter');
    await becomes(async () => (await clock()).nowMs === 7_200_000, 'a jump of two hours');
    await tabTo(page, 'speed');
    await page.keyboard.press('ArrowDown');
    await becomes(async () => (await clock()).speed === 10, 'the next speed');
    await press(page, 'pause');
    await becomes(async () => (await clock()).mode === 'running', 'the clock runs');
    await page.getByTestId('pause').getByText('Pause').waitFor();
    await press(page, 'pause');
    await becomes(async () => (await clock()).mode === 'paused', 'the clock is paused');

    const nodes = async () => (await ask('GET', '/sim/state')).nodes as { up: boolean }[];
    await tabTo(page, 'fail-node');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await press(page, 'confirm-fail');
    await becomes(async () => !(await nodes())[1].up, 'the second node is down');
    // The same button, once the page has followed.
    await page.getByTestId('repair-node').waitFor({ state: 'attached' });
    await press(page, 'repair-node');
    await becomes(async () => (await nodes())[1].up, 'it is up again');

    await press(page, 'Create GPR');
    await page
      .getByTestId('field-sliceName')
      .locator('option', { hasText: 'team-blue' })
      .waitFor({ state: 'attached' });
    await tabTo(page, 'field-sliceName');
    await page.keyboard.type('team-blue');
    await enter(page, 'field-gprName', 'by-hand');
    await press(page, 'create-gpr');
    await page.getByTestId('created').getByText('by-hand').waitFor();
    await press(page, 'by-hand');
    const state = page.getByTestId('gpr-state');
    await state.getByText('Queued').waitFor();
    await tabTo(page, 'run-until-state');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Tab');
    await press(page, 'run-until');
    await state.getByText('Successful').waitFor();
    await press(page, 'idle');
    await page.getByTestId('busy').waitFor();
    await press(page, 'release');
    await press(page, 'confirm-release');
    await state.getByText('Complete').waitFor();
    await press(page, 'delete');
    await press(page, 'confirm-delete');
    await page.getByTestId('gprs').getByText('No GPR matches.').waitFor();

    await press(page, 'World');
    await press(page, 'reset');
    await press(page, 'confirm-reset');
    await becomes(async () => (await clock()).nowMs === 0, 'the world is reset');
    await press(page, 'sign-out');
    await page.getByLabel('API key').waitFor();
    await page.getByLabel('API key').focus();
    await page.keyboard.type(apiKey);
    await page.keyboard.press('Enter');
    await page.getByTestId('sign-out').waitFor();
  },
);
