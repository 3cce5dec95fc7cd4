// sheets.js - what is no curve: last values, parameters, events, the energy account, messages.
import { about, digits } from './numbers.js';
import { inWords, search } from './values.js';
import { matcher, plain } from './names.js';
import { make, named } from './dom.js';
import { view } from './view.js';

const mostRows = 400, mostJumps = 4, rounding = 1e-6;

const table = (head, rows, numbers = new Set()) => make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Table' }, make('table', {},
  make('thead', {}, make('tr', {}, ...head.map((text, i) => make('th', { scope: 'col', class: numbers.has(i) ? 'number' : null, text })))),
  make('tbody', {}, ...rows)));

const row = (cells, numbers, differs) => make('tr', { class: differs ? 'differs' : null }, ...cells.map((text, i) => make(i ? 'td' : 'th',
  { scope: i ? null : 'row', class: numbers.has(i) ? 'number' : null, text: i ? plain(text) : undefined }, ...(i ? [] : named(text)))));

// Elements of one array have one description: the first of them tells it.
const arrayOfName = name => name.replace(/\[[^\]]*\]$/, '[]');
const toldOnce = rows => rows.map((cells, i) => i && cells.at(-1) && cells.at(-1) === rows[i - 1].at(-1) && arrayOfName(cells[0]) === arrayOfName(rows[i - 1][0]) ?
  [...cells.slice(0, -1), ''] : cells);

// A list that a search narrows: rows(signal) gives the cells.
function searched(signals, head, rows, numbers, note) {
  const element = make('div', {}), of = make('div', {}), many = view.runs.length > 1;
  const input = make('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search this list' });
  const only = make('input', { type: 'checkbox', id: `only-${note}` });
  const draw = async () => {
    const fits = signals.filter(matcher(input.value)), differ = cells => many && new Set(cells.slice(1, 1 + view.runs.length)).size > 1;
    const all = await Promise.all((only.checked ? fits : fits.slice(0, mostRows)).map(rows));
    const shown = only.checked ? all.filter(differ).slice(0, mostRows) : all, left = fits.length - all.length;
    of.replaceChildren(table(head, toldOnce(shown).map(cells => row(cells, numbers, differ(cells))), numbers),
      make('p', { class: 'hint', text: left ? `and ${left} more: the search chooses` : `${shown.length} of ${signals.length}` }));
  };
  input.addEventListener('input', draw);
  only.addEventListener('change', draw);
  element.append(make('div', { class: 'line' }, input, many && make('label', { for: only.id }, only, ' only what differs')), of);
  draw();
  return element;
}

const runsOf = () => view.runs.length > 1 ? view.runs.map(r => plain(r.name)) : ['Value'];
const numbersOf = () => new Set(view.runs.map((r, i) => 1 + i));

export function lastValues(signals) {
  const order = s => ({ output: 0, state: 1 })[s.kind] ?? 2;
  const varying = signals.filter(s => s.column > 0).sort((a, b) => order(a) - order(b));
  const cells = async s => [s.name, ...await Promise.all(view.runs.map(async r => {
    const own = r.signal.get(s.name);
    return own ? inWords(own, (await r.load(own)).y.at(-1)) : 'none';
  })), s.lanes ? '' : s.unit ?? '', s.text ?? ''];
  return searched(varying, ['Signal', ...runsOf(), 'Unit', 'Description'], cells, numbersOf(), 'values');
}

export function parameters(signals) {
  const fixed = signals.filter(s => s.column === undefined);
  const cells = async s => [s.name, ...view.runs.map(r => {
    const own = r.signal.get(s.name);
    return !own ? 'none' : own.column !== undefined ? 'varies' : inWords(own, Number(own.value));
  }), s.lanes ? '' : s.unit ?? '', s.text ?? ''];
  return searched(fixed, ['Parameter', ...runsOf(), 'Unit', 'Description'], cells, numbersOf(), 'parameters');
}

// Of columns that are no words their name that is nearest to the surface, with the curve.
async function columnsOf(run) {
  const dots = s => s.name.split('.').length, known = new Map();
  for (const s of run.signals)
    if (!s.lanes && s.column > 0) {
      const other = known.get(s.column);
      if (!other || dots(s) < dots(other) || (dots(s) === dots(other) && s.name.length < other.name.length)) known.set(s.column, s);
    }
  const signals = [...known.values()].sort((a, b) => dots(a) - dots(b));
  return Promise.all(signals.map(async signal => {
    const curve = await run.load(signal);
    return { signal, curve, size: curve.y.reduce((m, v) => Math.max(m, Math.abs(v)), 0) };
  }));
}

// What changes at a row: its value there, and before; null: the page does not have both.
function step({ y, rows: own }, at) {
  const i = own ? search(own, at, false) : at;
  return i > 0 && (!own || (own[i] === at && own[i - 1] === at - 1)) && y[i] !== y[i - 1] ? [y[i - 1], y[i]] : null;
}

// Does it begin to change at a row, or end to: constant before, not after?
function turning({ y, rows: own }, at) {
  const i = own ? search(own, at, false) : at;
  if (i < 2 || i + 1 >= y.length || (own && own[i] !== at)) return null;
  const before = y[i - 1] !== y[i - 2], after = y[i + 1] !== y[i];
  return before === after ? null : after ? 'begins' : 'ends';
}

const firstOf = (texts, between) => `${texts.slice(0, mostJumps).join(between)}${texts.length > mostJumps ? ` and ${texts.length - mostJumps} more` : ''}`;

// Where no word changes: the values that jump, by more than rounding; if none does, what begins or ends to change.
function jumpsAt(numbers, at) {
  const jumps = [], begins = [], ends = [];
  for (const { signal, curve, size } of numbers) {
    const change = step(curve, at), turn = turning(curve, at), name = plain(signal.name);
    if (change && Math.abs(change[1] - change[0]) > rounding*size) jumps.push(`${name}: ${change.map(about).join(' → ')}${signal.unit ? ` ${plain(signal.unit)}` : ''}`);
    if (turn) (turn === 'begins' ? begins : ends).push(name);
  }
  if (jumps.length) return firstOf(jumps, '; ');
  const turns = [['begins to change', begins], ['changes no more', ends]].filter(([, names]) => names.length).map(([what, names]) => `${what}: ${firstOf(names, ', ')}`);
  return turns.join('; ') || 'no word and no value';
}

// Times of events, each a button, with the words that change there, or the values that jump.
export function events() {
  const parts = view.runs.filter(r => r.event.length).map(run => {
    const of = make('div', {}), known = new Set(), lanes = run.signals.filter(s => s.lanes && s.column > 0 && !known.has(s.column) && known.add(s.column));
    const draw = async () => {
      const curves = await Promise.all(lanes.map(s => run.load(s))), rows = [];
      let numbers = null;
      for (const at of run.event.slice(0, mostRows)) {
        const t = run.time[at], changes = [];
        lanes.forEach((s, k) => {
          const change = step(curves[k], at);
          if (change) changes.push(`${plain(s.name)}: ${change.map(v => plain(inWords(s, v))).join(' → ')}`);
        });
        if (!changes.length) changes.push(jumpsAt(numbers ??= await columnsOf(run), at));
        rows.push(make('tr', {}, make('th', { scope: 'row' }, make('button', { type: 'button', class: 'link', text: `${digits(t)} s`,
          on: { click: () => view.setCursor(t, true) } })), make('td', { text: changes.join('; ') })));
      }
      of.replaceChildren(table(['Time', 'What changes'], rows));
    };
    draw();
    const left = run.event.length - mostRows;
    return make('div', {}, view.runs.length > 1 && make('h3', { text: plain(run.name) }), of,
      left > 0 && make('p', { class: 'hint', text: `and ${left} more` }));
  });
  return make('div', {}, make('p', { class: 'hint', text: 'A time moves the cursor there.' }), ...parts);
}

export function energy(account) {
  if (!account) return null;
  const numbers = new Set([1, 2, 3, 4]), number = x => x === undefined ? '' : about(x);
  const rows = account.rows.map(r => row([r.component, number(r.put_in), number(r.dissipated), number(r.stored_at_start), number(r.stored_at_end)], numbers));
  const part = account.of > 0 ? `, ${about(Math.abs(account.residual)/account.of)} of the ${about(account.of)} J that were put in or stored at the start` : '';
  return make('div', {}, make('p', { text: `From ${digits(account.from)} to ${digits(account.to)} s, in J.` }),
    table(['Component', 'Put in', 'Dissipated', 'Stored at start', 'Stored at end'], rows, numbers),
    account.lost_at_impacts !== undefined && make('p', { text: `Lost at impacts: ${about(account.lost_at_impacts)} J.` }),
    make('p', { text: `Residual: ${about(account.residual)} J${part}.` }));
}

// A message begins where a line says that it is one.
export function messages(text) {
  if (!text) return null;
  const blocks = [];
  for (const line of text.trimEnd().split('\n'))
    if (/(^|: )(error|warning|note): |^dtc: /.test(line) || !blocks.length) blocks.push([line]);
    else blocks.at(-1).push(line);
  const kind = lines => /(error|warning|note): /.exec(lines[0])?.[1] ?? 'note';
  return make('div', {}, ...blocks.map(lines => make('pre', { class: `message ${kind(lines)}`, tabindex: 0, text: lines.map(plain).join('\n') })));
}
