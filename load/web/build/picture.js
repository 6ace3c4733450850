// node build/picture.js page.html picture.png: the top of a page, as it opens on a laptop.
import { chromium } from 'playwright-core';
import { pathToFileURL } from 'node:url';

const [page, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: { width: 1440, height: 1180 }, colorScheme: 'light' });
  await tab.goto(pathToFileURL(page).href);
  await tab.evaluate(() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))));
  await tab.screenshot({ path: picture });
} finally {
  await browser.close();
}
