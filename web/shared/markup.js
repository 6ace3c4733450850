// HTML and SVG as tagged templates. Every inserted value is escaped unless it is markup itself, because names come from
// result files and a result file can come from anywhere.

class Markup {
  constructor(text) {
    this.text = text;
  }
}

/** @returns {Markup} the template with escaped values; arrays are joined; null, undefined and false are left out */
export const markup = (parts, ...values) => new Markup(String.raw({ raw: parts }, ...values.map(toText)));

/** Replaces the content of an element. */
export function render(element, content) {
  element.innerHTML = toText(content);
}

function toText(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(toText).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
