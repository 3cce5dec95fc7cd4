"""What the programs of this group share: they count what they try, and end with "N passed, M failed, K skipped"."""
import os
import sys

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
count = {"passed": 0, "failed": 0, "skipped": 0}


def tried(what, good, told=""):
    count["passed" if good else "failed"] += 1
    if not good:
        print("FAILED", what, str(told)[:2000])


def refused(what, kind, call, *words):
    """call() raises kind, and what it says has these words."""
    try:
        call()
    except kind as problem:
        tried(what, all(w in str(problem) for w in words), repr(problem))
        return problem
    except Exception as problem:
        tried(what, False, repr(problem))
    else:
        tried(what, False, "it was taken")
    return None


def skipped(what):
    count["skipped"] += 1
    print("skipped:", what)


def finish():
    line = f"{count['passed']} passed, {count['failed']} failed"
    print(line + (f", {count['skipped']} skipped" if count["skipped"] else ""))
    sys.exit(count["failed"] != 0)


def block(info, page="tutorial.md"):
    """The code of docs/ that stands under ```INFO."""
    with open(os.path.join(root, "docs", page), encoding="utf-8") as f:
        return f.read().split(f"```{info}\n")[1].split("```")[0]


def put(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    return name


def model(name):
    """Of models/."""
    return os.path.join(root, "models", name, name + ".dtm")
