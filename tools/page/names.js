// names.js - names of signals as paths, and texts of models as something that can be shown.

// Characters that change how a line around them is read, or that are not seen, are shown by their numbers.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
export const plain = text => String(text).replace(unseen, c => `‹${c.charCodeAt(0).toString(16).padStart(4, '0')}›`);

// Parts of a.b[1].'c.d': dots in quotes, brackets and parentheses part nothing; der(a.b.w) is der(w) of a.b.
export function pathOf(name) {
  const rate = /^((?:der\()+)(.*?)(\)+)$/s.exec(name);
  if (rate && rate[1].length === 4*rate[3].length) {
    const path = pathOf(rate[2]);
    return [...path.slice(0, -1), rate[1] + path.at(-1) + rate[3]];
  }
  const parts = [];
  let part = '', quoted = false, depth = 0;
  for (let i = 0; i < name.length; i++) {
    const c = name[i];
    if (quoted && c === '\\') part += name[i++];
    else if (c === '\'') quoted = !quoted;
    else if (!quoted && (c === '[' || c === '(')) depth++;
    else if (!quoted && (c === ']' || c === ')')) depth--;
    if (c === '.' && !quoted && depth <= 0) {
      parts.push(part);
      part = '';
    } else part += name[i] ?? '';
  }
  return [...parts, part];
}

// A tree of components: { name, path, branches: Map, leaves: [[last part, signal]] }
export function treeOf(signals) {
  const root = { name: '', path: '', branches: new Map(), leaves: [] };
  for (const signal of signals) {
    const path = pathOf(signal.name);
    let at = root;
    for (const part of path.slice(0, -1)) {
      if (!at.branches.has(part))
        at.branches.set(part, { name: part, path: at.path ? `${at.path}.${part}` : part, branches: new Map(), leaves: [] });
      at = at.branches.get(part);
    }
    at.leaves.push([path.at(-1), signal]);
  }
  return folded(root);
}

// Elements of an array, if they are more than a few, are in a branch of their own.
function folded(node) {
  const few = 4, base = name => /^[^'(]*?(?=\[[^\]]*\]$)/.exec(name)?.[0], count = new Map(), arrays = new Map(), branches = new Map();
  for (const name of [...node.branches.keys(), ...node.leaves.map(l => l[0])]) count.set(base(name), (count.get(base(name)) ?? 0) + 1);
  const arrayOf = name => {
    const of = base(name), path = `${node.path ? `${node.path}.` : ''}${of}[]`;
    if (!of || count.get(of) <= few) return null;
    if (!arrays.has(of)) {
      arrays.set(of, { name: `${of}[${count.get(of)}]`, path, branches: new Map(), leaves: [] });
      branches.set(`${of}[]`, arrays.get(of));
    }
    return arrays.get(of);
  };
  for (const [name, branch] of node.branches) (arrayOf(name)?.branches ?? branches).set(name, folded(branch));
  const leaves = node.leaves.filter(([name, signal]) => !arrayOf(name)?.leaves.push([name, signal]));
  return Object.assign(node, { branches, leaves });
}

// What is looked for: words that all are in the name, the unit or the description; * and ? as in --vars.
export function matcher(text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(w => w).map(w => new RegExp(
    w.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')));
  return signal => {
    const all = `${signal.name} ${signal.unit ?? ''} ${signal.text ?? ''}`.toLowerCase();
    return words.every(w => w.test(all));
  };
}
