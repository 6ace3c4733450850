// Markdown as GitHub shows it: the same addresses of headings, and HTML in the text.
import { Marked, Renderer } from '../../web/build/packages.js';

/** @returns {{title: string, html: string}} the first heading without markup, and the page with its links as written */
export function renderMarkdown(text) {
  const headings = [];
  const slugs = new Map();
  const renderer = {
    heading({ tokens, depth }) {
      const heading = this.parser.parseInline(tokens, this.parser.textRenderer);
      headings.push(heading);
      const slug = slugOf(heading);
      const count = slugs.get(slug) ?? 0;
      slugs.set(slug, count + 1);
      const id = count === 0 ? slug : `${slug}-${count}`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code(token) {
      // The keyboard can scroll what has the focus.
      return Renderer.prototype.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
    },
    table(token) {
      // A header cell without text is no header.
      const table = Renderer.prototype.table.call(this, token).replace(/<th([^>]*)><\/th>/g, '<td$1></td>');
      return `<div class="table" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;
    },
  };
  const html = new Marked({ renderer }).parse(text);
  return { title: headings[0], html };
}

const slugOf = heading => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N} _-]/gu, '').replaceAll(' ', '-');
