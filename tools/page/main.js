// main.js - the page: reads what it knows, builds itself, and keeps panels up to date.
import { Run } from './values.js';
import { chosen } from './choose.js';
import { about, digits } from './numbers.js';
import { plain } from './names.js';
import { dashOf, forgetColours } from './pens.js';
import { alignCharts } from './chart.js';
import { Panel, activate, addSignal, newPanel } from './panel.js';
import { SignalTree } from './tree.js';
import { Diagram } from './diagram.js';
import { energy, events, lastValues, messages, parameters } from './sheets.js';
import { csvText, exported, pngBlob, svgText } from './export.js';
import { make } from './dom.js';
import { view } from './view.js';

const knowledge = JSON.parse(document.getElementById('knowledge').textContent);
const title = plain(knowledge.title);
let tree, readout, printed, charts, diagram;

view.where = () => {
  const { t, after } = view.cursor, { time } = view.runs[0], row = view.row;
  const twin = time[row + 1] === t || time[row - 1] === t;
  return `at ${digits(t)} s${twin ? after ? ', after the event' : ', before the event' : ''}`;
};

// ---- parts ---------------------------------------------------------------------------------------------------------

const button = (text, label, f, more = {}) => make('button', { type: 'button', text, title: label, 'aria-label': label, on: { click: f }, ...more });

function toolbar() {
  readout = make('span', { class: 'where' });
  const less = view.runs.length > 1 && button('Difference', `Difference: curves less those of ${plain(view.runs[0].name)}`, e => {
    view.less = !view.less;
    e.currentTarget.setAttribute('aria-pressed', String(view.less));
    view.changed('panels');
  }, { 'aria-pressed': 'false' });
  return make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Time and export' },
    make('span', { class: 'group' }, button('−', 'Zoom out', () => view.zoom(2)), button('+', 'Zoom in', () => view.zoom(0.5)),
      button('Whole', 'The whole time', () => view.whole()), button('◂', 'Earlier', () => view.pan(-0.25)), button('▸', 'Later', () => view.pan(0.25))),
    make('span', { class: 'group' }, button('⇤', 'Event before', () => view.toEvent(-1)), button('⇥', 'Next event', () => view.toEvent(1)), readout),
    less && make('span', { class: 'group' }, less),
    make('span', { class: 'group end' }, button('New panel', 'A new panel at the end', () => newPanel({ names: [] })),
      ...['svg', 'png', 'csv'].map(k => button(k.toUpperCase(), `Save what is seen as ${k.toUpperCase()}`, () => exported(k, title))),
      button('Print', 'Print what is seen', () => window.print())));
}

// Which runs are seen, and how their curves look.
function runList() {
  if (view.runs.length < 2) return null;
  return make('fieldset', { class: 'runs' }, make('legend', { text: 'Runs' }), ...view.runs.map(run => {
    const box = make('input', { type: 'checkbox', id: `run${run.number}`, checked: true, on: { change: e => {
      if (e.target.checked) view.hidden.delete(run.number);
      else view.hidden.add(run.number);
      view.changed('panels');
    } } });
    return make('label', { for: box.id }, box, dashOf(run), make('span', { text: plain(run.name) }));
  }));
}

// What the page leaves out, if it does.
function noteOfRows() {
  const thin = view.runs.filter(r => r.bucket);
  if (!thin.length) return null;
  return make('p', { class: 'note', text: thin.map(r => `${plain(r.name)} has ${r.rows} rows, too many for a page: of each ${r.bucket} rows a curve has the first, the least, the greatest and the last` +
    `${r.events_thinned ? '; places and words have all their changes' : ', and all rows at events'}. Values between are marked ≈.`).join(' ') +
    ' For all rows of a part: dtc plot FILE --vars A,B --from T --to T -o part.html.' });
}

// The picture of the model, or why there is none.
function drawn() {
  const figure = document.getElementById('diagram');
  diagram = figure.querySelector('svg') ? new Diagram(figure, tree) : null;
  return diagram?.element ?? (knowledge.note ? make('p', { class: 'note', text: plain(knowledge.note) }) : null);
}

// Tabs: what is chosen is seen.
function tabs(pages) {
  const list = make('div', { role: 'tablist', 'aria-label': 'What is shown', class: 'tabs' }), bodies = [];
  const choose = k => [...list.children].forEach((tab, i) => {
    tab.setAttribute('aria-selected', String(i === k));
    tab.tabIndex = i === k ? 0 : -1;
    bodies[i].hidden = i !== k;
    if (i === k && pages[i][2] && !bodies[i].firstChild) bodies[i].append(pages[i][2]());
    if (i === k && diagram && bodies[i].contains(diagram.element)) diagram.open('');
  });
  pages.forEach(([name, element], k) => {
    const id = `tab${k}`;
    list.append(make('button', { type: 'button', role: 'tab', id, 'aria-controls': `${id}body`, text: name, on: { click: () => choose(k) } }));
    bodies.push(make('div', { role: 'tabpanel', id: `${id}body`, 'aria-labelledby': id, class: 'sheet' }, element));
  });
  list.addEventListener('keydown', e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key], at = [...list.children].indexOf(e.target), to = at + step;
    if (!step || !list.children[to]) return;
    choose(to);
    list.children[to].focus();
  });
  choose(Math.max(0, pages.findIndex(([name]) => `#${name}` === location.hash)));
  return [list, bodies];
}

const help = () => make('details', { class: 'help' }, make('summary', { text: 'Keys and mouse' }), make('dl', {},
  ...[['Drag over a panel', 'zoom to that time; twice a click: all of it'], ['Shift and drag, or Shift and wheel', 'move along the time'], ['Ctrl and wheel', 'zoom'],
    ['← →', 'cursor to the next row; with Ctrl to the next event, with Shift the time moves'], ['Page up, page down', 'cursor by a tenth'], ['+ − 0', 'zoom in, out, all'],
    ['Enter in the tree', 'signal into the panel that is marked, or out of it; with Shift into a new panel']]
    .flatMap(([key, what]) => [make('dt', { text: key }), make('dd', { text: what })])));

// ---- the page ------------------------------------------------------------------------------------------------------

async function redraw(what) {
  if (what.has('panels')) {
    if (!view.panels.includes(view.active)) activate(view.panels[0] ?? null);
    charts.replaceChildren(...view.panels.map(p => p.element));
    const timed = view.panels.filter(p => p.kind !== 'phase');
    for (const panel of [...view.panels]) await panel.show(panel === timed.at(-1));
    tree.marks();
    activate(view.active);
  } else if (what.has('range')) for (const panel of view.panels) panel.chart?.draw();
  if (what.has('panels') || what.has('range')) alignCharts(view.panels.map(p => p.chart));
  readout.textContent = view.where();
  printed.textContent = `Values ${view.where()}.`;
  for (const panel of view.panels) {
    panel.chart?.cursor();
    await panel.values();
  }
  await diagram?.show();
}

// Changes that come while one is drawn are drawn together, after it; focus stays where it was.
function listen() {
  const due = new Set();
  let drawing = false;
  const drawDue = async () => {
    drawing = true;
    while (due.size) {
      const what = new Set(due), focus = document.activeElement;
      due.clear();
      await redraw(what);
      if (focus?.isConnected && document.activeElement !== focus) focus.focus();
    }
    drawing = false;
  };
  view.listen(what => {
    for (const w of what) due.add(w);
    if (!drawing) view.settled = drawDue();
  });
}

const repaint = paper => () => {
  view.printing = paper;
  document.documentElement.classList.toggle('light', paper);
  forgetColours();
  for (const panel of view.panels) {
    panel.chart?.resize();
    panel.chart?.draw();
  }
};

// Six digits of its ends, if these tell them apart.
const ends = ({ from, to }) => [from, to].map(from !== to && about(from) === about(to) ? digits : about);

async function begin() {
  const runs = await Promise.all(knowledge.runs.map((info, i) => new Run(info, i).open()));
  const names = new Set(), signals = runs.flatMap(r => r.signals.slice(1)).filter(s => !names.has(s.name) && names.add(s.name));
  view.begin(runs);
  tree = new SignalTree(signals);
  charts = make('div', { class: runs.length > 1 ? 'panels many' : 'panels' });
  const zone = make('p', { class: 'zone hint', text: 'Drag a signal here for a new panel.', on: {
    dragover: e => { e.preventDefault(); zone.classList.add('over'); }, dragleave: () => zone.classList.remove('over'),
    drop: e => { e.preventDefault(); zone.classList.remove('over'); const name = e.dataTransfer.getData('text/plain'); if (names.has(name)) newPanel({ names: [name] }); } } });
  printed = make('p', { class: 'printed' });
  const curves = make('div', { class: 'curves' }, toolbar(), noteOfRows(), printed, charts, zone);
  const pages = [['Curves', curves], ['Diagram', drawn()], ['Values', null, () => lastValues(signals)], ['Parameters', null, signals.some(s => s.column === undefined) && (() => parameters(signals))],
    ['Events', null, runs.some(r => r.event.length) && events], ['Energy', energy(knowledge.account)], ['Messages', messages(knowledge.messages)]].filter(([, e, f]) => e || f);
  const [list, bodies] = tabs(pages), rows = runs.map(r => `${view.runs.length > 1 ? `${plain(r.name)}: ` : ''}${r.rows} row${r.rows === 1 ? '' : 's'} from ${ends(r).join(' to ')} s`);
  document.body.append(
    make('a', { href: '#main', class: 'skip', text: 'To the curves' }),
    make('header', { class: 'head' }, make('h1', { text: title }), knowledge.text && make('p', { text: plain(knowledge.text) }),
      knowledge.ended && make('p', { class: 'note bad', text: plain(knowledge.ended) }),
      make('p', { class: 'hint', text: `${rows.join('; ')} · ${signals.length} signal${signals.length === 1 ? '' : 's'} · ${knowledge.program}` })),
    make('div', { class: 'page' }, make('nav', { 'aria-label': 'Signals' }, make('details', { open: true, class: 'drawer' }, make('summary', { text: 'Signals' }), runList(), tree.element, help())),
      make('main', { id: 'main', tabindex: -1 }, list, ...bodies)), make('p', { id: 'said', class: 'unseen', role: 'status' }));
  if (window.innerWidth < 800) document.querySelector('.drawer').open = false;
  listen();
  for (const what of await chosen(knowledge, runs)) view.panels.push(new Panel(what));
  view.active = view.panels[0] ?? null;
  redraw(new Set(['panels'])).then(() => { document.documentElement.dataset.ready = 'true'; });
  window.addEventListener('beforeprint', repaint(true));
  window.addEventListener('afterprint', repaint(false));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint(false));
  window.page = { view, knowledge, addSignal, newPanel, svgText: () => svgText(title), pngBlob: () => pngBlob(title), csvText };
}

begin().catch(e => { document.body.append(make('p', { class: 'note', role: 'alert', text: `This page cannot be shown: ${e.message}` })); throw e; });
