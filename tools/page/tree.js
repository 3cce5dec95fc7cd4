// tree.js - signals as a tree of components, with a search; a signal goes to a panel by a click, a key or a drag.
import { matcher, plain, treeOf } from './names.js';
import { addSignal, newPanel } from './panel.js';
import { make, named } from './dom.js';
import { view } from './view.js';

const mostFound = 300;

export class SignalTree {
  constructor(signals) {
    this.signals = signals;
    this.open = new Set();
    this.at = null;                        // the item that has the focus when the tree has it
    this.input = make('input', { type: 'search', id: 'search', placeholder: 'Search: name, unit, text', 'aria-label': 'Search signals',
      on: { input: () => this.draw(), keydown: e => { if (e.key === 'ArrowDown') { e.preventDefault(); this.focus(this.items[0]); } } } });
    this.count = make('p', { class: 'hint', role: 'status' });
    this.list = make('div', { role: 'tree', 'aria-label': 'Signals', class: 'tree', on: { keydown: e => this.key(e) } });
    this.root = treeOf(signals);
    for (const branch of this.root.branches.values()) if (this.root.branches.size <= 3) this.open.add(branch.path);
    this.element = make('div', { class: 'signals' }, this.input, this.count, this.list);
    this.draw();
  }

  get items() { return [...this.list.querySelectorAll('[role=treeitem]')]; }

  draw() {
    const text = this.input.value, found = text.trim() ? this.signals.filter(matcher(text)) : null;
    this.count.textContent = found ? `${found.length} of ${this.signals.length} signals` +
      (!found.length ? ': none has these words in its name, unit or description' : found.length > mostFound ? `; the first ${mostFound} are shown` : '') : `${this.signals.length} signal${this.signals.length === 1 ? '' : 's'}. Enter or a click: into the panel that is marked, with Shift into a new one.`;
    this.list.replaceChildren(...(found ? found.slice(0, mostFound).map(s => this.leaf(s.name, s, 1)) : this.branch(this.root, 1)));
    const items = this.items, now = items.find(i => i.dataset.key === this.at) ?? items[0];
    if (now) now.tabIndex = 0;
    this.marks();
  }

  branch(node, level) {
    const left = Math.max(0, node.branches.size - mostFound) + Math.max(0, node.leaves.length - mostFound);
    return [...node.branches.values()].slice(0, mostFound).flatMap(b => {
      const open = this.open.has(b.path), own = b.path;
      const row = make('div', { class: 'row', on: { click: () => this.toggle(own) } }, make('span', { class: 'fold', 'aria-hidden': 'true', text: open ? '▾' : '▸' }),
        make('span', { class: 'name', text: plain(b.name) }));
      row.style.paddingLeft = `${0.35 + 0.85*(level - 1)}em`;
      const item = make('div', { role: 'treeitem', 'aria-expanded': String(open), 'aria-level': level, tabindex: -1, 'data-key': `/${b.path}`, 'data-path': b.path }, row);
      return open ? [item, ...this.branch(b, level + 1)] : [item];
    }).concat(node.leaves.slice(0, mostFound).map(([last, signal]) => this.leaf(last, signal, level)),
      left ? [make('div', { class: 'hint', role: 'none', text: `and ${left} more: the search finds them` })] : []);
  }

  leaf(text, signal, level) {
    const unit = signal.lanes ? '' : signal.unit ?? '';
    const item = make('div', { role: 'treeitem', 'aria-level': level, tabindex: -1, draggable: 'true', class: 'leaf', 'data-key': signal.name, 'data-name': signal.name,
      title: signal.text ? plain(signal.text) : null },
      make('div', { class: 'row' }, make('span', { class: 'tick', 'aria-hidden': 'true' }), make('span', { class: 'name' }, ...named(text)),
        make('span', { class: 'unit', text: plain(unit) })));
    item.firstChild.style.paddingLeft = `${0.35 + 0.85*(level - 1)}em`;
    item.addEventListener('click', e => { this.remember(item); this.choose(signal.name, e.shiftKey); });
    item.addEventListener('dragstart', e => { e.dataTransfer.setData('text/plain', signal.name); e.dataTransfer.effectAllowed = 'copy'; });
    return item;
  }

  // Which signals are shown.
  marks() {
    const shown = new Set(view.panels.flatMap(p => p.names));
    for (const item of this.items)
      if (item.dataset.name !== undefined) item.setAttribute('aria-selected', String(shown.has(item.dataset.name)));
  }

  choose(name, apart) {
    const panel = view.active;
    if (apart) newPanel({ names: [name] });
    else if (panel?.names.includes(name)) panel.remove(name);
    else addSignal(name);
  }

  toggle(path) {
    if (!this.open.delete(path)) this.open.add(path);
    this.at = `/${path}`;
    this.draw();
    this.focus(this.items.find(i => i.dataset.key === this.at));
  }

  remember(item) {
    for (const i of this.items) i.tabIndex = i === item ? 0 : -1;
    this.at = item.dataset.key;
  }

  focus(item) {
    if (!item) return;
    this.remember(item);
    item.focus();
  }

  key(e) {
    const items = this.items, at = items.indexOf(e.target), item = items[at], { path, name } = item?.dataset ?? {};
    if (!item) return;
    const level = i => Number(i.getAttribute('aria-level')), up = items.slice(0, at).findLast(i => level(i) < level(item));
    if (e.key === 'ArrowDown') this.focus(items[at + 1]);
    else if (e.key === 'ArrowUp') { if (at === 0) this.input.focus(); else this.focus(items[at - 1]); }
    else if (e.key === 'Home') this.focus(items[0]);
    else if (e.key === 'End') this.focus(items.at(-1));
    else if (e.key === 'ArrowRight' && path !== undefined) { if (this.open.has(path)) this.focus(items[at + 1]); else this.toggle(path); }
    else if (e.key === 'ArrowLeft') { if (path !== undefined && this.open.has(path)) this.toggle(path); else this.focus(up); }
    else if (e.key === 'Enter' || e.key === ' ') { if (name !== undefined) { this.choose(name, e.shiftKey); this.focus(item); } else this.toggle(path); }
    else return;
    e.preventDefault();
  }

  // To a component, from the diagram.
  showComponent(path) {
    this.input.value = '';
    const opened = node => [...node.branches.values()].some(b => (b.path === path || opened(b)) && this.open.add(b.path));
    opened(this.root);
    this.at = `/${path}`;
    this.draw();
    this.focus(this.items.find(i => i.dataset.key === this.at));
  }
}
