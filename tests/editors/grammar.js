// The scopes of the TextMate grammar beside what a tokenizer of regular expressions sees: comments, texts, numbers and
// reserved words have theirs, and nothing else has.
'use strict';
const fs = require('fs');
const path = require('path');
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const [file, ...texts] = process.argv.slice(2);
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm')).buffer;
const reserved = new Set(('algorithm and annotation block break class connect connector constant constrainedby discrete each ' +
  'else elseif elsewhen encapsulated end enumeration equation expandable extends external false final flow for function if ' +
  'import impure in initial inner input loop model not operator or outer output package parameter partial protected public ' +
  'pure record redeclare replaceable return stream then true type when while within').split(' '));
const token = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\]|\\[^])*"|'(?:[^'\\\n]|\\.)*'|\b\d[\d.]*(?:[eE][-+]?\d+)?|[A-Za-z_]\w*|[^]/g;

function kind(text) {
  if (/^(\/\/|\/\*)/.test(text)) return 'comment';
  if (text[0] === '"') return 'string';
  if (/^\d/.test(text)) return 'constant.numeric';
  if (/^[A-Za-z_]/.test(text)) return reserved.has(text) ? 'word' : 'name';
  return null;
}

function fits(wanted, scopes) {
  const has = (start) => scopes.some((s) => s.startsWith(start));
  if (wanted === 'word') return has('keyword') || has('storage') || has('constant.language') || has('support.function');
  if (wanted === 'name') return !has('comment') && !has('string') && !has('storage.modifier') && !has('keyword.control');
  return has(wanted);
}

async function main() {
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (p) => new oniguruma.OnigScanner(p), createOnigString: (s) => new oniguruma.OnigString(s) }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.dtm');
  let passed = 0, failed = 0, words = 0;
  for (const name of texts) {
    const text = fs.readFileSync(name, 'utf8').replace(/\r/g, '');
    const scopes = new Array(text.length);
    let stack = textmate.INITIAL, at = 0;
    for (const line of text.split('\n')) {
      const result = grammar.tokenizeLine(line, stack);
      for (const t of result.tokens) for (let i = t.startIndex; i < t.endIndex && i < line.length; i++) scopes[at + i] = t.scopes;
      stack = result.ruleStack;
      at += line.length + 1;
    }
    const wrong = [];
    for (const m of text.matchAll(token)) {
      const wanted = kind(m[0]);
      if (!wanted) continue;
      words++;
      if (!fits(wanted, scopes[m.index] || [])) wrong.push(`${m[0].slice(0, 30)}: ${scopes[m.index]}`);
    }
    if (wrong.length) { failed++; console.log(`FAILED ${name}: ${wrong.slice(0, 3).join('; ')}`); } else passed++;
  }
  if (words < 1000) { failed++; console.log(`FAILED too few words: ${words}`); }
  console.log(`${passed} passed, ${failed} failed`);
}

main();
