// numbers.js - numbers as text.

// As dtc writes them to a CSV: the fewest digits that read back as the same double, in the look of %g.
export function digits(x) {
  if (x === 0) return '0';
  if (Number.isNaN(x)) return 'nan';
  const sign = x < 0 ? '-' : '';
  if (!Number.isFinite(x)) return `${sign}inf`;
  const [mantissa, exponent] = Math.abs(x).toExponential().split('e');
  const digit = mantissa.replace('.', ''), e = Number(exponent), n = digit.length;
  const point = first => n > first ? `${digit.slice(0, first)}.${digit.slice(first)}` : digit;
  if (e < -4 || (e >= 15 && e >= n))
    return `${sign}${point(1)}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
  if (e < 0) return `${sign}0.${'0'.repeat(-e - 1)}${digit}`;
  return sign + (n > e ? point(e + 1) : digit + '0'.repeat(e + 1 - n));
}

// For what is computed here: six digits tell enough.
export const about = x => Number.isFinite(x) ? digits(Number(x.toPrecision(6))) : digits(x);

// Numbers at the ticks of an axis, all with as many digits as their distance needs; large and small ones as 2.5e8.
export function ticks(values) {
  const shown = values.filter(v => v !== null), step = shown.length > 1 ? Math.abs(shown[1] - shown[0]) : 1;
  const most = Math.max(...shown.map(Math.abs), 0), places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const short = v => {
    const [mantissa, exponent] = v.toExponential(Math.min(15, Math.max(0, Math.floor(Math.log10(most) + 1e-9) + places))).split('e');
    return Number(exponent) ? `${mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa}e${Number(exponent)}` : mantissa;
  };
  const least = most/step < 1e5 && (most >= 1e6 || most < 1e-3);
  return values.map(v => v === null ? '' : Math.abs(v) < step*1e-9 ? '0' : least ? short(v) : v.toFixed(Math.min(20, places)));
}
