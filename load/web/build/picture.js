// node build/picture.js page.html picture.png: takes a picture of the top of a report, as it opens on a laptop.
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [page, picture] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: { width: 1440, height: 1180 }, colorScheme: 'light' });
  await tab.goto(pathToFileURL(page).href);
  await tab.evaluate(() => document.fonts.ready);
  // The charts are drawn again in the frame after the fonts have loaded.
  await tab.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await tab.screenshot({ path: picture });
} finally {
  await browser.close();
}
