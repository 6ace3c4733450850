// Whether all text can be read: none cut off, none over another.

/** @returns {Promise<string[]>} a line for each fault */
export const unreadable = page => page.evaluate(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than the window by ${document.documentElement.scrollWidth - innerWidth}`);
  const texts = visibleTexts();
  for (const { node, box } of texts) {
    const element = node.parentElement;
    const svg = element.closest('svg');
    const within = svg ?? clipOf(element);
    if (within && !isWithin(box, within.getBoundingClientRect())) faults.push(`cut off: ${node.data.trim().slice(0, 60)}`);
    if (!element.closest('.scrolls') && (box.left < -1 || box.right > innerWidth + 1)) faults.push(`beyond the window: ${node.data.trim().slice(0, 60)}`);
  }
  const sorted = texts.map(({ node, box }) => ({ node, box: core(box) })).sort((one, other) => one.box.top - other.box.top);
  sorted.forEach((one, i) => {
    for (let k = i + 1; k < sorted.length && sorted[k].box.top < one.box.bottom; k++) {
      const other = sorted[k];
      if (overlap(one.box, other.box) && !isLayered(one.node, other.node))
        faults.push(`overlapping: ${one.node.data.trim().slice(0, 40)} | ${other.node.data.trim().slice(0, 40)}`);
    }
  });
  return faults;

  function visibleTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (node.data.trim() === '' || element.closest('script, style, noscript, .skip, .crosshair, [popover]')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) found.push({ node, box });
    }
    return found;
  }

  function clipOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'hidden' || overflowX === 'clip') return at;
      if (overflowX === 'auto') return null;
    }
    return null;
  }

  function isWithin(box, outer) {
    return box.left >= outer.left - 2 && box.right <= outer.right + 2 && box.top >= outer.top - 3 && box.bottom <= outer.bottom + 3;
  }

  // Without the room above and below the letters.
  function core({ left, right, top, bottom }) {
    const inset = (bottom - top) * 0.22;
    return { left: left + 1, right: right - 1, top: top + inset, bottom: bottom - inset };
  }

  function overlap(one, other) {
    return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  }

  // A bar that stays at the top while the page moves below it.
  function isLayered(one, other) {
    return Boolean(one.parentElement.closest('.legend')) !== Boolean(other.parentElement.closest('.legend'));
  }
});
