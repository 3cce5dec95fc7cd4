// panel.js - a panel: its chart, and beside it a table of the values at the cursor.
import { Chart } from './chart.js';
import { about } from './numbers.js';
import { difference, inWords, valueAt } from './values.js';
import { COLOURS, dashOf } from './pens.js';
import { kindOf } from './choose.js';
import { plain } from './names.js';
import { make, named, say } from './dom.js';
import { view } from './view.js';

let count = 0;

const find = name => view.runs.map(r => r.signal.get(name)).find(s => s);

export class Panel {
  constructor({ names, x = null }) {
    Object.assign(this, { names: names.filter(find), x, number: ++count, lines: [], chart: null });
    this.build();
  }

  get kind() { return this.x ? 'phase' : this.names.length && find(this.names[0]).lanes ? 'lanes' : 'curves'; }
  get across() { return this.x && find(this.x); }
  // Signals of one unit share a panel.
  takes(name) { return this.names.length === 0 || kindOf(find(name)) === kindOf(find(this.names[0])); }
  get title() {
    const unit = this.names.length ? find(this.names[0]).unit : null;
    return this.kind === 'lanes' ? 'Places and states' : this.names.length === 0 ? 'Empty panel' : plain(unit ?? kindOf(find(this.names[0])).slice(1));
  }

  // ---- elements --------------------------------------------------------------------------------------------------

  build() {
    this.heading = make('h2');
    this.across_ = make('select', { 'aria-label': 'What is across', on: { change: e => this.setAcross(e.target.value) } });
    this.lacks = make('p', { class: 'hint', hidden: true });
    this.ground = make('div', { class: 'plot', tabindex: 0, role: 'slider', 'aria-label': 'Cursor' });
    this.table = make('div', { class: 'values' });
    this.said = make('p', { class: 'unseen live', 'aria-live': 'polite' });
    this.what = make('p', { class: 'unseen what' });
    const button = (text, label, f) => make('button', { type: 'button', class: 'small', title: label, 'aria-label': label, text, on: { click: f } });
    this.element = make('section', { class: 'panel' },
      make('header', {}, this.heading, make('label', { class: 'across' }, make('span', { text: 'over' }), this.across_),
        button('↑', 'Panel up', () => this.move(-1)), button('↓', 'Panel down', () => this.move(1)),
        button('✕', 'Remove the panel', () => removePanel(this))),
      this.what, this.lacks, make('div', { class: 'body' }, this.ground, this.table), this.said);
    this.element.addEventListener('keydown', e => { if (e.key !== 'Tab' && e.key !== 'Shift') activate(this); });      // not by the way through it
    this.element.addEventListener('pointerdown', () => activate(this));
    this.element.addEventListener('dragover', e => { e.preventDefault(); this.element.classList.add('over'); });
    this.element.addEventListener('dragleave', () => this.element.classList.remove('over'));
    this.element.addEventListener('drop', e => {
      e.preventDefault();
      this.element.classList.remove('over');
      addSignal(e.dataTransfer.getData('text/plain'), this);
    });
    this.ground.addEventListener('keydown', e => this.key(e));
    this.pointers();
  }

  key(e) {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (step && e.shiftKey) view.pan(step*0.2);
    else if (step && (e.ctrlKey || e.metaKey)) view.toEvent(step);
    else if (step && !e.altKey) view.toRow(view.row + step);
    else if (e.key === 'PageUp' || e.key === 'PageDown') view.toTime(view.cursor.t + (e.key === 'PageUp' ? 0.1 : -0.1)*(view.to - view.from));
    else if (e.key === 'Home') view.toTime(view.from);
    else if (e.key === 'End') view.toTime(view.to);
    else if (e.key === '+' || e.key === '=') view.zoom(0.5, view.cursor.t);
    else if (e.key === '-') view.zoom(2, view.cursor.t);
    else if (e.key === '0' || e.key === 'Escape') view.whole();
    else return;
    e.preventDefault();
  }

  // A drag chooses a part of the time; with the shift key, or a finger, it moves.
  pointers() {
    let begin = null;
    const end = () => { begin = null; this.chart?.choose(null); };
    this.ground.addEventListener('pointermove', e => {
      if (!this.chart) return;
      if (!begin) { if (this.inside(e)) view.toTime(this.chart.timeAt(e.clientX, e.clientY)); return; }
      if (begin.pans) {
        const by = (begin.x - e.clientX)/this.chart.plot.over.clientWidth*(begin.to - begin.from);
        view.setRange(begin.from + by, begin.to + by);
      } else if (Math.abs(e.clientX - begin.x) > 4) this.chart.choose(begin.t, this.chart.timeAt(e.clientX, e.clientY));
    });
    this.ground.addEventListener('pointerdown', e => {
      if (e.button !== 0 || !this.chart || this.kind === 'phase' || !this.inside(e)) return;
      begin = { x: e.clientX, t: this.chart.timeAt(e.clientX, e.clientY), from: view.from, to: view.to, pans: e.shiftKey || e.pointerType === 'touch' };
      this.ground.setPointerCapture(e.pointerId);
    });
    this.ground.addEventListener('pointerup', e => {
      if (begin && !begin.pans && Math.abs(e.clientX - begin.x) > 4) {
        const t = this.chart.timeAt(e.clientX, e.clientY);
        view.setRange(Math.min(begin.t, t), Math.max(begin.t, t));
      } else if (begin) view.toTime(begin.t);
      end();
    });
    this.ground.addEventListener('pointercancel', end);
    this.ground.addEventListener('dblclick', () => view.whole());
    this.ground.addEventListener('wheel', e => {
      if (e.ctrlKey) view.zoom(Math.exp(e.deltaY*0.004), this.chart.timeAt(e.clientX, e.clientY));
      else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) view.pan((e.deltaX || e.deltaY)*0.001);
      else return;
      e.preventDefault();
    }, { passive: false });
  }

  inside(e) {
    const r = this.chart.plot.over.getBoundingClientRect();
    return e.clientX >= r.left - 8 && e.clientX <= r.right + 8 && e.clientY >= r.top && e.clientY <= r.bottom;
  }

  // ---- what is shown ---------------------------------------------------------------------------------------------

  setAcross(name) {
    this.x = name || null;
    view.changed('panels');
  }

  move(by) {
    const at = view.panels.indexOf(this), to = at + by;
    if (to < 0 || to >= view.panels.length) return;
    view.panels.splice(to, 0, ...view.panels.splice(at, 1));
    view.changed('panels');
  }

  // What is across is no curve; the others keep their colours.
  get curves() { return [...this.names.entries()].filter(([, name]) => name !== this.x); }
  get less() { return view.less && this.kind === 'curves'; }

  async load() {
    const lines = [], [first] = view.runs, { less } = this;
    for (const [number, name] of this.curves)
      for (const run of view.shown) {
        const signal = run.signal.get(name), across = this.x && run.signal.get(this.x);
        if (!signal || (this.x && !across) || (less && run === first)) continue;
        const curve = await run.load(signal), base = less && first.signal.get(name);
        if (less && (!base || this.otherUnit(run, name) !== null)) continue;
        lines.push({ run, signal, number, curve: less ? difference(await first.load(base), curve, signal) : curve,
          across: across && await run.load(across) });
      }
    return lines;
  }

  // A unit that is not that of the first run that has the signal.
  otherUnit(run, name) {
    const [unit, own] = [find(name).unit, run.signal.get(name)?.unit];
    return unit !== undefined && own !== undefined && unit !== own ? own : null;
  }

  unlike() {
    const found = this.names.flatMap(name => view.shown.filter(r => this.otherUnit(r, name) !== null).map(r => `${plain(name)} in ${plain(this.otherUnit(r, name))} of ${plain(r.name)}`));
    return found.length ? `Not converted, and not compared: ${found.join(', ')}; elsewhere in ${plain(find(this.names[0]).unit)}.` : '';
  }

  // Signals without a curve, and why.
  lacking() {
    const bare = this.curves.filter(([number]) => !this.lines.some(l => l.number === number)).map(([, name]) => name), [first] = view.runs;
    const why = name => this.less ? first.signal.has(name) ? view.shown.some(r => this.otherUnit(r, name) !== null) ? 'the units differ' : 'no other run that is shown has it' : `${plain(first.name)} does not have it` :
      this.x && view.shown.some(r => r.signal.has(name)) ? `no run that is shown has it and ${plain(this.x)}` : 'no run that is shown has it';
    return bare.length ? `No ${this.less ? 'difference' : 'curve'}: ${bare.map(n => `${plain(n)} (${why(n)})`).join(', ')}.` : '';
  }

  // Chart and table anew; last: with the numbers of the time
  async show(last) {
    this.lines = await this.load();
    this.lacks.textContent = [this.unlike(), this.lacking()].filter(t => t).join(' ');
    this.lacks.hidden = !this.lacks.textContent;
    this.heading.textContent = this.title + (this.less ? `, less ${plain(view.runs[0].name)}` : '');
    this.chart?.end();
    this.ground.replaceChildren();
    this.chart = new Chart(this, this.ground, last);
    const others = new Set([...view.panels.flatMap(p => p.names), ...(this.x ? [this.x] : [])].filter(n => !find(n).lanes && this.names.some(other => other !== n)));
    this.across_.replaceChildren(make('option', { value: '', text: 'time' }), ...[...others].map(n => make('option', { value: n, text: plain(n) })));
    this.across_.value = this.x ?? '';
    this.across_.parentElement.hidden = this.kind === 'lanes';
    const names = this.curves.map(([, name]) => plain(name)).join(', ');
    this.what.textContent = `${names || 'No signal yet'}${this.x ? ` over ${plain(this.x)}` : ', over time'}. ${this.lacks.textContent}`;
    this.element.setAttribute('aria-label', `Panel ${view.panels.indexOf(this) + 1}: ${this.heading.textContent}`);
    this.ground.setAttribute('aria-label', `Cursor in the panel of ${names || 'nothing'}`);
    this.buildTable();
    this.values();
  }

  buildTable() {
    const runs = view.shown, many = runs.length > 1, rowsOf = [...this.x ? [[-1, this.x]] : [], ...this.curves];
    this.cells = [];
    const head = make('tr', {}, make('th', { scope: 'col', text: 'Signal' }),
      ...runs.map(r => view.runs.length > 1 ? make('th', { scope: 'col', class: 'number' }, this.kind === 'lanes' ? '' : dashOf(r), ` ${plain(r.name)}`) :
        make('th', { scope: 'col', class: 'number', text: 'At the cursor' })),
      many && make('th', { scope: 'col', class: 'number', text: 'Difference' }), make('td', {}));
    const rows = rowsOf.map(([number, name]) => {
      const signal = find(name), of = { name, value: [], less: many ? make('td', { class: 'number' }) : null };
      const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
      if (number >= 0 && this.kind !== 'lanes') swatch.style.background = `var(--c${number % COLOURS})`;
      of.value = runs.map(() => make('td', { class: 'number' }));
      this.cells.push(of);
      return make('tr', {}, make('th', { scope: 'row', title: signal.text ? plain(signal.text) : null }, swatch, make('span', {}, ...named(name))),
        ...of.value, of.less, make('td', {}, make('button', { type: 'button', class: 'small', text: '✕', title: 'Remove',
          'aria-label': `Remove ${plain(name)}`, on: { click: () => this.remove(name) } })));
    });
    this.table.replaceChildren(rows.length ? make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)) :
      make('p', { class: 'hint', text: 'Drag a signal here, or choose one and press Enter.' }));
  }

  remove(name) {
    if (name === this.x) this.x = null;
    else this.names = this.names.filter(n => n !== name);
    if (!this.curves.length) this.x = null;
    view.changed('panels');
    this.ground.focus();
  }

  // The table at the cursor.
  async values() {
    const { t, after } = view.cursor, told = [], cells = this.cells;
    for (const { name, value, less } of cells) {
      const found = await Promise.all(view.shown.map(async run => {
        const signal = run.signal.get(name);
        return signal ? { signal, ...valueAt(await run.load(signal), signal, t, after) } : null;
      }));
      found.forEach((v, i) => { if (value[i]) value[i].textContent = !v ? 'none' : v.exact ? plain(inWords(v.signal, v.value)) : Number.isNaN(v.value) ? '–' : `≈ ${about(v.value)}`; });
      if (less && !found[0]?.signal.lanes) less.textContent = Number.isFinite(found.at(-1)?.value - found[0]?.value) && found.length > 1 && this.otherUnit(view.shown.at(-1), name) === this.otherUnit(view.shown[0], name) ? about(found.at(-1).value - found[0].value) : '';
      const unit = found.find(v => v)?.signal.unit;
      told.push(`${plain(name)} ${value.map(v => v.textContent).join(' and ')}${unit ? ` ${plain(unit)}` : ''}`);
    }
    if (cells !== this.cells) return;
    this.ground.setAttribute('aria-valuemin', view.all[0]);
    this.ground.setAttribute('aria-valuemax', view.all[1]);
    this.ground.setAttribute('aria-valuenow', t);
    this.ground.setAttribute('aria-valuetext', view.where());
    clearTimeout(this.later);
    if (view.active === this) this.later = setTimeout(() => { this.said.textContent = `${view.where()}: ${told.join('; ')}.`; }, 300);
  }
}

// ---- panels ------------------------------------------------------------------------------------------------------------

export function activate(panel) {
  view.active = panel;
  for (const p of view.panels) p.element.classList.toggle('active', p === panel && view.panels.length > 1);
}

export function removePanel(panel) {
  const at = view.panels.indexOf(panel);
  panel.chart?.end();
  view.panels.splice(at, 1);
  if (view.active === panel) activate(view.panels[Math.min(at, view.panels.length - 1)] ?? null);
  view.active?.ground.focus();
  view.changed('panels');
}

export function newPanel(what, after = view.panels.at(-1)) {
  const panel = new Panel(what);
  view.panels.splice(view.panels.indexOf(after) + 1, 0, panel);
  activate(panel);
  view.changed('panels');
  return panel;
}

// Into the panel that is marked, if it has its unit; else into the first that has it, or one of its own.
export function addSignal(name, panel = view.active) {
  if (!find(name)) return;
  const at = panel?.takes(name) ? panel : view.panels.find(p => p.names.length && p.takes(name));
  if (!at) {
    newPanel({ names: [name] }, panel ?? undefined);
    say(`${plain(name)} has a panel of its own: signals of one unit share a panel.`);
    return;
  }
  if (!at.names.includes(name)) at.names.push(name);
  activate(at);
  view.changed('panels');
  say(`${plain(name)} is shown.`);
}
