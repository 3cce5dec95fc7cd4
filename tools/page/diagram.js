// diagram.js - the model as a picture that follows the cursor. dtc has drawn it (diagram_svg.c): components with data-component
// and data-box, lines with data-connectors, data-flow, data-speed. Here places are laid over components by colour, word and
// hatch, speed, torque and power over lines; the width of a line is its power.
import { about, digits } from './numbers.js';
import { inWords, valueAt } from './values.js';
import { plain } from './names.js';
import { bare, hatchOf, placeColour } from './marks.js';
import { Room, labelWidth, laid } from './labels.js';
import { make } from './dom.js';
import { view } from './view.js';

const ns = 'http://www.w3.org/2000/svg';
const widths = { least: 1.6, most: 13 }, instants = 1500, few = 4, wordSize = 9.5;

function draw(tag, attributes, text) {
  const element = document.createElementNS(ns, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Numbers in a picture: three digits, and a prefix.
export function short(x, unit) {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x), [factor, prefix] = size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, ''];
  const y = x/factor, places = Math.abs(y) >= 100 ? 0 : Math.abs(y) >= 10 ? 1 : 2;
  return `${Number(y.toFixed(places)) === 0 ? '0' : y.toFixed(places)} ${prefix}${unit}`;
}

// ---- lines ---------------------------------------------------------------------------------------------------------

class Line {
  constructor(group, outer, run) {
    const { flow, speed, kind } = group.dataset, less = speed.startsWith('-'), number = name => run.signal.get(name);
    this.path = group.querySelector('path');
    this.width = Number(this.path.getAttribute('stroke-width'));
    this.pins = group.dataset.connectors.split(' ').map(name => ({ name, signal: number(`${name}.${flow}`), sign: outer.has(name) ? -1 : 1 }));
    this.speed = number(less ? speed.slice(1) : speed);
    this.sign = less ? -1 : 1;
    this.units = kind === 'shaft' ? ['rad/s', 'N·m'] : ['m/s', 'N'];
    this.label = draw('g', { 'font-size': 9, class: 'carried' });
    group.append(this.label);
  }
  // Where its numbers stand: there is room for what they may become.
  settle(room) { this.at = room.place(this.path, this.pins.length > 2 ? [`-9999 ${this.units[0]}`] : ['99.9 kW →', `-999 ${this.units[0]}`, `9999 ${this.units[1]}`]); }
  get known() { return this.speed && this.pins.some(p => p.signal); }

  async load(run) {
    this.curve = await run.load(this.speed);
    for (const p of this.pins) if (p.signal) p.curve = await run.load(p.signal);
  }

  // power: into the component of each connector
  state(t, after) {
    const speed = this.sign*valueAt(this.curve, this.speed, t, after).value;
    const pins = this.pins.map(p => {
      const flow = p.signal ? p.sign*valueAt(p.curve, p.signal, t, after).value : NaN;
      return { ...p, flow, power: flow*speed };
    });
    return { speed, pins, most: pins.reduce((m, p) => Math.abs(p.power) > Math.abs(m.power) || !Number.isFinite(m.power) ? p : m, pins[0]) };
  }

  show({ speed, most, pins }, scale, middles) {
    // Of what joins more than two each branch carries its own: they have the speed in common alone.
    const branched = pins.length > 2, power = Math.abs(most.power);
    const size = !branched && Number.isFinite(power) && scale > 0 ? Math.min(1, power/scale) : 0;
    this.path.setAttribute('stroke-width', branched ? this.width : Math.max(widths.least, size*widths.most).toFixed(2));
    if (!this.at) return;
    const [w, m] = this.units, arrow = pins.length === 2 && size > 1e-4 ? this.arrow(pins, middles) : '';
    const texts = branched ? [short(speed, w)] : [`${short(power, 'W')}${arrow}`, short(speed, w), short(Math.abs(most.flow), m)], off = size*widths.most/2 + 4;
    this.label.replaceChildren(...laid(this.at, texts.slice(0, this.at.n), off).map(t => draw('text', { x: t.x, y: t.y, 'text-anchor': t.anchor }, t.text)));
  }

  // Which way the power goes: to the component that takes it.
  arrow([a, b], middles) {
    const taker = b.power > 0 ? b : a, giver = taker === b ? a : b, to = middles(taker.name), from = middles(giver.name);
    if (!to || !from) return '';
    const dx = to[0] - from[0], dy = to[1] - from[1];
    return Math.abs(dx) >= Math.abs(dy) ? dx > 0 ? ' →' : ' ←' : dy > 0 ? ' ↓' : ' ↑';
  }
}

// ---- places --------------------------------------------------------------------------------------------------------

const isPlace = s => s.lanes && s.lanes.size > 1 && s.kind !== 'parameter' && s.kind !== 'calculated';
const within = (name, path) => name.startsWith(path) && (name[path.length] === '.' || name[path.length] === '[');

// Of a component its own place; of one with more in it what is stuck there.
class Part {
  constructor(group, run) {
    const path = group.dataset.component, all = run.signals.filter(s => isPlace(s) && within(s.name, path));
    const own = all.filter(s => !/[.\[]/.test(s.name.slice(path.length + 1)));
    this.path = path;
    this.box = group.dataset.box.split(' ').map(Number);
    this.own = own.find(s => s.name.endsWith('.law')) ?? own[0];
    this.inner = this.own ? [] : all.filter(s => s.name.endsWith('.law'));
    this.layer = draw('g', { 'pointer-events': 'none' });
    group.append(this.layer);
  }
  get known() { return this.own || this.inner.length > 0; }
  async load(run) { this.curves = await Promise.all([this.own, ...this.inner].filter(s => s).map(s => run.load(s))); }

  state(t, after) {
    if (this.own) {
      const word = inWords(this.own, valueAt(this.curves[0], this.own, t, after).value);
      return { word, text: word, number: [...this.own.lanes.values()].indexOf(word) };
    }
    const stuck = this.inner.filter((s, i) => inWords(s, valueAt(this.curves[i], s, t, after).value) === 'stuck')
      .map(s => s.name.slice(this.path.length, -4).replace(/^\./, ''));
    const told = n => `stuck: ${stuck.slice(0, n).join(', ')}${stuck.length > n ? ` and ${stuck.length - n}` : ''}`;
    return { word: null, text: stuck.length ? told(few) : 'none is stuck',
      shorter: stuck.length ? [...Array(few - 1).keys()].map(n => told(few - 1 - n)).concat(`${stuck.length} stuck`) : [''] };
  }

  show({ word, text, number, shorter = [] }, hatch) {
    const [x, y, width, height] = this.box, fits = t => labelWidth(plain(t), wordSize, true) < width - 2, best = shorter.at(-1) === '' ? '' : [text, ...shorter].find(fits) ?? shorter.at(-1) ?? text;
    const label = draw('text', { x: x + width/2, y: y + height - 5, 'text-anchor': 'middle', 'font-size': wordSize, class: 'word' }, plain(best));
    if (!word || bare(word)) {
      this.layer.replaceChildren(...word ? [draw('rect', { x, y, width, height, rx: 4, class: 'bare' })] : [], label);
      return;
    }
    const c = `var(--c${placeColour(word, number)})`, tint = draw('rect', { x, y, width, height, rx: 4, 'fill-opacity': 0.3, 'stroke-width': 2 });
    const lines = draw('rect', { x, y, width, height, rx: 4, fill: `url(#${hatch(word, number)})` });
    tint.style.fill = tint.style.stroke = c;
    this.layer.replaceChildren(tint, lines, label);
  }
}

// ---- a picture -----------------------------------------------------------------------------------------------------

class Picture {
  constructor(section, number, run) {
    this.section = section;
    this.svg = section.querySelector('svg');
    this.number = number;
    const groups = [...section.querySelectorAll('[data-component]')];
    this.middles = new Map(groups.map(g => [g.dataset.component, g.dataset.box.split(' ').map(Number)]));
    this.parts = groups.map(g => new Part(g, run)).filter(p => p.known);
    this.lines = [...section.querySelectorAll('[data-flow]')].map(g => new Line(g, this.middles, run)).filter(l => l.known);
    this.defs = draw('defs', {});
    this.svg.prepend(this.defs);
    const room = new Room(this.svg);
    for (const line of this.lines) line.settle(room);
    this.svg.style.height = 'auto';
    this.size(1);
  }

  // 0: no wider than the page; 1: but letters stay letters (page.css: --readable), and on a phone the picture moves by itself
  size(scale) {
    const natural = this.svg.viewBox.baseVal.width, fit = `min(100%, ${natural}px)`;
    this.svg.style.width = scale === 0 ? fit : scale === 1 ? `max(${fit}, calc(var(--readable)*${natural}px))` : `${100*scale}%`;
  }

  // The middle of the component that a connector is of.
  middle(pin) {
    const of = pin.slice(0, pin.lastIndexOf('.')), box = this.middles.get(pin) ?? this.middles.get(of) ?? this.middles.get(of.replace(/\[[^\]]*\]$/, ''));
    return box && [box[0] + box[2]/2, box[1] + box[3]/2];
  }

  hatch(word, number) {
    const k = hatchOf(word, number), id = `hatch${this.number}-${k}`;
    if (!this.defs.querySelector(`#${id}`)) {
      const pattern = draw('pattern', { id, width: 8, height: 8, patternUnits: 'userSpaceOnUse' });
      pattern.append(draw('path', { d: hatchOf.path[k], fill: 'none', stroke: 'currentColor', 'stroke-width': 1, 'stroke-opacity': 0.55 }));
      this.defs.append(pattern);
    }
    return id;
  }

  load(run) {
    return this.loaded ??= Promise.all([...this.lines, ...this.parts].map(x => x.load(run)));
  }

  show(t, after, scale) {
    for (const line of this.lines) line.show(line.state(t, after), scale, pin => this.middle(pin));
    for (const part of this.parts) part.show(part.state(t, after), (word, number) => this.hatch(word, number));
  }
}

// The greatest power of a run on these lines, at some of its instants.
function greatest(lines, { time }) {
  const step = Math.max(1, Math.floor(time.length/instants));
  let most = 0;
  for (const line of lines)
    for (let i = 0; i < time.length; i += step) {
      const power = Math.abs(line.state(time[i], true).most.power);
      if (power > most) most = power;
    }
  return most;
}

// ---- the figure ----------------------------------------------------------------------------------------------------

export class Diagram {
  constructor(figure, tree) {
    this.run = view.runs[0];
    this.pictures = [...figure.querySelectorAll('section')].map((s, i) => new Picture(s, i, this.run));
    this.way = make('p', { class: 'way' });
    this.printed = make('p', { class: 'printed' });
    this.slider = make('input', { type: 'range', min: 0, max: this.run.time.length - 1, step: 1, 'aria-label': 'Time', on: { input: e => view.toRow(Number(e.target.value)) } });
    this.where = make('output', { class: 'where' });
    this.table = make('div', { class: 'wide carries', tabindex: 0, role: 'region', 'aria-label': 'Values in the diagram' });
    const button = (text, label, f) => make('button', { type: 'button', text, title: label, 'aria-label': label, on: { click: f } });
    const larger = by => () => { this.size = by && (this.size || 1)*by; for (const p of this.pictures) p.size(this.size); };
    this.size = 1;
    this.element = make('div', {}, make('div', { class: 'line' }, button('⇤', 'Event before', () => view.toEvent(-1)), this.slider, button('⇥', 'Next event', () => view.toEvent(1)), this.where,
        button('−', 'Smaller', larger(0.8)), button('+', 'Larger', larger(1.25)), button('Fit', 'Fit: as wide as the page', larger(0))),
      view.runs.length > 1 && make('p', { class: 'hint', text: `Of ${plain(this.run.name)}.` }), this.way, this.printed, figure, this.table);
    figure.hidden = false;
    figure.addEventListener('click', e => this.click(e, tree));
    figure.addEventListener('keydown', e => {
      if ((e.key === 'Enter' || e.key === ' ') && this.click(e, tree)) e.preventDefault();
    });
    this.element.addEventListener('keydown', e => { if (e.key === 'Escape' && this.now.section.dataset.up !== undefined) this.open(this.now.section.dataset.up); });
    this.now = this.pictures[0];
  }

  click(e, tree) {
    const opens = e.target.closest('.opens'), at = e.target.closest('[data-component]');
    if (opens) this.open(opens.dataset.opens);
    else if (at) tree.showComponent(at.dataset.component);
    return opens;
  }

  named(path) { return this.pictures.find(p => p.section.dataset.path === path); }

  open(path) {
    const focused = this.element.contains(document.activeElement);
    this.now = this.named(path) ?? this.pictures[0];
    for (const p of this.pictures) p.section.hidden = p !== this.now;
    const steps = [];
    for (let at = this.now; at; at = at.section.dataset.up === undefined ? null : this.named(at.section.dataset.up)) steps.unshift(at);
    this.way.hidden = steps.length < 2;
    this.way.replaceChildren(...steps.flatMap((p, i) => [i ? ' › ' : '', p === this.now ? make('b', { text: plain(p.section.dataset.name) }) :
      make('button', { type: 'button', class: 'link', text: plain(p.section.dataset.name), on: { click: () => this.open(p.section.dataset.path) } })]).filter(x => x));
    if (focused && steps.length > 1) this.way.querySelector('button').focus();
    return this.show();
  }

  async show() {
    if (!this.element.isConnected || this.element.closest('[hidden]')) return;
    const { t, after } = view.cursor, now = this.now;
    await Promise.all([this.pictures[0].load(this.run), now.load(this.run)]);
    if (now !== this.now) return;
    this.scale ??= greatest(this.pictures[0].lines, this.run) || greatest(now.lines, this.run);
    now.show(t, after, this.scale);
    this.slider.value = view.row;
    this.slider.setAttribute('aria-valuetext', view.where());
    this.where.textContent = view.where();
    this.printed.textContent = `Values ${view.where()}.`;
    this.values(t, after);
  }

  // The same as a table.
  values(t, after) {
    const head = texts => make('thead', {}, make('tr', {}, ...texts.map((text, i) => make('th', { scope: 'col', text, class: i && texts.length > 2 ? 'number' : null }))));
    const row = (cells, kind = 'number') => make('tr', {}, ...cells.map((text, i) => make(i ? 'td' : 'th', { scope: i ? null : 'row', class: i ? kind : null, text })));
    const lines = this.now.lines.flatMap(line => {
      const { speed, pins } = line.state(t, after);
      return pins.filter(p => p.signal).map(p => row([plain(p.name), `${digits(speed)} ${line.units[0]}`, `${digits(p.flow)} ${line.units[1]}`, `${about(p.power)} W`]));
    });
    const places = this.now.parts.map(p => row([plain(p.path), plain(p.state(t, after).text)], null));
    this.table.replaceChildren(...[places.length && make('table', {}, head(['Component', 'Place']), make('tbody', {}, ...places)),
      lines.length && make('table', {}, head(['Into the component at', 'Speed', 'Torque or force', 'Power']), make('tbody', {}, ...lines))].filter(e => e));
  }
}
