// pens.js - one drawing, two grounds: a canvas, and SVG as text.

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
export const fontOf = (size, bold) => `${bold ? '600 ' : ''}${size}px ${family}`;

const known = new Map();
export const forgetColours = () => known.clear();
export function colour(name) {
  if (!known.has(name)) known.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return known.get(name);
}
export const COLOURS = 8;
export const curveColour = i => colour(`c${i % COLOURS}`);
export const dashes = [[], [6, 3], [2, 3], [9, 3, 2, 3], [14, 5], [4, 7], [9, 3, 2, 3, 2, 3], [14, 3, 5, 3]];

// The line of a run, for a list.
export function dashOf(run) {
  const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'), line = document.createElementNS(ns, 'line');
  for (const [name, value] of [['width', 30], ['height', 8], ['aria-hidden', 'true']]) svg.setAttribute(name, value);
  for (const [name, value] of [['x2', 30], ['y1', 4], ['y2', 4], ['stroke', 'currentColor'], ['stroke-width', 2], ['stroke-dasharray', dashes[run.number % dashes.length].join(' ')]])
    line.setAttribute(name, value);
  svg.append(line);
  return svg;
}

export class CanvasPen {
  constructor(context) { this.c = context; }
  path(build, { stroke, width = 1.5, dash = [], fill }) {
    const path = new Path2D();
    build(path);
    this.c.setLineDash(dash);
    this.c.lineWidth = width;
    this.c.lineJoin = 'round';
    if (fill) { this.c.fillStyle = fill; this.c.fill(path); }
    if (stroke) { this.c.strokeStyle = stroke; this.c.stroke(path); }
  }
  rect(x, y, w, h, { fill, stroke, width = 1, alpha = 1 }) {
    this.c.globalAlpha = alpha;
    this.c.setLineDash([]);
    if (fill) { this.c.fillStyle = fill; this.c.fillRect(x, y, w, h); }
    this.c.globalAlpha = 1;
    if (stroke) { this.c.strokeStyle = stroke; this.c.lineWidth = width; this.c.strokeRect(x, y, w, h); }
  }
  text(x, y, text, { fill, size = 12, align = 'left', bold = false }) {
    this.c.font = fontOf(size, bold);
    this.c.textAlign = align;
    this.c.textBaseline = 'alphabetic';
    this.c.fillStyle = fill;
    this.c.fillText(text, x, y);
  }
  width(text, size = 12, bold = false) {
    this.c.font = fontOf(size, bold);
    return this.c.measureText(text).width;
  }
  clipped(x, y, w, h, draw) {
    this.c.save();
    this.c.beginPath();
    this.c.rect(x, y, w, h);
    this.c.clip();
    draw();
    this.c.restore();
  }
}

const escaped = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const at = x => String(Math.round(x*100)/100);

class SvgPath {
  constructor() { this.d = ''; }
  moveTo(x, y) { this.d += `M${at(x)} ${at(y)}`; }
  lineTo(x, y) { this.d += `L${at(x)} ${at(y)}`; }
  arc(x, y, r) { this.d += `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2*r} 0a${r} ${r} 0 1 0 ${-2*r} 0`; }
}

export class SvgPen {
  constructor() { this.parts = []; this.clips = 0; this.measure = document.createElement('canvas').getContext('2d'); }
  path(build, { stroke, width = 1.5, dash = [], fill }) {
    const path = new SvgPath();
    build(path);
    if (path.d)
      this.parts.push(`<path d="${path.d}" fill="${fill ?? 'none'}"${stroke ? ` stroke="${stroke}" stroke-width="${width}"` +
        ' stroke-linejoin="round"' : ''}${dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : ''}/>`);
  }
  rect(x, y, w, h, { fill, stroke, width = 1, alpha = 1 }) {
    this.parts.push(`<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" fill="${fill ?? 'none'}"` +
      `${alpha < 1 ? ` fill-opacity="${alpha}"` : ''}${stroke ? ` stroke="${stroke}" stroke-width="${width}"` : ''}/>`);
  }
  text(x, y, text, { fill, size = 12, align = 'left', bold = false }) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
    this.parts.push(`<text x="${at(x)}" y="${at(y)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}"` +
      `${bold ? ' font-weight="600"' : ''}>${escaped(text)}</text>`);
  }
  width(text, size = 12, bold = false) {
    this.measure.font = fontOf(size, bold);
    return this.measure.measureText(text).width;
  }
  clipped(x, y, w, h, draw) {
    const id = `clip${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}"/></clipPath>` +
      `<g clip-path="url(#${id})">`);
    draw();
    this.parts.push('</g>');
  }
  document(width, height, title) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${at(width)}" height="${at(height)}" viewBox="0 0 ${at(width)} ${at(height)}"` +
      ` font-family="${escaped(family)}" role="img"><title>${escaped(title)}</title>\n${this.parts.join('\n')}\n</svg>\n`;
  }
}
