// values.js - runs, their signals, and the values of these: page_data.c says how they are written.
import { digits } from './numbers.js';

async function bytesOf(text) {
  const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// n doubles: differences of their bits, of the given order, lowest bytes first.
function doublesOf(bytes, n, order) {
  const half = new Uint32Array(2*n);
  for (let k = 0; k < 8; k++)
    for (let i = 0, at = k*n, to = k >> 2; i < n; i++, to += 2) half[to] |= bytes[at + i] << 8*(k & 3);
  for (let o = 0; o < order; o++)
    for (let i = 2; i < 2*n; i += 2) {
      const low = half[i] + half[i - 2];
      half[i] = low;
      half[i + 1] += half[i - 1] + (low > 0xffffffff ? 1 : 0);
    }
  return new Float64Array(half.buffer);
}

function rowsOf(bytes, n) {
  const row = new Uint32Array(n);
  for (let k = 0; k < 4; k++) for (let i = 0; i < n; i++) row[i] |= bytes[k*n + i] << 8*k;
  for (let i = 1; i < n; i++) row[i] += row[i - 1];
  return row;
}

// The first index whose x is not below t; behind all of those that are equal with `after`.
export function search(x, t, after) {
  let low = 0, high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < t || (after && x[middle] === t)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function wordsOf(text) {
  const words = new Map();
  for (const [, number, word] of text.matchAll(/(-?[0-9.e+]+)=(\S+)/g)) words.set(Number(number), word);
  return words;
}

export class Run {
  constructor(info, number) {
    Object.assign(this, info, { number, cache: new Map() });
    this.values = document.getElementById(`values${number}`).textContent;
    this.signal = new Map();
    for (const s of this.signals) {
      s.lanes = s.words ? wordsOf(s.words) : null;
      this.signal.set(s.name, s);
    }
  }

  piece([at, length]) { return bytesOf(this.values.slice(at, at + length)); }

  async open() {
    const first = this.columns[0].values;
    this.time = doublesOf(await this.piece(first), first[2], 2);
    this.event = rowsOf(await this.piece(this.events), this.events[2]);
    this.eventTime = Float64Array.from(this.event, r => this.time[r]);
    this.from = this.time[0];
    this.to = this.time.at(-1);
    return this;
  }

  // The curve of a signal: { x, y, rows, constant }; rows: its rows of the run, null where it has all.
  async load(signal) {
    if (!this.cache.has(signal.name)) this.cache.set(signal.name, this.curve(signal));
    return this.cache.get(signal.name);
  }

  async curve(signal) {
    if (signal.column === undefined) {
      const value = Number({ 'inf': Infinity, '-inf': -Infinity }[signal.value] ?? signal.value);
      return { x: new Float64Array([this.from, this.to]), y: new Float64Array([value, value]), rows: null, constant: true };
    }
    if (signal.column === 0) return { x: this.time, y: this.time, rows: null };
    const { values, rows } = this.columns[signal.column];
    const y = doublesOf(await this.piece(values), values[2], 1);
    if (signal.negated) y.forEach((v, i) => { y[i] = -v; });
    if (!rows) return { x: this.time, y, rows: null };
    const row = rowsOf(await this.piece(rows), rows[2]);
    return { x: Float64Array.from(row, r => this.time[r]), y, rows: row };
  }

  // The row that is nearest to a time; of two rows of one time the one behind the event.
  nearest(t) {
    const i = search(this.time, t, true);
    if (i === 0) return 0;
    return i === this.time.length || t - this.time[i - 1] <= this.time[i] - t ? i - 1 : i;
  }
}

// The value of a curve at a time: { value, exact }; NaN beyond its ends. after: of two rows of one time the second.
export function valueAt(curve, signal, t, after) {
  const { x, y } = curve, end = search(x, t, true), begin = search(x, t, false);
  if (begin < end) return { value: y[after ? end - 1 : begin], exact: true };
  if (end === 0 || end === x.length) return { value: NaN, exact: false };
  if (signal.lanes || signal.column === undefined) return { value: y[end - 1], exact: true };
  const part = (t - x[end - 1])/(x[end] - x[end - 1]);
  return { value: y[end - 1] + part*(y[end] - y[end - 1]), exact: false };
}

// b less a, at the times of b.
export function difference(a, b, signal) {
  const y = Float64Array.from(b.y, (v, i) => {
    const twin = i + 1 < b.x.length && b.x[i + 1] === b.x[i];
    return v - valueAt(a, signal, b.x[i], !twin).value;
  });
  return { x: b.x, y, rows: b.rows };
}

// A value in words: that of an enumeration or a place, or its digits.
export function inWords(signal, value) {
  if (!signal.lanes) return digits(value);
  return signal.lanes.get(value) ?? (signal.words === '1=true' && value === 0 ? 'false' : value === 0 ? '–' : digits(value));
}
