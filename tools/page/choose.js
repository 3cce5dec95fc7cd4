// choose.js - what a page shows at first: what was asked for, or the outputs; without these, what is near the surface.
import { pathOf } from './names.js';

const most = { curves: 5, panels: 3, lanes: 6, found: 40 };
const units = ['rad/s', 'm/s', 'N.m', 'N', 'W', 'm/s2'];

// Signals of one unit share a panel; in files without units, those whose names end alike.
export const kindOf = signal => signal.lanes ? 'lanes' : signal.unit ?? `.${pathOf(signal.name).at(-1).replace(/\[.*/, '')}`;

function grouped(signals) {
  const groups = new Map();
  for (const s of signals) {
    const kind = kindOf(s);
    if (!groups.has(kind)) groups.set(kind, []);
    groups.get(kind).push(s);
  }
  return groups;
}

const place = kind => kind === 'lanes' ? 99 : units.includes(kind) ? units.indexOf(kind) : 50;
const byPlace = groups => [...groups].sort(([a], [b]) => place(a) - place(b));
const depth = s => pathOf(s.name).length;

function near(signals) {
  const varying = signals.filter(s => s.column > 0 && s.kind !== 'parameter');
  const outputs = varying.filter(s => s.kind === 'output' && depth(s) === 1);
  const shallow = Math.min(...varying.map(depth), 9) + 1;
  const found = outputs.length ? [...outputs, ...varying.filter(s => s.lanes)] :
    varying.filter(s => s.lanes || (depth(s) <= shallow && !/der\(|phi$|power/i.test(s.name)));
  // Not what is equal to another; of a component one signal of a unit.
  const taken = new Set(), component = s => s.lanes ? s.name : `${pathOf(s.name)[0]} ${s.unit}`;
  const once = key => s => !taken.has(key(s)) && taken.add(key(s));
  return [...found].sort((a, b) => depth(a) - depth(b) || a.name.length - b.name.length)
    .filter(once(s => s.column)).filter(outputs.length ? () => true : once(component));
}

// Lists of names, a panel each.
export function chosen(knowledge, runs) {
  const asked = knowledge.panels.length > 0, find = name => runs.map(r => r.signal.get(name)).find(s => s);
  if (knowledge.x) return [{ x: knowledge.x, names: knowledge.panels.flat().filter(n => n !== knowledge.x) }];
  const lists = asked ? knowledge.panels.map(names => names.map(find)) : [near(runs[0].signals.slice(1))];
  const panels = [];
  for (const list of lists) {
    const groups = byPlace(grouped(list));
    const curves = groups.filter(([kind]) => kind !== 'lanes').slice(0, asked ? most.found : most.panels);
    for (const [kind, signals] of [...curves, ...groups.filter(([k]) => k === 'lanes')])
      panels.push({ names: signals.slice(0, asked ? most.found : kind === 'lanes' ? most.lanes : most.curves).map(s => s.name) });
  }
  return panels.length || asked ? panels : [{ names: [] }];
}
