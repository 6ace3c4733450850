// The packages that other folders use: Node.js looks for a package beside the file that imports it, and in the folders
// above it, so it would not find those of this folder from there.
import { chromium } from 'playwright-core';

/** Starts a headless Chromium. */
export const launchChromium = options => chromium.launch({
  ...options, executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'],
});
