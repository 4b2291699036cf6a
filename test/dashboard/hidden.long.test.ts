import assert from 'node:assert/strict';
import { visible, visibleLines } from '../../src/looks/visible.ts';
import { hostile, hostileGpr, hostileScenario as scenario } from '../support/hostile.ts';
import { browserTest, settled, valueIs } from './browser.ts';

/** What the page shows or reads aloud, and what the program painted with letters. */
const SHOWN = `[
  document.title,
  ...[...document.querySelectorAll('body, body *')].flatMap((element) => [
    ...['title', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
  ]),
  ...lettersPainted,
]`;

/** Notes what is painted with letters. */
const script = {
  content: `globalThis.lettersPainted = new Set(); const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      lettersPainted.add(text); fillText.call(this, text, ...rest); };`,
};

browserTest(
  'hidden characters in names are shown as marks in every place of the page, on its canvases and to other roles',
  { scenario, script, paused: true },
  async ({ page, part, go, ask, advance, choose, openAs }) => {
    await ask('POST', '/api/v1/gpr', hostileGpr('first'));
    const { gprId } = await ask('POST', '/api/v1/gpr', hostileGpr('second'));
    const { apiKey } = await ask('POST', '/api/v1/api-key', {
      name: hostile('key'),
      userName: hostile('user'),
      role: 'Editor',
      workspaceName: hostile('space'),
      validity: '2099-12-31',
    });
    await advance('1h');
    const look = async (name: string, shownPage = page) => {
      await shownPage
        .getByText(visible(hostile(name)))
        .first()
        .waitFor({ state: 'attached' });
      const shown = await shownPage.evaluate<string[]>(SHOWN);
      for (const text of shown) assert.equal(visibleLines(text), text);
    };
    await look('second');
    const hasPainted = () =>
      page.evaluate<boolean>(`[...lettersPainted].some((text) => text.includes('<U+E0041>'))`);
    await settled(async () => assert.ok(await hasPainted(), 'no mark is painted'));
    await choose('gantt-rows', 'workspaces');
    await look('space');
    const places: readonly (readonly [hash: string, name: string])[] = [
      ['#/gprs', 'first'],
      [`#/gpr/${gprId}`, 'second'],
      ['#/create', 'space'],
      ['#/resources/keys', 'key'],
      ['#/resources/workspaces', 'space'],
      ['#/world', 'scenario'],
    ];
    for (const [hash, name] of places) {
      await go(hash);
      await look(name);
    }
    // A value that is chosen from a list is exact.
    await go('#/create');
    await part('field-sliceName').selectOption({ label: visible(hostile('space')) });
    await valueIs(part('field-sliceName'), hostile('space'));
    await page.close();
    const editor = await openAs(apiKey);
    await look('second', editor.page);
  },
);
