// study.js - the page of a study: points as lines over parallel axes, and as dots over two columns. A range that is drawn on one is
// a range on all; what is within all of them is chosen, and has its numbers in the table. Cost: linear in the points.
import { about, digits, ticks } from './numbers.js';
import { plain } from './names.js';
import { make } from './dom.js';

const study = JSON.parse(document.getElementById('knowledge').textContent), count = study.point.length;
const css = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// ---- columns ---------------------------------------------------------------------------------------------------------

// Numbers by point, NaN: none. Words are numbered as they come.
class Column {
  constructor({ name, unit, metric, values }, index) {
    this.words = values.some(v => typeof v === 'string') ? [...new Set(values.filter(v => v !== null))] : null;
    Object.assign(this, { name, unit, metric, index, value: Float64Array.from(values, v => v === null ? NaN : this.words ? this.words.indexOf(v) : v) });
    const finite = this.value.filter(Number.isFinite);
    this.least = finite.reduce((a, b) => Math.min(a, b), Infinity);
    this.most = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    this.empty = finite.length === 0;
    if (this.empty) [this.least, this.most] = [0, 1];
    if (this.words) [this.least, this.most] = [-0.5, this.words.length - 0.5];
    else if (!(this.most > this.least)) [this.least, this.most] = [this.least - 0.5, this.most + 0.5];
    this.range = null;
  }
  part(v) { return (v - this.least)/(this.most - this.least); }
  at(part) { return this.least + part*(this.most - this.least); }
  text(v) { return Number.isNaN(v) ? '–' : this.words ? plain(this.words[Math.round(v)]) : about(v); }
  get label() { return this.unit ? `${plain(this.name)}, ${plain(this.unit)}` : plain(this.name); }
  has(i) { return !this.range || (this.value[i] >= this.range[0] && this.value[i] <= this.range[1]); }
}

const column = study.columns.map((c, i) => new Column(c, i)), metrics = column.filter(c => c.metric && !c.empty);
const state = { column, chosen: new Uint8Array(count).fill(1), n: count, colour: metrics[1] ?? metrics[0] ?? column[0], x: column[0], y: metrics[0] ?? column.at(-1), at: -1 };

function setRange(c, range) {
  c.range = range && [Math.max(Math.min(...range), c.least), Math.min(Math.max(...range), c.most)];
  state.n = 0;
  for (let i = 0; i < count; i++) state.n += state.chosen[i] = column.every(k => k.has(i)) ? 1 : 0;
  show();
}

// Dark to light.
function shade(part) {
  const levels = study.levels.map(h => [1, 3, 5].map(k => parseInt(h.slice(k, k + 2), 16))), at = Math.min(Math.max(part, 0), 1)*(levels.length - 1);
  const i = Math.min(Math.floor(at), levels.length - 2);
  return `rgb(${levels[i].map((v, k) => Math.round(v + (at - i)*(levels[i + 1][k] - v))).join(' ')})`;
}
const colourOf = i => { const v = state.colour.value[i]; return Number.isNaN(v) ? css('rule') : shade(state.colour.part(v)); };

// ---- canvases --------------------------------------------------------------------------------------------------------

function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1, c = canvas.getContext('2d');
  Object.assign(canvas, { width: width*scale, height: height*scale });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  c.scale(scale, scale);
  c.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return c;
}

// What is not chosen lies below.
function eachPoint(draw) {
  for (const chosen of [0, 1]) for (let i = 0; i < count; i++) if (state.chosen[i] === chosen) draw(i, chosen);
}

// A drag along both directions that `place` knows: down, and meanwhile; a click is told by `none`.
function dragged(element, place, during, none) {
  element.addEventListener('pointerdown', e => {
    const from = place(e), { clientX, clientY } = e, far = e => Math.hypot(e.clientX - clientX, e.clientY - clientY) > 3;
    const move = e => { if (far(e)) during(from, place(e)); };
    const up = e => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      if (!far(e)) none();
    };
    element.setPointerCapture(e.pointerId);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    e.preventDefault();
  });
}

// ---- parallel axes ---------------------------------------------------------------------------------------------------

const axes = { height: 300, top: 46, below: 24, least: 92, element: null, canvas: null, over: null };
axes.x = k => (k + 0.5)*axes.width/column.length;
axes.y = (c, v) => axes.top + (1 - c.part(v))*(axes.height - axes.top - axes.below);
axes.value = (c, e) => c.at(1 - (e.clientY - axes.canvas.getBoundingClientRect().top - axes.top)/(axes.height - axes.top - axes.below));

function axisOf(c, k) {
  const bar = make('div', { class: 'bar' }), range = make('div', { class: 'range', hidden: true });
  const grip = make('div', { class: 'grip', title: `${c.label}: drag for a range, click for all` }, bar, range);
  const element = make('div', { class: 'axis', 'data-column': c.name }, make('span', { class: 'name', text: c.label }), grip,
    ...(c.words ?? []).slice(0, 12).map((w, i) => make('span', { class: 'word', text: plain(w), 'data-level': i })),
    !c.words && make('span', { class: 'end most', text: c.text(c.most) }), !c.words && make('span', { class: 'end', text: c.text(c.least) }));
  dragged(grip, e => axes.value(c, e), (a, b) => setRange(c, [a, b]), () => setRange(c, null));
  return Object.assign(element, { range, k });
}

function drawAxes() {
  axes.width = Math.max(axes.element.clientWidth, axes.least*column.length);
  const c = sized(axes.canvas, axes.width, axes.height), grey = css('rule'), alpha = Math.max(0.12, Math.min(0.9, 30/Math.sqrt(state.n + 1)));
  const line = (i, stroke, width, opaque) => {
    c.beginPath();
    let before = false;
    column.forEach((k, n) => {
      const v = k.value[i], is = !Number.isNaN(v);
      if (is) (before ? c.lineTo : c.moveTo).call(c, axes.x(n), axes.y(k, v));
      before = is;
    });
    Object.assign(c, { strokeStyle: stroke, lineWidth: width, globalAlpha: opaque });
    c.stroke();
  };
  eachPoint((i, chosen) => line(i, chosen ? colourOf(i) : grey, 1, chosen ? alpha : alpha*0.25));
  if (state.at >= 0) line(state.at, css('text'), 2.5, 1);
  [...axes.over.children].forEach((element, k) => {
    const own = column[k], room = axes.height - axes.top - axes.below;
    Object.assign(element.style, { left: `${axes.x(k)}px`, width: `${axes.width/column.length}px`, height: `${axes.height}px` });
    element.range.hidden = !own.range;
    if (own.range) Object.assign(element.range.style, { top: `${(1 - own.part(own.range[1]))*room}px`, height: `${Math.max(2, (own.part(own.range[1]) - own.part(own.range[0]))*room)}px` });
    for (const word of element.querySelectorAll('.word')) word.style.top = `${axes.y(own, Number(word.dataset.level)) - 8}px`;
  });
}

// ---- two columns -----------------------------------------------------------------------------------------------------

const plot = { height: 380, left: 76, right: 14, top: 12, below: 44, element: null, canvas: null };
plot.x = v => plot.left + state.x.part(v)*(plot.width - plot.left - plot.right);
plot.y = v => plot.height - plot.below - state.y.part(v)*(plot.height - plot.below - plot.top);
plot.place = e => {
  const box = plot.canvas.getBoundingClientRect();
  return { x: e.clientX - box.left, y: e.clientY - box.top };
};
plot.values = ({ x, y }) => [state.x.at((x - plot.left)/(plot.width - plot.left - plot.right)), state.y.at((plot.height - plot.below - y)/(plot.height - plot.below - plot.top))];

// Round numbers, some five of them.
function marksOf(c) {
  if (c.words) return c.words.map((w, i) => [i, plain(w)]).slice(0, 12);
  const raw = (c.most - c.least)/5, size = 10**Math.floor(Math.log10(raw)), step = size*[1, 2, 5, 10].find(f => f*size >= raw), list = [];
  for (let k = Math.ceil(c.least/step); k*step <= c.most; k++) list.push(k*step);
  return ticks(list).map((text, i) => [list[i], text]);
}

function drawPlot() {
  plot.width = Math.min(Math.max(320, plot.element.clientWidth), 760);
  const c = sized(plot.canvas, plot.width, plot.height), { x, y } = state, grey = css('rule');
  Object.assign(c, { strokeStyle: css('grid'), fillStyle: css('text'), lineWidth: 1, textAlign: 'center' });
  const bottom = plot.height - plot.below, right = plot.width - plot.right;
  const rule = (x0, y0, x1, y1) => { c.beginPath(); c.moveTo(x0, y0); c.lineTo(x1, y1); c.stroke(); };
  for (const [v, text] of marksOf(x)) { rule(plot.x(v), plot.top, plot.x(v), bottom); c.fillText(text, plot.x(v), bottom + 16); }
  c.textAlign = 'right';
  for (const [v, text] of marksOf(y)) { rule(plot.left, plot.y(v), right, plot.y(v)); c.fillText(text, plot.left - 6, plot.y(v) + 4); }
  c.textAlign = 'center';
  c.fillText(x.label, (plot.left + right)/2, plot.height - 8);
  c.save();
  c.translate(13, (plot.top + bottom)/2);
  c.rotate(-Math.PI/2);
  c.fillText(y.label, 0, 0);
  c.restore();
  const dot = (i, fill, size) => { c.beginPath(); c.arc(plot.x(x.value[i]), plot.y(y.value[i]), size, 0, 7); c.fillStyle = fill; c.fill(); };
  const has = i => !Number.isNaN(x.value[i] + y.value[i]);
  eachPoint((i, chosen) => { if (has(i)) { c.globalAlpha = chosen ? 0.9 : 0.2; dot(i, chosen ? colourOf(i) : grey, chosen ? 3.2 : 2.2); } });
  c.globalAlpha = 1;
  if (state.at >= 0 && has(state.at)) { dot(state.at, css('text'), 6); dot(state.at, colourOf(state.at), 4); }
  if (x.range || y.range) {
    const [x0, x1] = x.range ?? [x.least, x.most], [y0, y1] = y.range ?? [y.least, y.most];
    Object.assign(c, { strokeStyle: css('accent'), fillStyle: css('accent'), globalAlpha: 0.12 });
    c.fillRect(plot.x(x0), plot.y(y1), plot.x(x1) - plot.x(x0), plot.y(y0) - plot.y(y1));
    c.globalAlpha = 1;
    c.strokeRect(plot.x(x0), plot.y(y1), plot.x(x1) - plot.x(x0), plot.y(y0) - plot.y(y1));
  }
}

function nearest({ x, y }) {
  let best = -1, least = 20**2;
  for (let i = 0; i < count; i++) {
    const d = (plot.x(state.x.value[i]) - x)**2 + (plot.y(state.y.value[i]) - y)**2;
    if (d < least && state.chosen[i]) [best, least] = [i, d];
  }
  return best;
}

// By the keyboard: the next one that is chosen, along what is across.
function step(by) {
  const list = [...state.chosen.keys()].filter(i => state.chosen[i] && !Number.isNaN(state.x.value[i])).sort((a, b) => state.x.value[a] - state.x.value[b]);
  if (list.length) point(list[Math.min(Math.max(list.indexOf(state.at) + by, 0), list.length - 1)]);
}

// ---- numbers of what is chosen ---------------------------------------------------------------------------------------

const cells = [];

function rowOf(c) {
  const input = (what, k) => make('input', { type: 'number', step: 'any', 'aria-label': `${c.label}: ${what}`, on: { change: e => {
    const range = [...(c.range ?? [c.least, c.most])];
    range[k] = e.target.value === '' ? [c.least, c.most][k] : Number(e.target.value);
    setRange(c, range[0] <= c.least && range[1] >= c.most ? null : range);
  } } });
  const word = c.words && make('select', { 'aria-label': `${c.label}: only`, on: { change: e => {
    const i = Number(e.target.value);
    setRange(c, i < 0 ? null : [i - 0.5, i + 0.5]);
  } } }, make('option', { value: -1, text: 'all' }), ...c.words.map((w, i) => make('option', { value: i, text: plain(w) })));
  const own = { from: !c.words && input('from', 0), to: !c.words && input('to', 1), word, number: ['least', 'mean', 'most', 'point'].map(() => make('td', { class: 'number' })) };
  cells.push(own);
  return make('tr', {}, make('th', { scope: 'row', text: c.label }), word ? make('td', { colspan: 2 }, word) : make('td', {}, own.from), word ? null : make('td', {}, own.to), ...own.number);
}

function fillTable() {
  column.forEach((c, k) => {
    const { from, to, word, number } = cells[k];
    let n = 0, sum = 0, least = Infinity, most = -Infinity;
    for (let i = 0; i < count; i++) {
      const v = c.value[i];
      if (!state.chosen[i] || Number.isNaN(v)) continue;
      n++;
      sum += v;
      least = Math.min(least, v);
      most = Math.max(most, v);
    }
    if (word) word.value = c.range ? String(Math.round((c.range[0] + c.range[1])/2)) : '-1';
    else for (const [input, i] of [[from, 0], [to, 1]]) {
      input.value = c.range ? about(c.range[i]) : '';
      input.placeholder = about([c.least, c.most][i]);
    }
    const shown = c.words || n === 0 ? ['', '', ''] : [least, sum/n, most].map(about);
    [...shown, state.at >= 0 ? c.text(c.value[state.at]) : ''].forEach((text, i) => { number[i].textContent = text; });
  });
}

// ---- the page --------------------------------------------------------------------------------------------------------

let said, pointHead, due = false;

function redraw() {
  due = false;
  drawAxes();
  drawPlot();
  fillTable();
  pointHead.textContent = state.at >= 0 ? `point ${study.point[state.at]}` : 'point';
  said.textContent = `${state.n} of ${count} points chosen`;
  plot.canvas.setAttribute('aria-valuenow', String(state.at >= 0 ? study.point[state.at] : 0));
  plot.canvas.setAttribute('aria-valuetext', state.at >= 0 ? `point ${study.point[state.at]}: ${column.map(c => `${c.label} ${c.text(c.value[state.at])}`).join('; ')}` : 'no point');
}

// Once a frame.
function show() {
  if (due) return;
  due = true;
  requestAnimationFrame(redraw);
}

function point(i) {
  if (i === state.at) return;
  state.at = i;
  show();
}

const choice = (label, key, list) => make('label', {}, make('span', { text: label }), make('select', { 'data-choice': key, on: { change: e => { state[key] = column[Number(e.target.value)]; show(); } } },
  ...list.map(c => make('option', { value: c.index, selected: c === state[key], text: plain(c.name) }))));

const quoted = text => /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
function csvOfChosen() {
  const lines = [['point', ...column.map(c => quoted(c.name))].join(',')];
  for (let i = 0; i < count; i++) if (state.chosen[i])
    lines.push([study.point[i], ...column.map(c => Number.isNaN(c.value[i]) ? '' : c.words ? quoted(c.words[c.value[i]]) : digits(c.value[i]))].join(','));
  return `${lines.join('\n')}\n`;
}

function saveChosen() {
  const url = URL.createObjectURL(new Blob([csvOfChosen()], { type: 'text/csv' })), a = make('a', { href: url, download: 'chosen.csv' });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function clear() {
  for (const c of column) c.range = null;
  setRange(column[0], null);
}

function beginStudy() {
  const button = (text, title, click) => make('button', { type: 'button', text, title, on: { click } });
  said = make('span', { class: 'said', role: 'status' });
  axes.canvas = make('canvas', { 'aria-hidden': 'true' });
  axes.over = make('div', { class: 'over' }, ...column.map(axisOf));
  axes.element = make('div', { class: 'axes wide', tabindex: 0, role: 'region', 'aria-label': 'Points over parallel axes' }, axes.canvas, axes.over);
  plot.canvas = make('canvas', { tabindex: 0, role: 'slider', 'aria-label': 'Point', 'aria-valuemin': 0, 'aria-valuemax': study.last });
  plot.element = make('div', { class: 'scatter' }, plot.canvas);
  dragged(plot.canvas, plot.place, (a, b) => {
    const [x0, y0] = plot.values(a), [x1, y1] = plot.values(b);
    state.x.range = null;
    setRange(state.x, [x0, x1]);
    if (state.y !== state.x) setRange(state.y, [y0, y1]);
  }, () => { setRange(state.x, null); setRange(state.y, null); });
  plot.canvas.addEventListener('pointermove', e => { if (!e.buttons) point(nearest(plot.place(e))); });
  plot.canvas.addEventListener('keydown', e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (by) step(by);
    else if (e.key === 'Escape') clear();
    else return;
    e.preventDefault();
  });
  pointHead = make('th', { scope: 'col', class: 'number' });
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...['', 'from', 'to'].map(text => text ? make('th', { scope: 'col', text }) : make('td')),
    ...['least', 'mean', 'most'].map(text => make('th', { scope: 'col', class: 'number', text })), pointHead)), make('tbody', {}, ...column.map(rowOf)));
  const some = column.filter(c => !c.empty);
  document.getElementById('study').append(...[
    make('div', { class: 'tools' }, choice('Colour', 'colour', some), choice('Across', 'x', some), choice('Up', 'y', some), button('All', 'No ranges: all points are chosen', clear),
      button('CSV', 'Save the points that are chosen', saveChosen), said),
    study.step > 1 && make('p', { class: 'hint', text: `Of ${study.points} points the page has one in ${study.step}; the tables below are of all.` }),
    make('p', { class: 'hint', text: 'Drag along an axis, or over the dots, for a range: what is within all ranges is chosen. A click is all again.' }),
    axes.element, make('div', { class: 'two' }, plot.element, make('div', { class: 'wide' }, table))].filter(e => e));
  redraw();
  new ResizeObserver(show).observe(document.getElementById('study'));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  window.study = { state, setRange, csvText: csvOfChosen, axes, plot, settled: () => !due };
  document.documentElement.dataset.ready = 'true';
}

beginStudy();
