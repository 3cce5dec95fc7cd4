// dom.js - elements of a page.
import { plain } from './names.js';

// An element: make('button', { class: 'x', text: 'y', on: { click: f } }, children...)
export function make(tag, { text, on, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  if (text !== undefined) element.textContent = text;
  for (const [name, f] of Object.entries(on ?? {})) element.addEventListener(name, f);
  element.append(...children.filter(c => c));
  return element;
}

// A name that is broken, where it has to be, at its dots.
export const named = name => plain(name).split(/(?<=\.)/).flatMap((part, i) => i ? [document.createElement('wbr'), part] : [part]);

// What happened, for those who do not see it.
export function say(text) {
  const at = document.getElementById('said');
  if (at) at.textContent = text;
}
