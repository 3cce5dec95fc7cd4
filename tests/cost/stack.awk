# Bytes of the worst chain of calls from -v root=NAME: gcc's -fcallgraph-info=su of all files. What is of libc and libm counts nothing.
function deepest(f,   i, n, to, most, d) {
    if (f in done)
        return done[f]
    done[f] = 0
    n = split(calls[f], to, " ")
    for (i = 1; i <= n; i++) {
        d = deepest(to[i])
        most = d > most ? d : most
    }
    return done[f] = own[f] + most
}
/^node:/ && / bytes \(/ {
    match($0, /[0-9]+ bytes \(/)
    own[$4] = substr($0, RSTART, RLENGTH) + 0
}
/^edge:/ { calls[$4] = calls[$4] " " $6 }
END { print deepest("\"" root "\"") }
