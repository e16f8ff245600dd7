#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs under limits, on full disks, with closed streams and under signals: hostile.py BUILD [PART...].

Whatever happens to a program, it keeps one rule:
  * it ends with 0 only where its result is right and is there to read, all of it;
  * otherwise it ends with 1 to 6, or 130 or 143 where it was interrupted, and says why in words;
  * it ends in time, and leaves no process, no half of a file and no temporary folder behind.
The table of what is expected is `PARTS`, one test case per condition.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build"
MARK = f"PBP_HOSTILE={os.getpid()}"  # in the environment of all that is started here
SECONDS = 20  # nothing takes longer
NO_WORDS = re.compile(r"terminate called|filesystem error|basic_ios|std::bad_|std::\w*e(rror|xception)|what\(\)|[a-z]\.[ch]pp:\d")
KIB = 1024


class Program:
    """A command line, and how its standard output proves that its result is right."""

    def __init__(self, name, words, proof="", wrong=False, json_proof=None, writes=True, opengl=False):
        self.name, self.words, self.proof, self.wrong = name, [str(word) for word in words], proof, wrong
        self.json_proof, self.writes, self.opengl = json_proof, writes, opengl

    def proves(self, text):
        """True if this text reports that all is right."""
        if self.json_proof is None:
            return re.search(self.proof, text) is not None
        try:
            return bool(self.json_proof(json.loads(text)))
        except (ValueError, KeyError, IndexError, TypeError):
            return False

    def __str__(self):
        return self.name


class Scratch:
    """A folder with the shaders to judge, an output folder and a temporary one; removed at the end."""

    def __init__(self, parent=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="pbp_hostile_", dir=parent))
        for name in ("tmp", "out", "shaders", "mine"):
            (self.path / name).mkdir()

    def copy(self, shader, changes=(), to=None):
        """A copy of a shader of the project, with each (search, replacement) made once."""
        text = (ROOT / "shaders" / shader).read_text()
        for search, replacement in changes:
            assert text.count(search) >= 1, (shader, search)
            text = text.replace(search, replacement, 1)
        file = self.path / (to or "shaders/" + shader.rsplit("/", 1)[1])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def versions_right(document):
    return document["exit_code"] == 0 and document["versions"] and all(
        version["status"] == "right" for version in document["versions"])


def programs(scratch, out=None):
    """All programs, by name: right and wrong ones, as text and as JSON."""
    to = ["--out", out or scratch.path / "out"]
    lessons, mine = BUILD / "lessons", scratch.path / "mine"
    barrier = ("barrier();", "")
    sort = scratch.copy("05_bitonic_sort/v1_shared.comp", [barrier])
    add = scratch.copy("03_reduction/v3_sequential.comp", [("stride /= 2u", "stride /= 4u")])  # wrong in any order
    racy = ROOT / "tests/run_shader/kernels/racy.comp"
    plain = ROOT / "tests/run_shader/kernels/histogram.comp"
    scratch.copy("01_workgroup_ids/exercises/e1_own_element.comp", to="mine/01_workgroup_ids/e1_own_element.comp")
    subprocess.run([BUILD / "exercises", "reset", "01.2", "--folder", mine], check=True, stdout=subprocess.DEVNULL)
    sim = [lessons / "05_bitonic_sort", "--only", "v1", "--sim", *to]
    sweep = [lessons / "05_bitonic_sort", "sweep", "--only", "v1", *to]
    tune = [lessons / "03_reduction", "tune", "--only", "v3", "--n", "1000", *to]
    bench = [BUILD / "bench", "03", "--only", "v3", "--n", "1000", *to]
    mutants = [BUILD / "mutants", "--only", "03", "--kind", "barrier", "--sample", "1", "--jobs", "2"]
    check = [BUILD / "exercises", "check", "--folder", mine, *to]
    right_word = r"v1_shared +right"
    as_json = "--json"
    return {
        one.name: one
        for one in (
            Program("lesson", sim, right_word),
            Program("lesson json", [*sim, as_json], json_proof=versions_right),
            Program("lesson unseen", [*sim, "--no-pictures"], right_word, writes=False),
            Program("lesson wrong", [*sim, "--shader", sort], right_word, wrong=True),
            Program("lesson wrong json", [*sim, "--shader", sort, as_json], json_proof=versions_right, wrong=True),
            Program("lesson export", [*sim, "--no-pictures", "--export", scratch.path / "out/table.csv"], right_word),
            Program("lesson help", [lessons / "05_bitonic_sort", "--help"], r"The ladder:", writes=False),
            Program("sweep", sweep, r"all 20 runs agree", writes=False),
            Program("sweep wrong", [*sweep, "--shader", sort], r"all 20 runs agree", wrong=True),
            Program("lesson opengl", [lessons / "05_bitonic_sort", "--only", "v1", *to], right_word, opengl=True),
            Program("lesson opengl wrong", [lessons / "05_bitonic_sort", "--only", "v1", "--shader", sort, *to],
                    right_word, wrong=True, opengl=True),
            Program("run", [BUILD / "run", plain, "--sim", "--buffer", "Values=64:iota", *to],
                    r"1 Histogram"),
            Program("run json", [BUILD / "run", plain, "--sim", as_json, *to],
                    json_proof=lambda document: len(document["versions"][0]["contents"]["buffers"]) == 2),
            Program("run wrong", [BUILD / "run", racy, "--sim", "--groups", "1", *to], r"^$", wrong=True),
            Program("exercises", [BUILD / "exercises", "list", "--folder", mine], r"of \d+ exercises solved",
                    writes=False),
            Program("exercises json", [BUILD / "exercises", "list", as_json, "--folder", mine], writes=False,
                    json_proof=lambda document: document),
            Program("doctor", [BUILD / "doctor"], r"(?s)renderer.*subgroups", writes=False, opengl=True),
            Program("doctor json", [BUILD / "doctor", as_json], json_proof=lambda document: document["renderer"],
                    writes=False, opengl=True),
            Program("check", [*check, "01.1"], r"(?m)^Solved: 01\.1", opengl=True),
            Program("check wrong", [*check, "01.2"], r"Solved: ", wrong=True, opengl=True),
            Program("tune", tune, r"(?m)^ +\d+ .* M/s", opengl=True),
            Program("tune json", [*tune, as_json], opengl=True,
                    json_proof=lambda document: document["exit_code"] == 0 and document["tuning"][0]["rows"]),
            Program("tune wrong", [*tune, "--shader", add], r"^$", wrong=True, opengl=True),
            Program("bench", bench, r"(?m)^ +v3_sequential +1,000 +\d", opengl=True),
            Program("bench json", [*bench, as_json], opengl=True,
                    json_proof=lambda document: document["rows"][0]["status"] == "right"),
            Program("bench wrong", [*bench, "--shader", add], r"^$", wrong=True, opengl=True),
            Program("experiments", [BUILD / "experiments", "--quick", "--only", "access", *to], r"(?m)^ *access",
                    opengl=True),
            Program("mutants", mutants, r"1 mutants, .* caught of", writes=False),
            Program("mutants json", [*mutants, as_json], writes=False,
                    json_proof=lambda document: document["totals"]["mutants"] == 1),
            *(Program(f"{name} help", [BUILD / name, "--help"], r"--context", writes=False)
              for name in ("bench", "experiments", "doctor")),
        )
    }


def ours():
    """The processes that were started here and have not ended."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            if MARK.encode() in (folder / "environ").read_bytes().split(b"\0"):
                if (folder / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                    found.append(int(folder.name))
        except OSError:
            pass
    return found


def left_in(scratch):
    """Halves of files, probes, and all that is in the temporary folder."""
    found = list((scratch / "tmp").iterdir())
    for file in scratch.rglob("*"):
        empty = file.suffix in (".png", ".html", ".json") and file.is_file() and file.stat().st_size == 0
        if empty or re.search(r"\.part$|\.probe\.|\.tmp$", file.name):
            found.append(file)
    return found


class Case(unittest.TestCase):
    """What all parts share."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = Scratch()
        cls.programs = programs(cls.scratch)
        doctor = subprocess.run([BUILD / "doctor", "--quiet"], capture_output=True, check=False)
        cls.opengl = doctor.returncode == 0
        if not cls.opengl:
            print("no OpenGL 4.5 here: testing only what runs on the simulator", flush=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.remove()

    def chosen(self, *names):
        for name in names:
            one = self.programs[name]
            if self.opengl or not one.opengl:
                yield one

    def environment(self, **more):
        made = dict(os.environ, TMPDIR=str(self.scratch.path / "tmp"), NO_COLOR="1", **more)
        name, value = MARK.split("=")
        made[name] = value
        return made

    def start(self, program, limits=(), out=subprocess.PIPE, err=subprocess.PIPE, close=(), ignore=(), **more):
        def before():
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            for number in ignore:
                signal.signal(number, signal.SIG_IGN)
            for descriptor in close:
                os.close(descriptor)
            for which, most in limits:
                resource.setrlimit(which, (most, most))

        return subprocess.Popen(program.words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=before,
                                start_new_session=True, env=self.environment(), cwd=self.scratch.path,
                                errors="replace", text=True, **more)

    def ended(self, process):
        """Its exit code, and what it printed."""
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            waits = {one: sorted((task / "wchan").read_text() for task in pathlib.Path(f"/proc/{one}/task").iterdir())
                     for one in ours()}
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            self.fail(f"did not end within {SECONDS} s; what its processes' threads wait for: {waits}")
        return process.returncode, out or "", err or ""

    def keeps_the_rule(self, program, code, out, err, delivered=True, interrupted=False):
        """`delivered`: the reader of stdout got all that was written to it."""
        said = f"\nexit code {code}\n--- stdout\n{out[-1500:]}\n--- stderr\n{err[-1500:]}"
        expected = (*range(7), 130, 143) if interrupted else range(7)
        loader = code == 127 and "error while loading shared libraries" in err  # not even started
        self.assertTrue(code in expected or loader, "an exit code that README.md does not list" + said)
        self.assertNotRegex(out + err, NO_WORDS, "not a message for a person" + said)
        if code == 0:
            self.assertFalse(program.wrong, "a wrong shader ended with 0" + said)
            self.assertTrue(delivered and program.proves(out), "exit code 0, but no output proves that it is right" + said)
        else:
            self.assertRegex(err + (out if delivered else ""), r"\w+ \w+|Interrupted\.",
                             "it gives no reason" + said)
        if program.wrong and delivered and program.proof != "^$":
            self.assertFalse(program.proves(out), "a wrong shader is reported as right" + said)
        if program.json_proof is not None and delivered and out.strip():
            try:
                json.loads(out)
            except ValueError as problem:
                self.fail(f"not a JSON document: {problem}{said}")
        self.nothing_left(said)

    def nothing_left(self, said=""):
        for _ in range(40):
            if not ours():
                break
            time.sleep(0.05)
        processes, files = ours(), left_in(self.scratch.path)
        for process in processes:  # the next one must not be blamed for them
            os.kill(process, signal.SIGKILL)
        for file in files:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        self.assertEqual(processes, [], "processes remain" + said)
        self.assertEqual(files, [], "files remain" + said)

    def holds(self, programs_, condition="", expect=None, because="", **how):
        """Runs each, and holds it to the rule; `expect` are the exit codes that a right and a wrong shader may
        have here, `because` what an exit code 4 is due to."""
        for program in programs_:
            with self.subTest(program=str(program), condition=condition):
                code, out, err = self.ended(self.start(program, **how))
                self.keeps_the_rule(program, code, out, err)
                if expect is not None:
                    self.assertIn(code, expect[1 if program.wrong else 0], out + err)
                if code == 4:
                    self.assertIn(because, out + err)


class Descriptors(Case):
    def test_few_open_files(self):
        always = ("lesson json", "lesson wrong json")
        for most in range(4, 21):
            self.holds(self.chosen("lesson wrong"), f"ulimit -n {most}", ((), (1, 4)), "Too many open files",
                       limits=[(resource.RLIMIT_NOFILE, most)])
            some = ("lesson", "doctor json", "exercises") if most % 2 else ("run", "lesson opengl wrong")
            if most in (7, 11):
                some += ("lesson opengl", "run wrong", "sweep", "sweep wrong", "check",
                         "check wrong", "tune", "tune wrong", "bench json", "bench wrong", "mutants json")
            self.holds(self.chosen(*always, *some), f"ulimit -n {most}", ((0, 4, 6), (1, 4, 6)),
                       limits=[(resource.RLIMIT_NOFILE, most)])


class FileSizes(Case):
    def test_no_file_may_grow(self):
        for most in (0, 1, 64):
            limits = [(resource.RLIMIT_FSIZE, most * KIB)]
            self.holds(self.chosen("lesson unseen", "sweep", "exercises", "doctor"), f"ulimit -f {most}", ((0,), ()),
                       limits=limits)
            some = ("lesson", "lesson json", "lesson wrong", "lesson wrong json", "run", "run wrong", "lesson opengl",
                    "lesson opengl wrong")
            if most == 0:
                some += ("check", "check wrong", "tune", "tune wrong", "bench", "bench wrong", "experiments",
                         "mutants")
            self.holds(self.chosen(*some), f"ulimit -f {most}", ((0, 4), (1, 4)) if most == 64 else ((4,), (1, 4)),
                       limits=limits) if most else self.no_file(some, limits)

    def no_file(self, names, limits):
        for program in self.chosen(*names):
            with self.subTest(program=str(program), condition="ulimit -f 0"):
                code, out, err = self.ended(self.start(program, limits=limits))
                self.keeps_the_rule(program, code, out, err)
                self.assertIn(code, (1, 4) if program.wrong else (4, 0), out + err)
                if not program.wrong and code == 4:
                    self.assertRegex(out + err, r"File too large\)?[:;] raise ulimit -f")
                if program.name == "lesson":  # results come first
                    self.assertRegex(out, program.proof)
                if program.name == "lesson wrong":  # what is wrong is reported before anything is drawn
                    self.assertRegex(out + err, r"wrong after|Data race|barrier")

    def test_the_log_is_full(self):
        log = self.scratch.path / "log"
        for program in self.chosen("lesson unseen", "run json", "doctor json", "exercises"):
            with self.subTest(program=str(program)), open(log, "w") as file:
                code, _, err = self.ended(
                    self.start(program, out=file, limits=[(resource.RLIMIT_FSIZE, 100)]))
                self.keeps_the_rule(program, code, log.read_text(), err, delivered=False)
                self.assertEqual(code, 4, err)
                self.assertIn("File too large", err)


class Memory(Case):
    def test_little_memory(self):
        for kib in (50_000, 100_000, 200_000, 400_000, 1_600_000):
            some = ("lesson json", "lesson wrong", "run", "doctor json", "lesson opengl wrong")
            if kib in (100_000, 400_000):
                some += ("lesson", "sweep", "sweep wrong", "check wrong", "tune wrong", "bench wrong",
                         "mutants json")
            self.holds(self.chosen(*some), f"ulimit -v {kib}", limits=[(resource.RLIMIT_AS, kib * KIB)])

    def test_small_stack(self):
        self.holds(self.chosen("lesson json", "lesson wrong", "run"), "ulimit -s 128",
                   limits=[(resource.RLIMIT_STACK, 128 * KIB)])


class Streams(Case):
    right = ("lesson", "lesson json", "lesson export", "lesson help", "bench help", "experiments help", "doctor help",
             "sweep", "run", "run json", "exercises", "exercises json", "doctor", "doctor json", "check",
             "tune", "tune json", "bench", "bench json", "experiments", "mutants", "mutants json")
    wrong = ("lesson wrong", "lesson wrong json", "sweep wrong", "run wrong", "check wrong", "tune wrong",
             "bench wrong")

    def test_standard_output_is_full(self):
        for program in self.chosen(*self.right, *self.wrong):
            with self.subTest(program=str(program)), open("/dev/full", "w") as full:
                code, _, err = self.ended(self.start(program, out=full))
                self.keeps_the_rule(program, code, "", err, delivered=False)
                self.assertIn(code, (1, 4) if program.wrong else (4,), err)
                self.assertIn("cannot write to standard output (No space left on device)", err)
                most = 2 if program.name.startswith("check") else 1  # its judge may say it, too
                self.assertLessEqual(err.count("\n"), most, err)

    def test_standard_output_is_closed(self):
        for program in self.chosen(*self.right, *self.wrong):
            with self.subTest(program=str(program)):
                code, _, err = self.ended(self.start(program, close=[1]))
                self.keeps_the_rule(program, code, "", err, delivered=False)
                self.assertIn(code, (1, 4) if program.wrong else (4,), err)
                self.assertIn("cannot write to standard output (it is closed)", err)
                for file in self.scratch.path.rglob("*"):  # descriptor 1 must not have been one of these
                    if file.suffix in (".png", ".html", ".json", ".csv") and file.is_file():
                        self.assertNotIn(b"v1_shared              right", file.read_bytes()[:4000], file)
                if program.name == "lesson export":
                    self.assertTrue((self.scratch.path / "out/table.csv").read_text().startswith("version,"))

    def test_all_streams_are_closed(self):
        for program in self.chosen("lesson", "lesson wrong json", "run", "doctor"):
            with self.subTest(program=str(program)):
                process = self.start(program, close=[0, 1, 2])
                code, _, _ = self.ended(process)
                self.assertIn(code, (1, 4) if program.wrong else (4,))
                self.nothing_left()

    def test_nobody_hears_the_errors(self):
        for program in self.chosen("lesson json", "lesson wrong", "run", "doctor", "exercises"):
            for name, how in (("2>&-", {"close": [2]}), ("2>/dev/full", {"err": open("/dev/full", "w")})):
                with self.subTest(program=str(program), condition=name):
                    code, out, _ = self.ended(self.start(program, **how))
                    self.keeps_the_rule(program, code, out, "nobody heard")
                    self.assertEqual(code, 1 if program.wrong else 0)

    def test_standard_input_is_closed(self):
        self.holds(self.chosen("lesson", "lesson wrong", "run json", "doctor", "mutants"), "<&-", ((0,), (1,)),
                   close=[0])

    def test_a_reader_that_leaves(self):
        for program in self.chosen("lesson", "lesson json", "lesson wrong", "run", "doctor json", "exercises"):
            for ignore in ((), (signal.SIGPIPE,)):
                with self.subTest(program=str(program), ignored=ignore):
                    reading, writing = os.pipe()
                    os.close(reading)
                    process = self.start(program, out=writing, ignore=ignore)
                    os.close(writing)
                    code, _, err = self.ended(process)
                    self.assertIn(code, (-signal.SIGPIPE, 1 if program.wrong else -signal.SIGPIPE))
                    self.assertEqual(err, "")
                    self.nothing_left()


def children_of(pid):
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[1] == str(pid) and fields[0] != "Z":
                found.append(int(folder.name))
    return found


class Signals(Case):
    def long_programs(self):
        """Programs that would run for many seconds, each with the name of a short one that does the same."""
        lesson, to = BUILD / "lessons/05_bitonic_sort", ["--out", self.scratch.path / "out", "--time-limit", "60"]
        sim = [lesson, "--sim", "--only", "v3", "--n", "262144", *to]
        loop = self.scratch.path / "shaders/loop.comp"
        loop.write_text("#version 450 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B "
                        "{ uint b[]; };\nvoid main() { while (b[0] == 0u) b[1] += 1u; }\n")
        many = [
            Program("lesson", sim, "^$"),
            Program("lesson json", [*sim, "--json"], json_proof=versions_right),
            Program("sweep", [lesson, "sweep", "--only", "v3", "--n", "262144", *to], "^$"),
            Program("run", [BUILD / "run", loop, "--sim", "--buffer", "B=1024:zero", *to], "^$"),
            Program("mutants", [BUILD / "mutants", "--jobs", "2"], "^$"),
            Program("lesson opengl", [lesson, "soak", "--runs", "1000000", "--only", "v1", "--time-limit", "60"], "^$", opengl=True),
            Program("tune", [BUILD / "lessons/03_reduction", "tune", *to], "^$", opengl=True),
            Program("bench", [BUILD / "bench", "03", *to], "^$", opengl=True),
        ]
        return [one for one in many if self.opengl or not one.opengl]

    def started(self, program):
        """The program once it has a worker, a moment later."""
        process = self.start(program)
        for _ in range(200):
            if children_of(process.pid) or process.poll() is not None:
                break
            time.sleep(0.02)
        time.sleep(0.25)
        self.assertIsNone(process.poll(), "it ended too early for a signal")
        return process

    def test_interrupted(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            for program in self.long_programs():
                with self.subTest(program=str(program), signal=number.name):
                    process = self.started(program)
                    # Ctrl-C reaches all processes of a terminal, kill just the one.
                    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
                    got, out, err = self.ended(process)
                    self.keeps_the_rule(program, got, out, err, interrupted=True)
                    self.assertEqual(got, code, err)
                    self.assertEqual((out + err).count("Interrupted."), 1, out + err)

    def test_the_worker_is_killed(self):
        for program in self.long_programs():
            if program.name in ("bench", "mutants"):
                continue  # they note it, and go on with the next version or mutant
            with self.subTest(program=str(program)):
                process = self.started(program)
                for worker in children_of(process.pid):
                    os.kill(worker, signal.SIGKILL)
                code, out, err = self.ended(process)
                self.keeps_the_rule(program, code, out, err)
                self.assertEqual(code, 6, err)
                self.assertNotIn("beyond the end", out + err)
                self.assertRegex(out + err, r"(?i)killed")

    def test_the_worker_takes_too_long(self):
        for program in self.long_programs():
            if program.name not in ("lesson", "run"):
                continue
            with self.subTest(program=str(program)):
                process = self.start(program, limits=[(resource.RLIMIT_CPU, 1)])
                code, out, err = self.ended(process)
                self.keeps_the_rule(program, code, out, err)
                self.assertEqual(code, 6, err)
                self.assertNotIn("beyond the end", out + err)
                self.assertIn("CPU time limit", out + err)

    def test_the_parent_is_killed(self):
        for program in self.long_programs():
            with self.subTest(program=str(program)):
                process = self.started(program)
                process.kill()
                self.assertEqual(self.ended(process)[0], -signal.SIGKILL)
                for _ in range(40):
                    if not ours():
                        break
                    time.sleep(0.05)
                self.assertEqual(ours(), [], "the worker is still running")
            # What it could not remove is swept by the next run, once it is too old to be somebody's.
            for file in left_in(self.scratch.path):
                os.utime(file, (0, 0))
            self.holds(self.chosen(program.name), "after SIGKILL", ((0,), ()))


class Disk(Case):
    """On its own file system, with little or no room; main() has made a mount namespace for it."""

    def test_full_disk(self):
        disk = self.scratch.path / "disk"
        disk.mkdir()
        for kib in (4, 64, 256):
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(disk)], check=True)
            try:
                self.on_full_disk(disk, kib)
            finally:
                subprocess.run(["umount", "-l", str(disk)], check=True)

    def on_full_disk(self, disk, kib):
        self.programs = programs(self.scratch, disk / "out")
        if kib == 4:
            (disk / "filler").write_bytes(b"x" * 4096)
        self.holds(self.chosen("lesson unseen", "sweep"), f"{kib} KiB", ((0, 4), ()))
        names = ("lesson", "lesson json", "lesson wrong", "lesson wrong json", "sweep wrong", "run", "lesson opengl",
                 "lesson opengl wrong", "check wrong", "tune", "tune wrong", "bench json", "bench wrong",
                 "experiments")
        for program in self.chosen(*(names if kib == 4 else names[:6])):
            with self.subTest(program=str(program), condition=f"{kib} KiB"):
                code, out, err = self.ended(self.start(program))
                self.keeps_the_rule(program, code, out, err)
                self.assertIn(code, (1, 4) if program.wrong else (0, 4), out + err)
                self.assertNotIn("Permission denied", out + err)
                if code == 4:
                    self.assertIn("No space left on device", out + err)
                if program.name == "lesson":  # the result comes first, then the pictures
                    self.assertRegex(out, program.proof)
        self.programs = programs(self.scratch)
        for program in self.chosen("run json", "doctor json", "mutants json", "exercises"):
            if kib == 4:
                with self.subTest(program=str(program), condition="stdout on the full disk"), open(
                        disk / "log", "w") as log:
                    code, _, err = self.ended(self.start(program, out=log))
                    self.keeps_the_rule(program, code, "", err, delivered=False)
                    self.assertEqual(code, 4, err)
                    self.assertIn("No space left on device", err)


PARTS = {"descriptors": Descriptors, "file_sizes": FileSizes, "memory": Memory, "streams": Streams,
         "signals": Signals, "disk": Disk}


def may_mount():
    """Restarts this script where it may mount a private file system; False if it cannot."""
    if os.environ.get("PBP_HOSTILE_MOUNTS"):
        return True
    own = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run([*own, "mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder],
                               capture_output=True, check=False)
    if tried.returncode != 0:
        return False
    os.environ["PBP_HOSTILE_MOUNTS"] = "1"
    os.execvp("unshare", [*own, sys.executable, *sys.argv])


def main():
    if not (BUILD / "run").exists():
        sys.exit(f"{BUILD} has no programs: name the build folder, as in tests/hostile/hostile.py build streams")
    names = sys.argv[2:] or list(PARTS)
    for name in names:
        if name not in PARTS:
            sys.exit(f"unknown part {name}; choose from {', '.join(PARTS)}")
    if "disk" in names and not may_mount():
        print("SKIPPED: no file system can be mounted here, so no disk can be filled", flush=True)
        names.remove("disk")
    suite = unittest.TestSuite()
    for name in names:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(PARTS[name]))
    sys.exit(0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1)


if __name__ == "__main__":
    main()
