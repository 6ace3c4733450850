// Markup as tagged templates. What is put into one is text and is escaped, unless it is markup itself: names come from
// result files, and a file may come from anywhere.

class Markup {
  constructor(text) {
    this.text = text;
  }
}

/** @returns {Markup} the template with its values as text; an array is joined, and null, undefined and false are nothing. */
export const markup = (parts, ...values) => new Markup(String.raw({ raw: parts }, ...values.map(written)));

/** Replaces what an element holds. */
export function fill(element, content) {
  element.innerHTML = written(content);
}

function written(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(written).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
