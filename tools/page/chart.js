// chart.js - what a panel draws: curves, lanes of words, or one signal over another. uPlot makes axes and grids; what is
// between them is drawn here, since each run has its own times, and twice the same where there is an event.
import { ticks } from './numbers.js';
import { inWords, search, valueAt } from './values.js';
import { CanvasPen, colour, curveColour, dashes, fontOf } from './pens.js';
import { plain } from './names.js';
import { bare, hatchLines, hatchOf, placeColour } from './marks.js';
import { view } from './view.js';

export const sizes = { left: 62, right: 14, top: 10, label: 16, numbers: 24, curves: 210, phase: 380, lane: 32, events: 400, paper: 680 };
const far = y => Math.max(-1e5, Math.min(1e5, y)), far64 = 8e307;

// ---- curves -------------------------------------------------------------------------------------------------------

// Indices from the last point before the range to the first one behind it.
const visible = (x, from, to) => [Math.max(0, search(x, from, false) - 1), Math.min(x.length, search(x, to, true) + 1)];

// Of a long curve each pixel keeps its first, least, greatest and last value.
function trace(path, { x, y }, X, Y, from, to, width) {
  const [begin, end] = visible(x, from, to), dense = end - begin > 4*width;
  let open = false, alone = null;
  // What stands alone between values that are none is a short line.
  const ended = () => { if (alone) path.lineTo(alone[0] + 2, alone[1]); };
  const point = (px, v) => {
    if (!Number.isFinite(v)) ended();
    else if (open) path.lineTo(px, far(Y(v)));
    else path.moveTo(px, far(Y(v)));
    alone = Number.isFinite(v) && !open ? [px, far(Y(v))] : null;
    open = Number.isFinite(v);
  };
  for (let i = begin; i < end;) {
    if (!dense) {
      point(far(X(x[i])), y[i]);
      i++;
      continue;
    }
    const pixel = Math.floor(X(x[i])), begins = i, first = y[i];
    let low = first, high = first, last = first;
    for (; i < end && Math.floor(X(x[i])) === pixel; i++) {
      last = y[i];
      if (last < low) low = last;
      if (last > high) high = last;
    }
    point(far(X(x[begins])), first);
    if (low < Math.min(first, last)) point(far(pixel + 0.5), low);
    if (high > Math.max(first, last)) point(far(pixel + 0.5), high);
    if (i - begins > 1) point(far(X(x[i - 1])), last);
  }
  ended();
}

// Least and greatest value of what is seen, with room on both sides.
function rangeOf(lines, from, to) {
  let low = Infinity, high = -Infinity;
  const take = v => {
    if (v < low && v > -far64) low = v;
    if (v > high && v < far64) high = v;
  };
  for (const { curve, signal } of lines) {
    for (let i = search(curve.x, from, false), end = search(curve.x, to, true); i < end; i++) take(curve.y[i]);
    take(valueAt(curve, signal, from, true).value);
    take(valueAt(curve, signal, to, true).value);
  }
  return spread(low, high);
}

function spread(low, high) {
  if (!(low <= high)) return [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > 1e-9*most ? 0.06*(high - low) : most > 0 ? most/2 : 1;
  return [low - room, high + room];
}

// ---- lanes --------------------------------------------------------------------------------------------------------

const tintOf = (word, words) => bare(word) ? colour('rule') : curveColour(placeColour(word, words.indexOf(word)));

// Parts of the time in which a word holds: f(from, to, value)
function spans({ x, y }, from, to, f) {
  const [first, end] = visible(x, from, to);
  for (let i = first, begin = first; i < end; i++)
    if (i + 1 === end || y[i + 1] !== y[begin]) {
      const until = i + 1 < x.length ? x[i + 1] : x[i];
      if (until > x[begin]) f(x[begin], until, y[begin]);
      begin = i + 1;
    }
}

function drawLanes(pen, lines, box, X) {
  lines.forEach(({ run, signal, curve }, k) => {
    const top = box.y + k*sizes.lane + 2, words = [...signal.lanes.values()];
    const name = plain(signal.name) + (view.shown.length > 1 ? `, ${plain(run.name)}` : '');
    let behind = -Infinity;
    pen.path(p => { p.moveTo(box.x, top + 28); p.lineTo(box.x + box.w, top + 28); }, { stroke: colour('grid'), width: 1 });
    spans(curve, view.from, view.to, (from, to, value) => {
      const right = Math.min(box.x + box.w, X(to)), left = Math.max(box.x, Math.min(X(from), right - 0.5));      // what is short is seen, too
      if (right <= behind + 0.4 || right <= left) return;
      behind = right;
      const word = inWords(signal, value);
      const tint = tintOf(word, words);
      if (!bare(word)) pen.rect(left, top + 14, right - left, 14, { fill: tint, alpha: 0.28 });
      const hatch = hatchOf(word, words.indexOf(word));
      if (!bare(word) && hatch && right - left > 5)
        pen.clipped(left, top + 14, right - left, 11, () => pen.path(p => hatchLines(p, hatch, left, top + 14, right - left, 11), { stroke: tint, width: 0.8 }));
      if (!bare(word)) pen.rect(left, top + 25.5, right - left, 2.5, { fill: tint });
      if (pen.width(word, 11) + 8 < right - left) pen.text(left + 4, top + 24, plain(word), { fill: colour('text'), size: 11 });
    });
    pen.text(box.x + 1, top + 10, name, { fill: colour('soft'), size: 11 });
  });
}

// ---- one over another ----------------------------------------------------------------------------------------------

// Points of rows that both have, in the part of the time that is seen.
function points({ curve, across }) {
  const at = [], rowOf = (c, i) => c.rows ? c.rows[i] : i, seen = t => t >= view.from && t <= view.to;
  let k = 0;
  if (curve.constant || across.constant) {
    const { x } = curve.constant ? across : curve;
    return Array.from(x, (t, i) => [across.y[across.constant ? 0 : i], curve.y[curve.constant ? 0 : i], t]).filter(p => seen(p[2]));
  }
  for (let i = 0; i < curve.x.length; i++) {
    while (k < across.x.length && rowOf(across, k) < rowOf(curve, i)) k++;
    if (k < across.x.length && rowOf(across, k) === rowOf(curve, i) && seen(curve.x[i])) at.push([across.y[k], curve.y[i], curve.x[i]]);
  }
  return at;
}

const numbers = document.createElement('canvas').getContext('2d');
function numberWidth(text) {
  numbers.font = fontOf(11.5);
  return numbers.measureText(text).width;
}

// Panels begin at one place, where the widest numbers of any have room: all are drawn again when that has changed.
export function alignCharts(charts) {
  const left = Math.max(sizes.left, ...charts.map(c => c.left ?? 0));
  if (left === view.left) return;
  view.left = left;
  for (const c of charts) c.draw();
}

// ---- the chart -----------------------------------------------------------------------------------------------------

export class Chart {
  // panel: { kind, lines, x }; last: it says that they are over the time
  constructor(panel, ground, last) {
    Object.assign(this, { panel, ground, last });
    this.ranges = { x: [0, 1], y: [0, 1] };
    this.plot = new uPlot(this.options(), [[0, 1], [0, 1]], ground);
    this.mark = document.createElement('div');
    this.mark.className = panel.kind === 'phase' ? 'dot' : 'cursor';
    this.box = document.createElement('div');
    this.box.className = 'chosen';
    this.plot.over.append(this.mark, this.box);
    this.sized = new ResizeObserver(() => this.resize());
    this.sized.observe(ground);
    this.draw();
  }

  // The last panel over the time says so, and each that is over something else.
  get named() { return this.last || this.panel.kind === 'phase'; }

  get height() {
    const below = sizes.numbers + (this.named ? sizes.label : 0);
    const inner = this.panel.kind === 'lanes' ? Math.max(1, this.panel.lines.length)*sizes.lane : sizes[this.panel.kind];
    return sizes.top + inner + below;
  }

  options() {
    const lanes = this.panel.kind === 'lanes', { named } = this;
    const axis = {
      stroke: () => colour('soft'), grid: { stroke: () => colour('grid'), width: 1 }, font: fontOf(11.5), labelFont: fontOf(11.5),
      ticks: { stroke: () => colour('grid'), width: 1, size: 5 }
    };
    return {
      width: Math.max(120, this.ground.clientWidth), height: this.height, padding: [sizes.top, sizes.right, 0, 0],
      cursor: { show: false }, legend: { show: false }, select: { show: false },
      scales: { x: { time: false, range: () => this.ranges.x }, y: { range: () => this.ranges.y } },
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [
        { ...axis, size: sizes.numbers, gap: 4, space: (u, a, from, to) => Math.max(50, 20 + Math.max(...ticks([from, from + (to - from)/8, to]).map(t => numberWidth(t)))), values: (u, s) => ticks(s), label: named ? this.acrossText() : null, labelSize: named ? sizes.label : 0, labelGap: 0 },
        { ...axis, size: (u, texts) => { this.left = Math.max(sizes.left, ...(texts ?? []).map(t => numberWidth(t) + 16)); return Math.max(this.left, view.left); }, gap: 4,
          values: (u, s) => lanes ? s.map(() => '') : ticks(s),
          grid: { ...axis.grid, show: !lanes }, ticks: { ...axis.ticks, show: !lanes }, space: 34 }
      ],
      hooks: { draw: [u => this.content(u)] }
    };
  }

  acrossText() {
    const unit = this.panel.across?.unit;
    return this.panel.kind === 'phase' ? plain(this.panel.x) + (unit ? `, ${plain(unit)}` : '') : 'time, s';
  }

  // Of a canvas: in its own pixels.
  content(u) {
    const ratio = window.devicePixelRatio || 1, { left, top, width, height } = u.bbox;
    u.ctx.save();
    u.ctx.scale(ratio, ratio);
    this.scene(new CanvasPen(u.ctx), { x: left/ratio, y: top/ratio, w: width/ratio, h: height/ratio });
    u.ctx.restore();
  }

  // What is between the axes, into a box.
  scene(pen, box) {
    const [x0, x1] = this.ranges.x, [y0, y1] = this.ranges.y, { kind, lines } = this.panel;
    const X = v => box.x + (v - x0)/(x1 - x0)*box.w, Y = v => box.y + box.h - (v - y0)/(y1 - y0)*box.h;
    pen.clipped(box.x - 0.5, box.y - 0.5, box.w + 1, box.h + 1, () => {
      if (kind !== 'phase') this.events(pen, box, X);
      if (kind === 'lanes') drawLanes(pen, lines, box, X);
      for (const line of kind === 'lanes' ? [] : lines) {
        const look = { stroke: curveColour(line.number), dash: dashes[line.run.number % dashes.length], width: 1.6 };
        if (kind === 'curves') pen.path(p => trace(p, line.curve, X, Y, view.from, view.to, box.w), look);
        else this.phase(pen, line, X, Y, look);
      }
      if (view.printing) this.printCursor(pen, box, X, Y);
    });
  }

  phase(pen, line, X, Y, look) {
    const seen = points(line);
    pen.path(p => seen.forEach(([x, y], i) => i ? p.lineTo(far(X(x)), far(Y(y))) : p.moveTo(far(X(x)), far(Y(y)))), look);
    if (seen.length <= 1500)
      pen.path(p => seen.forEach(([x, y]) => { p.moveTo(far(X(x)) + 1.6, far(Y(y))); p.arc(far(X(x)), far(Y(y)), 1.6, 0, 7); }),
        { fill: look.stroke });
  }

  // On paper what an element over the canvas is on the screen.
  printCursor(pen, box, X, Y) {
    const [x, y] = this.at();
    if (this.panel.kind !== 'phase') pen.path(p => { p.moveTo(X(x), box.y); p.lineTo(X(x), box.y + box.h); }, { stroke: colour('text'), width: 1 });
    else if (Number.isFinite(x) && Number.isFinite(y))
      pen.path(p => { p.moveTo(X(x) + 4, Y(y)); p.arc(X(x), Y(y), 4, 0, 7); }, { stroke: colour('text'), width: 2 });
  }

  events(pen, box, X) {
    for (const run of view.shown) {
      const times = run.eventTime.subarray(search(run.eventTime, view.from, false), search(run.eventTime, view.to, true));
      if (times.length <= sizes.events)
        pen.path(p => times.forEach(t => { p.moveTo(X(t), box.y); p.lineTo(X(t), box.y + box.h); }), { stroke: colour('rule'), width: 1, dash: [1, 3] });
    }
  }

  // Ranges anew, and all is drawn.
  draw() {
    const { kind, lines } = this.panel;
    this.ranges = { x: [view.from, view.to], y: kind === 'lanes' ? [0, Math.max(1, lines.length)] : rangeOf(lines, view.from, view.to) };
    if (kind === 'phase') {
      const at = lines.flatMap(points).filter(p => p.every(Number.isFinite));
      for (const [k, axis] of [[0, 'x'], [1, 'y']])
        this.ranges[axis] = spread(at.reduce((m, p) => Math.min(m, p[k]), Infinity), at.reduce((m, p) => Math.max(m, p[k]), -Infinity));
    }
    this.plot.setData([this.ranges.x, this.ranges.y]);
    this.cursor();
  }

  // Where the cursor is, in the numbers of the axes.
  at() {
    const { t, after } = view.cursor, line = this.panel.lines[0];
    return this.panel.kind !== 'phase' ? [t] : line ? [valueAt(line.across, this.panel.across, t, after).value, valueAt(line.curve, line.signal, t, after).value] : [NaN, NaN];
  }

  cursor() {
    const { over } = this.plot, w = over.clientWidth, h = over.clientHeight;
    const [x0, x1] = this.ranges.x, [y0, y1] = this.ranges.y, [x, y] = this.at();
    if (this.panel.kind !== 'phase') {
      this.mark.hidden = x < view.from || x > view.to;
      this.mark.style.transform = `translateX(${Math.round((x - x0)/(x1 - x0)*w)}px)`;
      return;
    }
    this.mark.hidden = !Number.isFinite(x) || !Number.isFinite(y);
    if (!this.mark.hidden) this.mark.style.transform = `translate(${(x - x0)/(x1 - x0)*w}px, ${(y1 - y)/(y1 - y0)*h}px)`;
  }

  // The time at a place on the screen.
  timeAt(clientX, clientY) {
    const r = this.plot.over.getBoundingClientRect(), x = (clientX - r.left)/r.width, y = (clientY - r.top)/r.height;
    if (this.panel.kind !== 'phase') return view.from + Math.min(1, Math.max(0, x))*(view.to - view.from);
    const [x0, x1] = this.ranges.x, [y0, y1] = this.ranges.y;
    let best = view.cursor.t, least = Infinity;
    for (const line of this.panel.lines.slice(0, 1))
      for (const [px, py, t] of points(line)) {
        const d = ((px - x0)/(x1 - x0) - x)**2*r.width**2 + ((y1 - py)/(y1 - y0) - y)**2*r.height**2;
        if (d < least) { least = d; best = t; }
      }
    return best;
  }

  choose(from, to) {
    const w = this.plot.over.clientWidth, X = t => (t - view.from)/(view.to - view.from)*w;
    this.box.style.display = from === null ? 'none' : 'block';
    if (from === null) return;
    this.box.style.left = `${X(Math.min(from, to))}px`;
    this.box.style.width = `${Math.abs(X(to) - X(from))}px`;
  }

  resize() {
    const width = view.printing ? sizes.paper : Math.max(120, this.ground.clientWidth);
    if (width !== this.plot.width || this.height !== this.plot.height) this.plot.setSize({ width, height: this.height });
    this.cursor();
  }

  end() {
    this.sized.disconnect();
    this.plot.destroy();
  }
}
