// choose.js - what a page shows at first: what was asked for, or the outputs; without these, what is near the surface.
import { pathOf } from './names.js';

const most = { curves: 5, panels: 3, lanes: 6, found: 40, looked: 120 };
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

// A speed, a torque or a force by its usual name comes before what else has its unit; a state before its other names.
const interest = s => (['w', 'v', 'tau', 'f'].includes(pathOf(s.name).at(-1)) ? 0 : 2) + (s.kind === 'state' ? 0 : 1);

async function near(run) {
  const varying = run.signals.slice(1).filter(s => s.column > 0 && s.kind !== 'parameter');
  const outputs = varying.filter(s => s.kind === 'output' && depth(s) === 1);
  const shallow = Math.min(...varying.map(depth), 9) + 1;
  const found = outputs.length ? [...outputs, ...varying.filter(s => s.lanes)] :
    varying.filter(s => s.lanes || (depth(s) <= shallow && !/der\(|phi$|power/i.test(s.name)));
  // Not what is equal to another; of a component one signal of a unit.
  const taken = new Set(), component = s => s.lanes ? s.name : `${pathOf(s.name)[0]} ${s.unit}`;
  const once = key => s => !taken.has(key(s)) && taken.add(key(s));
  const one = [...found].sort((a, b) => depth(a) - depth(b) || interest(a) - interest(b) || a.name.length - b.name.length).filter(once(s => s.column)).slice(0, most.looked);
  const moves = await Promise.all(one.map(async s => (await run.load(s)).y.some((v, i, y) => v !== y[0])));
  const some = one.filter((s, i) => moves[i]);
  return (some.length ? some : one).filter(outputs.length ? () => true : once(component));
}

function asWritten(run, signals) {
  const some = new Set(signals);
  return run.signals.filter(s => some.has(s)).map(s => s.name);
}

// Lists of names, a panel each.
export async function chosen(knowledge, runs) {
  const asked = knowledge.panels.length > 0, find = name => runs.map(r => r.signal.get(name)).find(s => s);
  if (knowledge.x) return [{ x: knowledge.x, names: knowledge.panels.flat().filter(n => n !== knowledge.x) }];
  const lists = asked ? knowledge.panels.map(names => names.map(find)) : [await near(runs[0])];
  const panels = [];
  for (const list of lists) {
    const groups = byPlace(grouped(list));
    const curves = groups.filter(([kind]) => kind !== 'lanes').slice(0, asked ? most.found : most.panels);
    for (const [kind, signals] of [...curves, ...groups.filter(([k]) => k === 'lanes')])
      panels.push({ names: asked ? signals.slice(0, most.found).map(s => s.name) : asWritten(runs[0], signals.slice(0, kind === 'lanes' ? most.lanes : most.curves)) });
  }
  return panels.length || asked ? panels : [{ names: [] }];
}
