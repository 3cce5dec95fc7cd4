# Two CSV files: columns that both have agree to 1e-8 of 1 + |value|. Prints the worst if not.
BEGIN { FS = "," }
# Commas within quotes are no separators.
function fields(text, to,    n, i, inside, c, k) {
    if (index(text, "\"") == 0) return split(text, to, ",")
    n = 1; to[1] = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\"") inside = !inside
        else if (c == "," && !inside) to[++n] = ""
        else to[n] = to[n] c
    }
    return n
}
FNR == 1 && NR == 1 { n = fields($0, name); next }
FNR == 1 { m = fields($0, other); for (i = 1; i <= m; i++) at[other[i]] = i; next }
NR == FNR { row[FNR] = $0; rows = FNR; next }
{
    if (!(FNR in row)) { print "more rows"; exit 1 }
    split(row[FNR], x)
    for (i = 1; i <= n; i++) {
        if (!(name[i] in at)) continue
        y = $(at[name[i]]); d = x[i] - y; d = d < 0 ? -d : d; s = 1 + (y < 0 ? -y : y)
        if (!(d / s <= worst)) { worst = d / s; where = name[i] " at " x[1] ": " x[i] " and " y }
    }
    last = FNR
}
END {
    if (last != rows) { print "rows: " rows " and " last; exit 1 }
    if (!(worst <= 1e-8)) { print where; exit 1 }
}
