// Everything can be done with the keyboard alone.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browserTest, settled } from './browser.ts';

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
  async ({ page, part, ask, see, server: { apiKey } }) => {
    const becomes = (member: string, value: string | number) =>
      settled(async () => assert.equal((await ask('GET', '/sim/clock'))[member], value));
    const secondIsUp = (isUp: boolean) =>
      settled(async () => assert.equal((await ask('GET', '/sim/state')).nodes[1].up, isUp));
    await see('queue');

    await enter(page, 'jump-by', '2h');
    await page.keyboard.press('Enter');
    await becomes('nowMs', 7_200_000);
    await tabTo(page, 'speed');
    await page.keyboard.press('ArrowDown');
    await becomes('speed', 10);
    await press(page, 'pause');
    await becomes('mode', 'running');
    await see('pause', 'Pause');
    await press(page, 'pause');
    await becomes('mode', 'paused');

    await press(page, 'Nodes');
    await page.getByRole('application', { name: /^Map of/ }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await press(page, 'fail-node');
    await press(page, 'confirm-fail');
    await secondIsUp(false);
    // The same button, once the page has followed.
    await part('repair-node').waitFor({ state: 'attached' });
    await press(page, 'repair-node');
    await secondIsUp(true);

    await press(page, 'Create GPR');
    const workspace = part('field-sliceName');
    await workspace.locator('option', { hasText: 'team-blue' }).waitFor({ state: 'attached' });
    await tabTo(page, 'field-sliceName');
    await page.keyboard.type('team-blue');
    await part('take').first().waitFor();
    await press(page, 'take');
    await settled(async () => assert.notEqual(await part('field-instanceType').inputValue(), ''));
    await enter(page, 'field-gprName', 'by-hand');
    await press(page, 'create-gpr');
    await see('created', 'by-hand');
    await press(page, 'by-hand');
    const state = part('gpr-state');
    await state.getByText('Queued').waitFor();
    await press(page, 'run-until');
    await state.getByText('Provisioning').waitFor();
    const runUntil = async (wanted: string) => {
      await tabTo(page, 'run-until-state');
      await page.keyboard.type(wanted);
      await page.keyboard.press('Shift+Tab');
      await press(page, 'run-until');
    };
    await runUntil('Failed');
    await see('notice', 'will be Complete without having been Failed');
    await runUntil('Successful');
    await state.getByText('Successful').waitFor();
    await press(page, 'idle');
    await press(page, 'busy');
    await see('idle');
    await press(page, 'release');
    await press(page, 'confirm-release');
    await state.getByText('Complete').waitFor();
    await see('gpr-log', 'went idle');
    await press(page, 'delete');
    await press(page, 'confirm-delete');
    await see('gprs', 'No GPR matches.');

    await press(page, 'World');
    await press(page, 'reset');
    await press(page, 'confirm-reset');
    await becomes('nowMs', 0);
    await press(page, 'sign-out');
    await page.getByLabel('API key').focus();
    await page.keyboard.type(apiKey);
    await page.keyboard.press('Enter');
    await see('sign-out');
  },
);
