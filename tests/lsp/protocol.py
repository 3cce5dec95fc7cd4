"""What clients do to a server: order, cancellation, methods that nobody knows, positions in UTF-16, files that go."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, check, position, say_counts, uri

DTC, WORK = sys.argv[1], sys.argv[2]


GOOD = """model small "A shaft"
  import Drivetrain.*;
  Source.ConstantTorque torque(tau_constant = 50);
  Shaft.Inertia load(J = 1, w(start = 0, fixed = true), phi(fixed = true));
equation
  connect(torque.flange, load.flange_a);
end small;
"""


def main():
    path = os.path.join(WORK, "small.dtm")
    with open(path, "w") as f:
        f.write(GOOD)
    c = Client(DTC, WORK)
    c.open(path)
    check(c.diagnostics(path) == [], "a good model")

    # umlauts and characters outside of the first plane before the place: two units, four bytes
    at = GOOD.index("load.flange_a")
    c.change(path, at, at, "/* äöü \U0001F600 */ ")
    at = c.text[path].index("load.flange_a")
    c.change(path, at, at + 4, "lod")
    got = c.diagnostics(path)
    check(len(got) == 1 and got[0]["range"]["start"] == position(c.text[path], at) and
          got[0]["range"]["end"]["character"] == position(c.text[path], at)["character"] + 3,
          "a position behind umlauts and an emoji", got)
    c.replace(path, GOOD.replace("\n", "\r\n"))
    check(c.diagnostics(path) == [], "CRLF")
    at = c.text[path].index("torque.flange")
    c.change(path, at, at + 6, "torqe")
    got = c.diagnostics(path)
    check(len(got) == 1 and got[0]["range"]["start"] == {"line": 5, "character": 10}, "a position with CRLF", got)

    # each model of a file, also where the text of one has a mistake: there what names mean that stand elsewhere
    several = GOOD.replace("load.flange_a", "lod.flange_a") + GOOD.replace("small", "second").replace("50", "tau") + \
        GOOD.replace("small", "third")
    c.replace(path, several)
    got = c.diagnostics(path)
    check(sorted((d["range"]["start"]["line"], d["message"].split("`")[1]) for d in got) == [(5, "lod"), (9, "tau")],
          "mistakes in models that are not the last", got)
    c.replace(path, "load(J = ,".join(several.rsplit("load(J = 1,", 1)) + GOOD.replace("small", "behind").replace("torque.flange", "torqe.flange"))
    got = c.diagnostics(path)
    check([d["range"]["start"]["line"] for d in got if "does not fit" in d["message"]] == [17] and
          sorted(d["message"].split("`")[1] for d in got if "`" in d["message"]) == ["lod", "tau", "torqe"],
          "and beside one that cannot be read", got)
    c.replace(path, GOOD.replace("J = 1,", "J = ,").replace("torque.flange", "torqe.flange"))
    got = c.diagnostics(path)
    check(len(got) == 2 and "`torqe`" in got[1]["message"], "a name beside a statement that cannot be read, which declares `load`", got)
    c.replace(path, "package P\n  model A\n    extends B(k = 2);\n  end A;\n  partial model B\n    parameter Real k;\n"
              "    Real x = yy;\n  end B;\nend P;\n")
    got = c.diagnostics(path)
    check(len(got) == 1 and "`yy`" in got[0]["message"] and got[0]["range"]["start"]["line"] == 6, "in a package", got)

    # edits of an older version are left out
    c.replace(path, GOOD)
    c.tell("textDocument/didChange", textDocument={"uri": uri(path), "version": 1}, contentChanges=[{"text": "x"}])
    check(c.diagnostics(path) == [], "an edit of an older version")

    # order, and what is unknown
    first = c.begin("textDocument/completion", textDocument={"uri": uri(path)}, position={"line": 2, "character": 9})
    second = c.begin("textDocument/nothing", textDocument={"uri": uri(path)})
    third = c.begin("textDocument/completion", textDocument={"uri": uri(os.path.join(WORK, "none.dtm"))},
                    position={"line": 0, "character": 0})
    check("result" in c.wait(first), "an answer")
    check(c.wait(second).get("error", {}).get("code") == -32601, "a method that nobody knows")
    check(c.wait(third).get("error", {}).get("code") == -32602, "a document that is not open")
    c.tell("$/nothing")
    c.send({"id": "a name", "method": "textDocument/completion",
            "params": {"textDocument": {"uri": uri(path)}, "position": {"line": 99, "character": 99}}})
    check("result" in c.wait("a name"), "an id that is a text, and a position behind the end")

    # cancelled before it was begun: both come in one write
    c.number += 1
    slow, gone = c.number, c.number + 1
    c.number += 1
    messages = [{"jsonrpc": "2.0", "id": n, "method": "textDocument/completion",
                 "params": {"textDocument": {"uri": uri(path)}, "position": {"line": 2, "character": 9}}}
                for n in (slow, gone)]
    messages.append({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": gone}})
    c.process.stdin.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(json.dumps(m)), json.dumps(m).encode())
                                   for m in messages))
    c.process.stdin.flush()
    check("result" in c.wait(slow), "the question before the one that is cancelled")
    check(c.wait(gone).get("error", {}).get("code") == -32800, "a question that is cancelled")

    # what is no JSON, and a head in small letters
    c.process.stdin.write(b"content-length: 3\r\n\r\n{x}")
    c.process.stdin.flush()
    check(c.wait(None).get("error", {}).get("code") == -32700, "what is no JSON")

    # a file that is deleted while it is open, and one that is never saved
    os.remove(path)
    c.change(path, 0, 0, "// gone\n")
    check(c.diagnostics(path) == [], "a file that is deleted")
    other = os.path.join(WORK, "never.dtm")
    c.open(other, GOOD.replace("small", "never"))
    check(c.diagnostics(other) == [], "a file that was never saved")
    c.close(other)
    check(c.end() == 0, "the end")
    early = Client(DTC, initialize=False)
    check(early.wait(early.begin("textDocument/hover")).get("error", {}).get("code") == -32002, "before initialize")
    early.tell("exit")
    check(early.process.wait(20) == 1, "exit without shutdown")


main()
say_counts()
