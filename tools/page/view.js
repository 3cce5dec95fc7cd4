// view.js - what all panels share: the part of the time that is seen, the cursor, and who is told of changes.
import { search } from './values.js';

export const view = {
  printing: false, left: 0, runs: [], from: 0, to: 1, all: [0, 1], cursor: { t: 0, after: true }, hidden: new Set(), panels: [], active: null,
  listeners: [],

  listen(f) { this.listeners.push(f); },
  // Listeners hear of it once a frame; what: 'range', 'cursor', 'panels'
  changed(what) {
    this.pending ??= new Set();
    if (this.pending.size === 0) requestAnimationFrame(() => this.tell());
    this.pending.add(what);
  },
  tell() {
    const what = this.pending ?? new Set();
    this.pending = new Set();
    for (const f of this.listeners) f(what);
  },

  begin(runs) {
    this.runs = runs;
    this.all = [Math.min(...runs.map(r => r.from)), Math.max(...runs.map(r => r.to))];
    if (!(this.all[1] > this.all[0])) this.all[1] = this.all[0] + 1;
    [this.from, this.to] = this.all;
    this.cursor = { t: runs[0].to, after: true };
  },
  get shown() { return this.runs.filter(r => !this.hidden.has(r.number)); },

  setRange(from, to) {
    const [least, most] = this.all, span = Math.min(Math.max(to - from, (most - least)*1e-9, Math.abs(from)*1e-13), most - least);
    this.from = Math.min(Math.max(from, least), most - span);
    this.to = this.from + span;
    this.changed('range');
  },
  zoom(factor, at = (this.from + this.to)/2) {
    this.setRange(at - (at - this.from)*factor, at - (at - this.from)*factor + (this.to - this.from)*factor);
  },
  pan(part) {
    const by = part*(this.to - this.from);
    this.setRange(this.from + by, this.to + by);
  },
  whole() { this.setRange(...this.all); },

  setCursor(t, after = true) {
    this.cursor = { t, after };
    if (t < this.from || t > this.to) this.setRange(t - (this.to - this.from)/2, t + (this.to - this.from)/2);
    this.changed('cursor');
  },
  // The row of the first run that the cursor is at.
  get row() {
    const { time } = this.runs[0], { t, after } = this.cursor, begin = search(time, t, false), end = search(time, t, true);
    return begin === end ? this.runs[0].nearest(t) : after ? end - 1 : begin;
  },
  toRow(row) {
    const { time } = this.runs[0], r = Math.min(Math.max(row, 0), time.length - 1);
    this.setCursor(time[r], !(r + 1 < time.length && time[r + 1] === time[r]));
  },
  toTime(t) { this.toRow(this.runs[0].nearest(t)); },
  toEvent(step) {
    const { event, time } = this.runs[0], now = this.row;
    const next = step > 0 ? event.find(r => r > now) : event.findLast(r => r < now);
    if (next !== undefined) this.setCursor(time[next], true);
  }
};
