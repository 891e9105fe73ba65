"""Compiles the hot modules with mypyc and builds the browser client; the rest is in pyproject.toml.

Without a C compiler, without mypy, or with SANDTABLE_PURE=1 nothing is compiled: the same sources
then run as they are. SANDTABLE_OPT sets the optimisation level (0 to 3) for quick trial builds.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent

# A build tool runs this file from anywhere, and without its folder on the path.
sys.path.insert(0, str(ROOT))

from tools import build_web  # noqa: E402
from tools.compiled_modules import compiled_modules  # noqa: E402

# The compiled code of all hot modules is one library, because calls between modules are then plain
# C calls; beside every source lies only a small shim that asks the library for its module. The
# library lies beside the package, not in it: mypyc derives every module's __file__ from its place.
LIBRARY = "sandtable"


def has_c_compiler() -> bool:
    """Whether a program that includes Python.h can be compiled here."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
        paths = sysconfig.get_paths()
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            with _quiet():
                compiler.compile(
                    [str(source)],
                    output_dir=folder,
                    include_dirs=[paths["include"], paths["platinclude"]],
                )
        except Exception:  # every compiler class fails in its own way
            return False
    return True


class _quiet:
    """Sends what child processes print to nowhere: a failed probe is not an error."""

    def __enter__(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self._kept = [(fd, os.dup(fd)) for fd in (1, 2)]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for fd, _ in self._kept:
            os.dup2(nowhere, fd)
        os.close(nowhere)

    def __exit__(self, *_: object) -> None:
        for fd, kept in self._kept:
            os.dup2(kept, fd)
            os.close(kept)


def why_not_compiled() -> str:
    """The reason to build without compiled modules; empty if there is none."""
    if os.environ.get("SANDTABLE_PURE", "") not in ("", "0"):
        return "SANDTABLE_PURE is set"
    if not compiled_modules():
        return "there are no modules to compile"
    if importlib.util.find_spec("mypyc") is None:
        return "mypy is not installed"
    if not has_c_compiler():
        return "there is no C compiler, or the headers of Python are missing"
    return ""


class CompileHotModules(build_ext):
    """Runs mypyc when extensions are really built, not on every look at the metadata."""

    def run(self) -> None:
        from mypyc.build import mypycify

        modules = compiled_modules()
        level = os.environ.get("SANDTABLE_OPT", "3")
        # A folder for each way to build, so that nothing made in another way is taken over.
        generated = f"build/mypyc-{metadata.version('mypy')}-O{level}"
        print(f"sandtable: compiling {len(modules)} modules with mypyc", flush=True)
        extensions: list[Any] = mypycify(
            modules,
            opt_level=level,
            debug_level="0",
            multi_file=True,
            group_name=LIBRARY,
            target_dir=generated,
        )
        for extension in extensions:
            # mypyc makes warnings errors, but which warnings there are depends on the compiler.
            extension.extra_compile_args = [*extension.extra_compile_args, "-Wno-error"]
            if sys.platform.startswith("linux"):
                # Calls between modules go straight to their target, instead of through the table
                # by which another library could replace it.
                extension.extra_link_args = [*extension.extra_link_args, "-Wl,-Bsymbolic"]
        self.distribution.ext_modules = extensions
        self.swig_opts = None  # as it was before the options were completed the first time
        self.finalize_options()
        super().run()
        if self.inplace:
            keep_only({self.get_ext_fullpath(extension.name) for extension in self.extensions})

    def build_extensions(self) -> None:
        self.compiler.compile = changed_files_in_parallel(self.compiler)
        super().build_extensions()


class BuildWithClient(build_py):
    """Builds the browser client first, so that every wheel contains it.

    An editable install leaves that to `make`; SANDTABLE_NO_CLIENT=1 does without a client.
    """

    def run(self) -> None:
        wanted = os.environ.get("SANDTABLE_NO_CLIENT", "") in ("", "0")
        if wanted and not self.editable_mode and build_web.main([]):
            raise SystemExit(
                "sandtable: the browser client could not be built (see above). "
                "SANDTABLE_NO_CLIENT=1 builds a package without it."
            )
        super().run()


class CompileNothing(build_ext):
    """Leaves nothing compiled in the source tree: Python would take it for the sources."""

    def run(self) -> None:
        if self.inplace:
            keep_only(set())


def keep_only(wanted: set[str]) -> None:
    """Remove all other compiled files from the source tree.

    They belong to modules that are no longer compiled, or to another Python, which would run them
    although the sources have changed since.
    """
    kept = {(ROOT / path).resolve() for path in wanted}
    for suffix in (".so", ".pyd"):
        for path in (ROOT / "src").rglob("*" + suffix):
            if path.resolve() not in kept:
                path.unlink()


def changed_files_in_parallel(compiler: Any) -> Any:
    """A `compile` method that leaves out objects newer than their source, and uses all cores.

    setuptools compiles the files of one extension one after the other, and all of them whenever
    one has changed.
    """
    compile_files = compiler.compile

    def compile(sources: list[str], output_dir: str, depends: list[str], **rest: Any) -> list[str]:
        def one(source: str) -> None:
            target = Path(compiler.object_filenames([source], output_dir=output_dir)[0])
            newest = max(Path(path).stat().st_mtime for path in [source, *depends])
            if not target.exists() or target.stat().st_mtime < newest:
                compile_files([source], output_dir=output_dir, depends=depends, **rest)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(one, sources))
        return list(compiler.object_filenames(sources, output_dir=output_dir))

    return compile


reason = why_not_compiled()
if reason:
    print(f"sandtable: nothing is compiled, {reason}; the pure Python sources run as they are.")
    setup(cmdclass={"build_ext": CompileNothing, "build_py": BuildWithClient})
else:
    setup(
        # Stands for what mypyc will make: an extension must be known for the wheel to get its tag.
        ext_modules=[Extension(LIBRARY + "__mypyc", sources=[])],
        cmdclass={"build_ext": CompileHotModules, "build_py": BuildWithClient},
    )
