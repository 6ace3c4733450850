// Draws dashboards in a headless Chromium, and reports the panels that show nothing.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

// The browser never looks up the host name dashboards.localhost, because the function answerRequest answers all
// requests to this origin. Dashboard and Prometheus need the same origin, because a page may read only from its own
// origin.
const ORIGIN = 'http://dashboards.localhost';
/** The windows in which dashboards are drawn, in CSS pixels: a large screen, and a small projector. */
export const SCREENS = { large: { width: 1600, height: 1000 }, small: { width: 1024, height: 768 } };
const LIMIT = 30_000;
// A plot without a line still has gray axes, so only colored pixels count.
const LEAST_INK = 15;

const PAGE = `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font-family: Inter, sans-serif }</style>
<div id="root"></div><script>window.process = { env: {} }; window.grafanaBootData = { settings: { featureToggles: {} }, user: {} };</script>`;

export class PanelRenderer {
  static async open() {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../viewer/main.jsx', import.meta.url))], outdir: 'out', write: false, bundle: true,
      format: 'iife', platform: 'browser', jsx: 'automatic', mainFields: ['module', 'browser', 'main'], logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
      loader: { '.svg': 'dataurl', '.woff': 'dataurl', '.ttf': 'dataurl', '.woff2': 'dataurl', '.png': 'dataurl' },
    });
    const studio = new PanelRenderer();
    studio.script = outputFiles.find(({ path }) => path.endsWith('.js')).text;
    studio.style = outputFiles.find(({ path }) => path.endsWith('.css')).text;
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    studio.browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return studio;
  }

  close = () => this.browser.close();

  /** @returns {Promise<string[]>} A line for each panel that shows nothing. */
  draw = (board, address, span) => this.#show(withoutDecorations(board), address, span, page => page.evaluate(findings, LEAST_INK));

  /** Writes a picture of a dashboard, in which a panel may be empty. */
  takePicture = (board, address, span, file, screen) => this.#show(board, address, span, page => page.screenshot({ path: file }), screen);

  /** @returns {Promise<number>} The smallest font of the panels, as a share of the height of the window. */
  smallestText = (board, address, span, screen) => this.#show(board, address, span, page => page.evaluate(height => Math.min(
    ...[...document.querySelectorAll('[data-panel] *')].filter(({ childNodes }) => [...childNodes].some(({ nodeType, textContent }) =>
      nodeType === Node.TEXT_NODE && textContent.trim())).map(element => parseFloat(getComputedStyle(element).fontSize) / height)), screen.height), screen);

  async #show(board, address, { from, to, scrape }, look, screen = SCREENS.large) {
    const page = await this.browser.newPage({ viewport: screen });
    const failures = [];
    page.on('pageerror', failure => failures.push(`the page: ${failure.message}`));
    try {
      await page.route(`${ORIGIN}/**`, route => answerRequest(route, address));
      await page.goto(ORIGIN);
      await page.addStyleTag({ content: this.style });
      await page.evaluate(given => { window.given = given; }, { board, address: ORIGIN, from, to, scrape });
      await page.addScriptTag({ content: this.script });
      await page.waitForFunction(() => window.finished || document.body.dataset.fault, null, { timeout: LIMIT });
      const height = await page.evaluate(() => document.getElementById('root').scrollHeight);
      await page.setViewportSize({ width: screen.width, height: Math.ceil(height) });
      // Grafana draws plots in the animation frame after their data has arrived, and again after the page has grown.
      await page.waitForTimeout(1000);
      const seen = await look(page);
      return Array.isArray(seen) ? [...failures, ...seen] : seen;
    } finally {
      await page.close();
    }
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
  if (document.body.dataset.fault) return [document.body.dataset.fault];
  const panels = [...document.querySelectorAll('[data-panel]')];
  const found = panels.length === window.panels ? [] : [`the page has ${panels.length} of ${window.panels} panels`];
  for (const panel of panels) {
    const fault = panel.querySelector('[data-fault]')?.dataset.fault;
    const canvases = [...panel.querySelectorAll('canvas')];
    if (fault) found.push(`${panel.dataset.panel}: ${fault}`);
    else if (canvases.length > 0 && canvases.every(canvas => countInk(canvas) < leastInk)) found.push(`${panel.dataset.panel}: blank`);
    else if (canvases.length === 0 && panel.innerText.trim().length <= panel.dataset.panel.length) found.push(`${panel.dataset.panel}: empty`);
  }
  return found;

  function countInk(canvas) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [red, green, blue, alpha] = data.subarray(i, i + 4);
      if (alpha > 60 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) ink++;
    }
    return ink;
  }
}
