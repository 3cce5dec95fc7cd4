// export.js - what is seen, as SVG, PNG or CSV.
import { sizes } from './chart.js';
import { ticks, digits } from './numbers.js';
import { CanvasPen, SvgPen, colour, curveColour, dashes } from './pens.js';
import { plain } from './names.js';
import { view } from './view.js';

const edge = 16, line = 18;

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A legend in rows as wide as the picture; its height.
function legend(pen, panel, x, y, width) {
  let left = x, top = y + 12;
  const one = (text, look) => {
    const w = pen.width(text, 12) + 36;
    if (left + w > x + width && left > x) { left = x; top += line; }
    if (look) pen.path(p => { p.moveTo(left, top - 4); p.lineTo(left + 22, top - 4); }, look);
    pen.text(left + (look ? 28 : 0), top, text, { fill: colour('text'), size: 12 });
    left += w + 12;
  };
  pen.text(left, top, panel.heading.textContent, { fill: colour('text'), size: 12.5, bold: true });
  left += pen.width(panel.heading.textContent, 12.5, true) + 20;
  if (panel.kind !== 'lanes')
    for (const l of panel.lines)
      one(plain(l.signal.name) + (view.shown.length > 1 ? `, ${plain(l.run.name)}` : ''),
        { stroke: curveColour(l.number), dash: dashes[l.run.number % dashes.length], width: 2 });
  return top + 10 - y;
}

// Axes as uPlot has them.
function frame(pen, chart, box) {
  const [x, y] = chart.plot.axes, lanes = chart.panel.kind === 'lanes';
  const [x0, x1] = chart.ranges.x, [y0, y1] = chart.ranges.y, soft = { fill: colour('soft'), size: 11.5 }, rule = { stroke: colour('grid'), width: 1 };
  const splits = axis => (axis._splits ?? []).filter(v => v !== null), X = v => box.x + (v - x0)/(x1 - x0)*box.w, Y = v => box.y + box.h - (v - y0)/(y1 - y0)*box.h;
  const across = splits(x), up = splits(y);
  across.forEach((v, i) => {
    pen.path(p => { p.moveTo(X(v), box.y); p.lineTo(X(v), box.y + box.h); }, rule);
    pen.text(X(v), box.y + box.h + 17, ticks(across)[i], { ...soft, align: 'center' });
  });
  if (chart.named) pen.text(box.x + box.w/2, box.y + box.h + 34, chart.acrossText(), { ...soft, align: 'center' });
  if (!lanes)
    up.forEach((v, i) => {
      pen.path(p => { p.moveTo(box.x, Y(v)); p.lineTo(box.x + box.w, Y(v)); }, rule);
      pen.text(box.x - 8, Y(v) + 4, ticks(up)[i], { ...soft, align: 'right' });
    });
}

// All panels, one below the other; the height.
function drawAll(pen, width, title) {
  let y = edge + 16;
  pen.text(edge, y, title, { fill: colour('text'), size: 15, bold: true });
  y += 14;
  for (const panel of view.panels) {
    const { chart } = panel, below = chart.height - sizes.top - chart.plot.over.clientHeight;
    y += legend(pen, panel, edge, y, width - 2*edge);
    const box = { x: edge + view.left, y: y + 4, w: width - 2*edge - view.left, h: chart.plot.over.clientHeight };
    frame(pen, chart, box);
    chart.scene(pen, box);
    y += box.h + Math.max(16, below) + 8;
  }
  return y + edge;
}

export const widthNow = () => Math.max(480, ...view.panels.map(p => p.chart.plot.over.clientWidth + view.left + 2*edge));

export function svgText(title) {
  const width = widthNow(), height = drawAll(new SvgPen(), width, title), pen = new SvgPen();
  pen.rect(0, 0, width, height, { fill: colour('ground') });
  drawAll(pen, width, title);
  return pen.document(width, height, title);
}

export async function pngBlob(title, scale = 2) {
  const width = widthNow(), height = drawAll(new SvgPen(), width, title), canvas = document.createElement('canvas');
  canvas.width = Math.round(width*scale);
  canvas.height = Math.round(height*scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const pen = new CanvasPen(context);
  pen.rect(0, 0, width, height, { fill: colour('ground') });
  drawAll(pen, width, title);
  return new Promise(done => { canvas.toBlob(done, 'image/png'); });
}

// A file of results that dtc reads: the rows of a run that are seen and that all its signals here have.
export async function csvText(run) {
  const names = [...new Set(view.panels.flatMap(p => p.x ? [p.x, ...p.names] : p.names))].filter(n => run.signal.has(n));
  const signals = names.map(n => run.signal.get(n)), curves = await Promise.all(signals.map(s => run.load(s)));
  const at = curves.map((c, k) => signals[k].column === undefined || !c.rows ? null : new Map(Array.from(c.rows, (r, i) => [r, i])));
  const head = ['time', ...names].map((n, k) => {
    const unit = k === 0 ? 's' : signals[k - 1].words ?? signals[k - 1].unit, text = unit ? `${n} [${unit}]` : n;
    return /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  const lines = [head.join(',')];
  for (let r = 0; r < run.time.length; r++) {
    if (run.time[r] < view.from || run.time[r] > view.to || at.some(m => m && !m.has(r))) continue;
    lines.push([run.time[r], ...curves.map((c, k) => signals[k].column === undefined ? c.y[0] : c.y[at[k] ? at[k].get(r) : r])].map(digits).join(','));
  }
  return `${lines.join('\n')}\n`;
}

const fileName = text => text.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 60) || 'run';

export async function exported(kind, title) {
  const name = fileName(title);
  if (kind === 'svg') save(new Blob([svgText(title)], { type: 'image/svg+xml' }), `${name}.svg`);
  else if (kind === 'png') save(await pngBlob(title), `${name}.png`);
  else for (const run of view.shown)
    save(new Blob([await csvText(run)], { type: 'text/csv' }), `${name}${view.runs.length > 1 ? `_${run.number + 1}` : ''}.csv`);
}
