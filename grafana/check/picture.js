// Draws dashboards in a headless Chromium, and reports the panels that show nothing.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { smallText, unreadableText } from '../../web/test/unreadable-text.js';
import { panelsOf } from './board.js';

// The browser never looks up the host name dashboards.localhost, because the function answerRequest answers all
// requests to this origin. Dashboard and Prometheus need the same origin, because a page may read only from its own
// origin.
const ORIGIN = 'http://dashboards.localhost';
/** The windows in which dashboards are drawn, in CSS pixels: a large screen, and a small projector. */
export const SCREENS = { large: { width: 1920, height: 1080 }, small: { width: 1024, height: 768 } };
// A table draws its rows when it is seen.
const WHOLE = { width: 1920, height: 4000 };
const LIMIT = 30_000;
// A plot without a line still has gray axes, so only colored pixels count.
const LEAST_INK = 15;

const PAGE = `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font-family: Inter, sans-serif }</style>
<div id="root"></div><script>window.process = { env: {} }; window.grafanaBootData = { settings: { featureToggles: {} }, user: {} };</script>`;

export class PanelRenderer {
  /** @param {string} address The address of the Prometheus server. */
  static async open(address) {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../viewer/main.jsx', import.meta.url))], outdir: 'out', write: false, bundle: true,
      format: 'iife', platform: 'browser', jsx: 'automatic', mainFields: ['module', 'browser', 'main'], logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
      loader: { '.svg': 'dataurl', '.woff': 'dataurl', '.ttf': 'dataurl', '.woff2': 'dataurl', '.png': 'dataurl' },
    });
    const textOf = ending => outputFiles.find(({ path }) => path.endsWith(ending)).text;
    const studio = new PanelRenderer();
    studio.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    studio.page = await studio.browser.newPage();
    studio.failures = [];
    studio.page.on('pageerror', failure => studio.failures.push(`the page: ${failure.message}`));
    await studio.page.route(`${ORIGIN}/**`, route => answerRequest(route, address));
    await studio.page.goto(ORIGIN);
    await studio.page.addStyleTag({ content: textOf('.css') });
    await studio.page.addScriptTag({ content: textOf('.js') });
    return studio;
  }

  close = () => this.browser.close();

  /**
   * Draws a dashboard, and waits until each panel shows something.
   * @returns {Promise<string[]>} A line for each panel that shows nothing.
   */
  async emptyPanels(board, span) {
    await this.#draw(withoutDecorations(board), span, WHOLE);
    const end = Date.now() + LIMIT;
    for (;;) {
      const found = await this.page.evaluate(findings, LEAST_INK);
      if (found.length === 0 || Date.now() > end) return [...this.failures, ...found];
      await this.page.waitForTimeout(200);
    }
  }

  /** Writes a picture of a dashboard, in which a panel may be empty: of all of it, or of what the screen shows first. */
  async takePicture(board, span, file, screen, isWhole = true) {
    const height = await this.measureHeight(board, span, screen);
    if (isWhole) await this.page.setViewportSize({ width: screen.width, height: Math.ceil(height) });
    // Grafana draws plots in the animation frame after their data has arrived, and again after the page has grown.
    await this.page.waitForTimeout(1000);
    await this.page.screenshot({ path: file });
  }

  /** @returns {Promise<number>} The height of a dashboard in CSS pixels. */
  async measureHeight(board, span, screen) {
    await this.#draw(board, span, screen);
    return this.page.evaluate(() => document.getElementById('root').scrollHeight);
  }

  /**
   * @param {number} smallest The least size of text in panels, as a share of the height of the screen.
   * @returns {Promise<string[]>} A line for each thing that a room cannot see on a screen, which nobody scrolls.
   */
  async screenFaults(board, span, screen, smallest) {
    const excess = await this.measureHeight(board, span, screen) - screen.height;
    return [...excess > 0 ? [`${excess} px too high`] : [], ...await unreadableText(this.page),
      ...await smallText(this.page, smallest * screen.height, '[data-panel] *')];
  }

  /** @returns {Promise<object[]>} The rows of a table as they are drawn, from top to bottom, if they have the value by which it is sorted. */
  async rowsOf(board, title, span) {
    await this.#draw(board, span, WHOLE);
    const { options: { sortBy: [sorted] }, fieldConfig: { overrides: [named] } } = panelsOf(board).find(panel => panel.title === title);
    const table = this.page.locator(`[data-panel="${title}"]`);
    await table.getByRole('gridcell').first().waitFor();
    const headers = await table.getByRole('columnheader').allInnerTexts();
    const textsOf = header => table.locator(`[role=gridcell][aria-colindex="${headers.indexOf(header) + 1}"]`).allInnerTexts();
    const [names, values] = [await textsOf(named.matcher.options), await textsOf(sorted.displayName)];
    const cells = await table.getByRole('gridcell').allInnerTexts();
    return names.map((name, i) => ({ name, value: values[i], cells: cells.slice(i * headers.length, (i + 1) * headers.length) }));
  }

  async #draw(board, { from, to, scrape }, screen) {
    this.failures.length = 0;
    await this.page.setViewportSize(screen);
    await this.page.evaluate(given => window.drawBoard(given), { board, address: ORIGIN, from, to, scrape });
  }
}

/** Removes what is drawn even if a plot has no line: thresholds and annotations. */
function withoutDecorations(board) {
  const copy = structuredClone(board);
  copy.annotations.list = [];
  for (const panel of copy.panels) delete panel.fieldConfig?.defaults.custom?.thresholdsStyle;
  return copy;
}

async function answerRequest(route, address) {
  const { pathname, search } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
  // Grafana's server, from which a page loads icons, does not run during the check. Each icon gets an empty picture.
  if (!pathname.startsWith('/api/')) return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  const reply = await fetch(address + pathname + search);
  return route.fulfill({ status: reply.status, contentType: 'application/json', body: await reply.text() });
}

// The function findings runs in the browser page that shows the dashboard.
function findings(leastInk) {
  const panels = [...document.querySelectorAll('[data-panel]')];
  const found = panels.length === window.panels ? [] : [`the page has ${panels.length} of ${window.panels} panels`];
  for (const panel of panels) {
    const fault = panel.querySelector('[data-fault]')?.dataset.fault;
    const canvases = [...panel.querySelectorAll('canvas')];
    if (fault) found.push(`${panel.dataset.panel}: ${fault}`);
    else if (canvases.length > 0 && !canvases.some(isInked)) found.push(`${panel.dataset.panel}: blank`);
    else if (canvases.length === 0 && panel.innerText.trim().length <= panel.dataset.panel.length) found.push(`${panel.dataset.panel}: empty`);
  }
  return found;

  function isInked(canvas) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let i = 0; i < data.length && ink < leastInk; i += 4) {
      const [red, green, blue, alpha] = data.subarray(i, i + 4);
      if (alpha > 60 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) ink++;
    }
    return ink >= leastInk;
  }
}
