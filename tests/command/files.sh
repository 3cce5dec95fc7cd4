# Read by check.sh: files that are written. What is temporary has a name that cannot be foreseen and goes with any signal; a file that is there keeps its
# mode, owner and links, or is refused; no result goes over what was read; the cache of built models takes no pipe for an entry, and builds elsewhere on a full disk.
export XDG_CACHE_HOME="$tmp/kept_files" DTC
cat >decay.dtm <<'END'
model decay
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end decay;
END
run() { "$DTC" sim decay.dtm --quiet --method euler "$@" 2>err; }
run -o whole.csv

# is NAME MODE LINKS: the file has the result, that mode, so many links
is() {
    got=$(stat -c '%a %h' "$1")
    if cmp -s "$1" whole.csv && [ "$got" = "$2 $3" ]; then ok; else fail "$1: mode and links $got, not $2 $3: $(cat err)"; fi
}
for mask in 022 027 077; do
    rm -f out.csv
    (umask $mask && run -o out.csv)
    is out.csv "$(printf %o $((0666 & ~0$mask)))" 1
done
for mode in 600 640 666 755; do
    echo old >out.csv && chmod $mode out.csv
    run -o out.csv
    is out.csv $mode 1
done
echo old >out.csv && ln out.csv other.csv && ln -s other.csv link.csv && chmod 604 out.csv
run -o link.csv
is out.csv 604 2
is other.csv 604 2
check test -L link.csv
head -c 100000 /dev/zero >out.csv
run -o out.csv
is out.csv 604 2
ln -s none.csv dangling.csv
run -o dangling.csv
check cmp none.csv whole.csv
long=$(printf '%0251d' 0).csv
run -o "$long"
check cmp "$long" whole.csv
rm -f "$long" dangling.csv none.csv link.csv

# A file with other names is copied over once the result is whole, and stays as it was where it has no room.
cp whole.csv full.csv
(ulimit -f 1 && run -o other.csv --interval 1e-5)
check test "$(stat -c %h other.csv)" = 2
(ulimit -f 1 && run -o other.csv && true)
check cmp out.csv other.csv

# What is there and may not be written is refused; a folder in which nothing can be made still takes a file that is there. A superuser may all: another user.
if [ "$(id -u)" != 0 ]; then
    user=
elif command -v setpriv >/dev/null; then
    user='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
    user=none
fi
mkdir shut open
chmod 755 "$tmp" && cp decay.dtm shut
for folder in shut open; do
    for mode in 400 200 600; do echo old >$folder/$mode.csv && chmod $mode $folder/$mode.csv; done
done
[ "$(id -u)" = 0 ] && chown 65534:65534 open open/*.csv shut/*.csv
chmod 555 shut
as_user() { $user env XDG_CACHE_HOME=/dev/null "$DTC" sim shut/decay.dtm --quiet --method euler "$@" 2>err; }
# shellcheck disable=SC2086
if [ "$user" = none ] || ! $user "$DTC" --version >/dev/null 2>&1; then
    echo 'skipped: no other user can be put on to see what files may not be written'
else
    for folder in shut open; do
        as_user -o $folder/400.csv
        if [ $? = 1 ] && grep -q 'cannot write .*400.csv: Permission denied' err && [ "$(cat $folder/400.csv)" = old ]; then ok; else
            fail "$folder/400.csv is written: $(cat err)"
        fi
        for mode in 200 600; do
            as_user -o $folder/$mode.csv
            is $folder/$mode.csv $mode 1
        done
        check test "$(stat -c %u $folder/600.csv)" = "$(stat -c %u $folder/400.csv)"
    done
    as_user -o shut/new.csv
    if [ $? = 1 ] && grep -q 'cannot write shut/new.csv: Permission denied' err; then ok; else fail "shut/new.csv: $(cat err)"; fi
    if [ "$(ls shut open | tr '\n' ' ')" = 'open: 200.csv 400.csv 600.csv  shut: 200.csv 400.csv 600.csv decay.dtm ' ]; then ok; else
        fail "files are left: $(ls shut open)"
    fi
fi
chmod 755 shut
echo 'parameters: {k: 1}' >given_k.yaml
printf 'x\n1\n2\n' >map.csv
sed 's/k = 1/t[:, :] = Drivetrain.Functions.readTable("map.csv", "x"), k = t[1, 1]/' decay.dtm >mapped.dtm
"$DTC" sim decay.dtm --quiet -o start.csv
cp start.csv start_kept.csv
says 1 'cannot write map.csv: it is a file that was read' sim mapped.dtm --quiet -o map.csv
says 1 'cannot write ./given_k.yaml: it is a file that was read' sim decay.dtm --quiet --format csv --param given_k.yaml -o ./given_k.yaml
says 1 'cannot write start.csv: it is a file that was read' linearize decay.dtm --state start.csv -o start.csv --format m
check cmp start.csv start_kept.csv

# What is open here is written from where it stands, by whatever name, also where it has no name any more; C without a header.
ln -s /dev/stdout to_output.c
"$DTC" decay.dtm -o - >all.c
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 to_output.c; do
    "$DTC" decay.dtm -o $name | cmp -s - all.c && ok || fail "-o $name to a pipe"
    (echo before && "$DTC" decay.dtm -o $name && echo after) >out.c 2>err
    (echo before && cat all.c && echo after) | cmp -s - out.c && ok || fail "-o $name to a file: $(cat err)"
    (exec 3>out.c && rm out.c && "$DTC" decay.dtm -o $name >&3 2>err) && ok || fail "-o $name to a file without a name: $(cat err)"
done
(echo before && "$DTC" decay.dtm -o /dev/fd/3 3>&1 >/dev/null && echo after) >out.c 2>err
(echo before && cat all.c && echo after) | cmp -s - out.c && ok || fail "-o /dev/fd/3: $(cat err)"
says 1 'cannot write /dev/fd/9: Bad file descriptor' decay.dtm -o /dev/fd/9
says 1 'cannot write /dev/fd/0: Invalid argument' decay.dtm -o /dev/fd/0 </dev/null
check test ! -e /dev/stdout.h
rm -f to_output.c out.c all.c

# Names that can be foreseen: links of all numbers of processes to come lead to a file that stays as it is.
if command -v python3 >/dev/null; then
    mkdir traps traps/tmp
    cat >traps.py <<'END'
import os, subprocess, sys
victim = os.path.abspath('traps/victim')
open(victim, 'w').write('precious\n')
for pid in range(os.getpid(), os.getpid() + 400):
    os.symlink(victim, f'traps/x.csv.{pid}.tmp')
    os.symlink(victim, f'traps/tmp/dtc-point-{pid}.mat')
environment = dict(os.environ, TMPDIR=os.path.abspath('traps/tmp'))
for arguments in (['sim', 'decay.dtm', '--quiet', '-o', 'traps/x.csv'], ['linearize', 'decay.dtm', '--at', '0.5']):
    subprocess.run([sys.argv[1], *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
assert open(victim).read() == 'precious\n' and not os.path.islink('traps/x.csv')
assert all(os.path.islink(f'traps/tmp/{name}') for name in os.listdir('traps/tmp')), 'a file is left'
END
    check python3 traps.py "$DTC"
    # A name is of nobody's but the user's while it is written.
    mkfifo slow_k
    (umask 0 && exec "$DTC" sim decay.dtm --quiet --method euler --step 1e-5 --stop 1e5 -o slow.csv 2>err) &
    for _ in $(seq 400); do ls slow.csv.* >/dev/null 2>&1 && break || sleep 0.02; done
    check test "$(stat -c %a slow.csv.*)" = 600
    kill $!
    wait $!
    check test "$(stat -c %a slow.csv)" = 666
fi

# Any signal that can be caught: rows so far are kept where a user ends a run, and nothing temporary stays.
mkdir ended ended/tmp
for signal in QUIT USR1 ALRM XCPU RTMIN ABRT SEGV; do
    (cd ended && ulimit -c 0 && TMPDIR=tmp exec "$DTC" sim ../decay.dtm --quiet --method euler --step 1e-5 --stop 1e5 -o out.csv 2>said) &
    for _ in $(seq 400); do [ -n "$(find ended -name 'out.csv.*' -size +8k)" ] && break || sleep 0.02; done
    kill -$signal $! || kill $!
    wait $! 2>/dev/null
    code=$? left=$(ls ended ended/tmp | tr '\n' ' ')
    case $signal in
    ABRT | SEGV) wanted='ended: said tmp  ended/tmp: ' ;;
    *) wanted='ended: out.csv said tmp  ended/tmp: ' ;;
    esac
    if [ $code != 0 ] && [ "$left" = "$wanted" ]; then ok; else fail "SIG$signal: exit code $code, left: $left"; fi
    rm -f ended/out.csv
done

# A reader that goes: one line. What is no regular file is written as it is.
run -o - --step 1e-5 --stop 100 | head -n 1 >/dev/null
for _ in $(seq 100); do [ -s err ] && break || sleep 0.02; done
check test "$(cat err)" = 'dtc: cannot write standard output: Broken pipe'
mkfifo pipe.csv
cat pipe.csv >through.csv &
run -o pipe.csv
wait $!
check cmp through.csv whole.csv
check test -p pipe.csv
run -o /dev/null
check test -c /dev/null
run -o - >out.csv
check cmp out.csv whole.csv

# ---- the cache -------------------------------------------------------------------------------------------------------

kept=$XDG_CACHE_HOME/dtc
rm -rf "$kept"
run -o whole.csv
entry=$(ls -d "$kept"/*)
mkdir elsewhere && echo precious >elsewhere/key
for part in key model.c model.so sum ''; do
    for how in pipe folder link; do
        rm -rf "${entry:?}/$part"
        case $how in
        pipe) mkfifo "$entry/$part" 2>/dev/null || mkfifo "$entry" ;;
        folder) mkdir "$entry/$part" && echo 1 >"$entry/$part/1" ;;
        link) ln -s "$PWD/elsewhere" "${entry:?}${part:+/$part}" ;;
        esac
        rm -f out.csv
        timeout 20 "$DTC" sim decay.dtm --quiet --method euler -o out.csv 2>err
        check cmp out.csv whole.csv
        if [ -f "$entry/$part" ] || { [ -z "$part" ] && [ ! -L "$entry" ] && [ -f "$entry/model.so" ]; }; then ok; else
            fail "the cache: a $how for '$part' is not made anew: $(ls -l "$entry")"
        fi
    done
done
check test "$(cat elsewhere/key)" = precious
deep=$tmp/kept_files
for _ in $(seq 14); do deep=$deep/$(printf '%0200d' 0) && mkdir -p "$deep"; done
XDG_CACHE_HOME=$deep "$DTC" sim decay.dtm --quiet --method euler -o out.csv 2>err
check cmp out.csv whole.csv
if [ -f "$(ls -d "$deep"/dtc/*/model.so)" ] && [ ! -s err ]; then ok; else fail "the cache: a long path: $(cat err)"; fi
if unshare -rm true 2>/dev/null; then
    mkdir full
    # shellcheck disable=SC2016
    unshare -rm sh -c 'mount -t tmpfs -o size=64k none full && XDG_CACHE_HOME=$PWD/full "$DTC" sim decay.dtm --quiet --method euler -o out.csv 2>err &&
        [ -z "$(ls full/dtc)" ]' && check cmp out.csv whole.csv
    if [ -s err ]; then fail "the cache: a full disk: $(cat err)"; else ok; fi
else
    echo 'skipped: no file system of its own for a full disk'
fi
