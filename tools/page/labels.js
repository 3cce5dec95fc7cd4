// labels.js - where in the picture of a model numbers stand: beside the straight parts of their line, clear of symbols, texts
// and other lines. A line tries its parts and some places on each; of these it takes the one that covers least. What finds no
// room at all has its first number alone, or none: the table below has all. Cost: places times what is in the picture.
// pixels: letters, lines of text, the most that is between a text and the middle of its line; area that a label may cover
const labels = { size: 9, step: 10, off: 10.5, covers: 40 };
const fractions = [0.5, 0.3, 0.7, 0.15, 0.85];
const formCost = { row: 0, around: 0, beside: 1, before: 2, over: 3, under: 4 };

const measure = document.createElement('canvas').getContext('2d');
export function labelWidth(text, pixels, bold = false) {
  measure.font = `${bold ? '600 ' : ''}${pixels}px sans-serif`;
  return measure.measureText(text).width;
}

// Straight parts of a path of M, L, H and Q.
export function partsOf(d) {
  const parts = [];
  let at = [0, 0];
  for (const [, command, numbers] of d.matchAll(/([MLQH])([^MLQH]*)/g)) {
    const n = numbers.trim().split(/[ ,]+/).map(Number), to = command === 'H' ? [n[0], at[1]] : n.slice(-2);
    if (command === 'L' || command === 'H') parts.push({ from: at, to, level: at[1] === to[1], length: Math.hypot(to[0] - at[0], to[1] - at[1]) });
    at = to;
  }
  return parts;
}

// The texts of a label at its place: { x, y, anchor, text }. off: from the middle of the line
export function laid({ form, x, y }, texts, off) {
  const up = (i, n) => y - off - labels.step*(n - 1 - i), down = i => y + off + 6 + labels.step*i, n = texts.length;
  if (form === 'row') return [{ x, y: y - off, anchor: 'middle', text: texts.join(' · ') }];
  return texts.map((text, i) => form === 'beside' ? { x: x + off, y: y + labels.step*(i - (n - 1)/2) + 3, anchor: 'start', text } :
    form === 'before' ? { x: x - off, y: y + labels.step*(i - (n - 1)/2) + 3, anchor: 'end', text } :
      { x, y: form === 'over' ? up(i, n) : form === 'under' ? down(i) : i ? down(i - 1) : y - off, anchor: 'middle', text });
}

const boxOf = ({ x, y, anchor, text }, pixels = labels.size) => {
  const w = labelWidth(text, pixels), left = x - { start: 0, middle: w/2, end: w }[anchor];
  return [left, y - 0.8*pixels, left + w, y + 0.2*pixels];
};

// Between two texts there is a gap.
const apart = ([left, top, right, bottom]) => [left - 3, top, right + 3, bottom];

const overlap = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]))*Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

export class Room {
  constructor(svg) {
    this.taken = [];
    for (const g of svg.querySelectorAll('[data-box]')) {
      const [x, y, w, h] = g.dataset.box.split(' ').map(Number);
      this.taken.push([x, y, x + w, y + h]);
    }
    for (const t of svg.querySelectorAll(':scope > text, [data-component] > text'))
      this.taken.push(apart(boxOf({ x: Number(t.getAttribute('x')), y: Number(t.getAttribute('y')), anchor: t.getAttribute('text-anchor') ?? 'start', text: t.textContent },
        Number(t.getAttribute('font-size')))));
    const half = 4;                                                  // of a line, as wide as it mostly is
    this.lines = [...svg.querySelectorAll('[data-kind] > path')].flatMap(path => partsOf(path.getAttribute('d')).map(p => ({ of: path, box: [
      Math.min(p.from[0], p.to[0]) - half, Math.min(p.from[1], p.to[1]) - half, Math.max(p.from[0], p.to[0]) + half, Math.max(p.from[1], p.to[1]) + half] })));
  }

  covers(boxes, own) {
    let sum = 0;
    for (const box of boxes) {
      for (const other of this.taken) sum += 2*overlap(box, other);
      for (const line of this.lines) sum += line.box === own ? 0 : overlap(box, line.box);
    }
    return sum;
  }

  // A place for texts as wide as these: { form, x, y, n }: n of them; null: there is none
  place(path, samples) {
    const parts = partsOf(path.getAttribute('d')), own = this.lines.filter(l => l.of === path);
    for (const texts of samples.length > 1 ? [samples, samples.slice(0, 1)] : [samples]) {
      let best = null, least = Infinity;
      parts.forEach((part, k) => {
        for (const form of part.level ? texts.length > 1 ? ['row', 'around', 'over', 'under'] : ['over', 'under'] : ['beside', 'before'])
          for (const at of fractions) {
            const x = part.from[0] + at*(part.to[0] - part.from[0]), y = part.from[1] + at*(part.to[1] - part.from[1]), place = { form, x, y, n: texts.length };
            const boxes = laid(place, texts, labels.off).map(t => boxOf(t)), cost = this.covers(boxes, own[k].box);
            const judged = cost + formCost[form] + 8*Math.abs(at - 0.5) - Math.min(part.length, 200)/50;
            if (cost < labels.covers && judged < least) { least = judged; best = { ...place, boxes }; }
          }
      });
      if (!best) continue;
      this.taken.push(...best.boxes.map(apart));
      return best;
    }
    return null;
  }
}
