// node build/picture.js page.html picture.png THEME: takes a picture of the top of a report page in the light or the
// dark theme, in a window of the size of a laptop's screen.
import { pathToFileURL } from 'node:url';
import { launchChromium } from './packages.js';

const [page, picture, colorScheme] = process.argv.slice(2);
const browser = await launchChromium();
try {
  const tab = await browser.newPage({ viewport: { width: 1440, height: 1180 }, colorScheme });
  await tab.goto(pathToFileURL(page).href);
  await tab.evaluate(() => document.fonts.ready);
  // After the fonts have loaded, the report draws its charts again in the next frame.
  await tab.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await tab.screenshot({ path: picture });
} finally {
  await browser.close();
}
