// Finds text that cannot be read: text that is cut off, that overlaps other text, or that is too small.

/** @returns {Promise<string[]>} one line for each fault */
export const unreadableText = page => page.evaluate(() => {
  const faults = [];
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) faults.push(`the page is ${excess} px wider than the window`);
  const texts = visibleTexts();
  for (const { node, box, drawn } of texts) {
    const element = node.parentElement;
    if (clippingElements(element).some(outer => !isInside(drawn, outer.getBoundingClientRect()))) {
      faults.push(`text cut off: ${excerpt(node, 60)}`);
    }
    const isOutside = box.left < -1 || box.right > innerWidth + 1;
    if (isOutside && !element.closest('.scrollable')) faults.push(`text outside of the window: ${excerpt(node, 60)}`);
  }
  texts.sort((one, other) => one.drawn.top - other.drawn.top).forEach((one, i) => {
    for (let k = i + 1; k < texts.length && texts[k].drawn.top < one.drawn.bottom; k++) {
      const other = texts[k];
      if (overlap(one.drawn, other.drawn) && !isAllowed(one.node, other.node)) {
        faults.push(`overlapping texts: ${excerpt(one.node, 40)} | ${excerpt(other.node, 40)}`);
      }
    }
  });
  return faults;

  function excerpt(node, length) {
    return node.data.trim().slice(0, length);
  }

  function visibleTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    const canvas = document.createElement('canvas').getContext('2d');
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      const isIgnored = element.closest('script, style, noscript, .skip, [popover]');
      if (node.data.trim() === '' || isIgnored) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width > 1) found.push({ node, box, drawn: drawnPart(canvas, node, box) });
      }
    }
    return found;
  }

  // What is outside of a region that scrolls can be scrolled into it.
  function clippingElements(element) {
    const found = [];
    for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
      const { overflowX } = getComputedStyle(ancestor);
      if (overflowX === 'auto') break;
      if (['hidden', 'clip'].includes(overflowX) || ancestor.localName === 'svg') found.push(ancestor);
    }
    return found;
  }

  // The box of a line is higher than its letters: a digit of 200 px has 40 px of nothing above and below it.
  function drawnPart(canvas, { data, parentElement }, { left, right, top, bottom }) {
    canvas.font = getComputedStyle(parentElement).font;
    const text = canvas.measureText(data.trim());
    const scale = (bottom - top) / (text.fontBoundingBoxAscent + text.fontBoundingBoxDescent);
    const baseline = top + scale * text.fontBoundingBoxAscent;
    return {
      left, right,
      top: baseline - scale * text.actualBoundingBoxAscent, bottom: baseline + scale * text.actualBoundingBoxDescent,
    };
  }

  function isInside(box, outer) {
    return box.left >= outer.left - 2 && box.right <= outer.right + 2
      && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
  }

  function overlap(one, other) {
    return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  }

  // The legend stays at the top while the page scrolls below it.
  function isAllowed(one, other) {
    return Boolean(one.parentElement.closest('.legend')) !== Boolean(other.parentElement.closest('.legend'));
  }
});

/** @returns {Promise<string[]>} one line for each element with text whose font has fewer pixels than these */
export const smallText = (page, smallest, within = 'body *') => page.evaluate(([least, elements]) =>
  [...document.querySelectorAll(elements)].filter(element => [...element.childNodes].some(({ nodeType, data }) =>
    nodeType === Node.TEXT_NODE && data.trim() !== '')
    && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < least - 0.05)
  .map(element => `text below ${least.toFixed(1)} px: ${element.textContent.slice(0, 40)}`), [smallest, within]);
