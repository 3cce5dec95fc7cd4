// marks.js - how a word looks, in lanes and on components: a colour and a hatch.

export const bare = word => ['open', 'false', '–'].includes(word);

// Of a switching element: what sticks is blue in all pictures of dtc.
const laws = { 'slip-': 1, stuck: 0, 'slip+': 2 };
export const placeColour = (word, number) => laws[word] ?? Math.max(0, number);

// Lines of a hatch in a box, for a pen; see hatchOf.
export function hatchLines(path, k, x, y, w, h) {
  const line = (x0, y0, x1, y1) => { path.moveTo(x0, y0); path.lineTo(x1, y1); }, first = Math.floor(x/8)*8;
  for (let at = first - h; at < x + w; at += 8) {
    if (k === 1 || k === 5) line(at, y + h, at + h, y);
    if (k === 2 || k === 5) line(at, y, at + h, y + h);
    if ((k === 4 || k === 6) && at >= x) line(at, y, at, y + h);
    if (k === 7) path.arc(at + 4, y + h/2, 1, 0, 7);
  }
  if (k === 3 || k === 6) line(x, y + h/2, x + w, y + h/2);
}

// A square of 8 is repeated: what sticks is plain, what slips goes up or down.
export const hatchOf = (word, number) => ({ stuck: 0, 'slip+': 1, 'slip-': 2 })[word] ?? Math.max(0, number)%hatchOf.path.length;
hatchOf.path = ['', 'M0 8L8 0M-1 1L1 -1M7 9L9 7', 'M0 0L8 8M7 -1L9 1M-1 7L1 9', 'M0 4H8', 'M4 0V8', 'M0 8L8 0M0 0L8 8', 'M0 4H8M4 0V8', 'M3 4A1 1 0 1 0 5 4A1 1 0 1 0 3 4'];
