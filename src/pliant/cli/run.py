"""`pliant run`: from a scene file to a recording, and from there to files and pictures."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pliant.cli.console import Interruption, complain, progress, say
from pliant.cli.folders import fresh_folder, safe_name
from pliant.cli.sweep import ranges_in, sweep_over
from pliant.errors import PliantError, SimulationError

if TYPE_CHECKING:
    from pliant.recording import Recording
    from pliant.scene.schema import Scene
    from pliant.simulation import Simulation


def run(
    scene: Annotated[
        Path | None, typer.Argument(help="A scene: .yaml, .toml, .json or .xml. Not with --resume.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Folder for the results, or the recording itself: FILE.pliant. Default: out/NAME, a new folder.",
            metavar="PATH",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="How long to simulate. Default: what the scene says.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="How many steps, instead of --seconds.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Record every K-th step.", metavar="K")] = 1,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Change a parameter, such as bodies.cloth.material.young=2e6. PATH=A:B:N takes N values from A to B, "
            "a run each (A:B:N:log: each a multiple of the one before); several are combined.",
        ),
    ] = None,
    export: Annotated[
        str, typer.Option(help="Formats to export, such as npz,obj,pc2,pvd,html.", metavar="LIST")
    ] = "",
    video: Annotated[Path | None, typer.Option(help="Render an MP4.", metavar="FILE")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Render the last frame as a PNG.", metavar="FILE")
    ] = None,
    energy_balance: Annotated[
        Path | None, typer.Option(help="Keep the energy balance, and plot it as a PNG.", metavar="FILE")
    ] = None,
    keep: Annotated[
        str,
        typer.Option(
            help="What to record besides, such as contacts,contact_pressure: names of readings, contacts, reactions.",
            metavar="LIST",
        ),
    ] = "",
    checkpoint: Annotated[
        Path | None, typer.Option(help="Where to keep the final state, to go on later.", metavar="FILE")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on from a checkpoint.", metavar="FILE")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a recording of the same name.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes for several runs. Default: one for each core.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Do several runs on the Dask cluster of this scheduler.", metavar="ADDRESS"),
    ] = None,
) -> None:
    """Simulate a scene and record it; then export and render what was asked for.

    Ctrl-C stops after the step under way and keeps what was recorded.
    """
    if (scene is None) == (resume is None):
        raise typer.BadParameter("give either a SCENE or --resume FILE")
    if seconds is not None and steps is not None:
        raise typer.BadParameter("give either --seconds or --steps, not both")
    if resume is not None and change:
        raise typer.BadParameter("--set cannot change a run that is resumed")
    formats = _wanted(export, video, picture, energy_balance)
    names = [part.strip() for part in keep.split(",") if part.strip()]
    ranges = ranges_in(change or [])
    if ranges and scene is not None:
        if formats or video or picture or energy_balance or checkpoint:
            raise typer.BadParameter("several runs are only recorded: leave out what is to be made of one")
        loaded, name = _loaded(
            scene, [text for text in change or [] if text.partition("=")[0].strip() not in ranges]
        )
        folder = output or fresh_folder(Path("out"), name)
        sweep_over(loaded, ranges, folder, seconds, steps, every, names, workers, scheduler)
        return
    if workers is not None or scheduler is not None:
        raise typer.BadParameter("--workers and --scheduler are for several runs: --set PATH=A:B:N")
    simulation, name = _prepared(scene, resume, change or [])
    if energy_balance is not None:
        simulation.keep_energy_balance()
    count = _steps(simulation, seconds, steps, resumed=resume is not None)
    path = _place(output, name)
    if path.exists() and not overwrite:
        raise PliantError(f"{path}: exists already; choose another place, or replace it with --overwrite")

    recording, failure = _recorded(simulation, count, every, path, checkpoint, names, overwrite=overwrite)
    if checkpoint is not None and failure is None:
        simulation.checkpoint(checkpoint)
    kept = checkpoint if failure is None else None
    _hand_over(recording, path.with_suffix(""), formats, video, picture, energy_balance, kept)
    if failure is not None:
        complain(str(failure))
        raise typer.Exit(1)


def _place(output: Path | None, name: str) -> Path:
    """Where the recording goes; what is exported lies beside it, under the same name."""
    if output is not None and output.suffix == ".pliant" and not output.is_dir():
        return output
    folder = output if output is not None else fresh_folder(Path("out"), name)
    return folder / f"{name}.pliant"


def _wanted(export: str, video: Path | None, picture: Path | None, energy_balance: Path | None) -> list[str]:
    """The export formats; whatever cannot be done later is said now, before a long run."""
    from pliant.export import find_exporter

    formats = [part.strip() for part in export.split(",") if part.strip()]
    for name in formats:
        find_exporter("", name)
    for path, suffix in ((video, ".mp4"), (picture, ".png"), (energy_balance, ".png")):
        if path is not None and path.suffix.lower() != suffix:
            raise typer.BadParameter(f"{path}: expected a name that ends in {suffix}")
    if video is not None or picture is not None:
        from pliant.render.window import load_pyvista

        load_pyvista()
    if energy_balance is not None:
        from pliant.render.energy_balance import load_matplotlib

        load_matplotlib()
    return formats


def _prepared(path: Path | None, resume: Path | None, changes: list[str]) -> tuple[Simulation, str]:
    """The simulation, and the name that its results get."""
    from pliant.simulation import Simulation

    if path is None:
        assert resume is not None
        simulation = Simulation.restore(resume)
        return simulation, safe_name(simulation.scene.id)
    scene, name = _loaded(path, changes)
    return Simulation(scene), name


def _loaded(path: Path, changes: list[str]) -> tuple[Scene, str]:
    """A scene with changes, and the name that its results get."""
    from pliant.scene import load

    scene = load(path)
    for text in changes:
        scene = _changed(scene, text)
    plain = type(scene).model_fields["id"].default
    return scene, safe_name(path.stem if scene.id == plain else scene.id)


def _changed(scene: Scene, text: str) -> Scene:
    from pliant.scene import set_parameter
    from pliant.scene.yaml_file import read

    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"--set {text}: expected PATH=VALUE, such as gravity=moon")
    return set_parameter(scene, name.strip(), read(value, f"--set {name}").data)


def _steps(simulation: Simulation, seconds: float | None, steps: int | None, *, resumed: bool) -> int:
    from pliant.simulation.run import step_count

    if resumed and (seconds is not None or steps is not None):
        return step_count(simulation.parameters, seconds, steps)  # from now on
    total = step_count(simulation.script(), seconds, steps)
    return max(total - simulation.state.step, 0)  # what is left of the scene's own length


def _recorded(
    simulation: Simulation,
    steps: int,
    every: int,
    path: Path,
    checkpoint: Path | None,
    keep: list[str],
    *,
    overwrite: bool,
) -> tuple[Recording, SimulationError | None]:
    """The recording, and what ended it early if the simulation could not go on."""
    from pliant.recording import Recording
    from pliant.simulation import record

    begin = time.perf_counter()
    try:
        with Interruption() as interruption, progress("simulating") as report:

            def after(done: int, total: int, _: Simulation) -> None:
                report(done, total)
                if done < total:
                    interruption.look()

            recording = record(
                simulation, steps, every=every, to=path, overwrite=overwrite, progress=after, keep=keep
            )
    except SimulationError as error:
        return Recording(path), error
    except KeyboardInterrupt:
        if path.exists():
            kept = Recording(path)
            say(
                f"interrupted at t = {kept.times[-1] if len(kept) else 0:.4g} s; {len(kept)} frames are kept in {path}"
            )
        if checkpoint is not None:
            simulation.checkpoint(checkpoint)
            say(f"go on with: pliant run --resume {checkpoint}")
        raise
    spent = time.perf_counter() - begin
    if steps:
        say(f"{steps} steps in {spent:.1f} s, {1e3 * spent / steps:.3g} ms each")
    return recording, None


def _hand_over(
    recording: Recording,
    stem: Path,
    formats: list[str],
    video: Path | None,
    picture: Path | None,
    energy_balance: Path | None,
    checkpoint: Path | None,
) -> None:
    """Exports and pictures; prints where everything is."""
    end = recording.times[-1] if len(recording) else 0.0
    results = [("recording", f"{recording.path}  ({len(recording)} frames, up to {end:.4g} s)")]
    if checkpoint is not None:
        results.append(("checkpoint", str(checkpoint)))
    try:
        for name in formats:
            with progress(f"exporting {name}") as report:
                for path in recording.export(f"{stem}.{name}", name, overwrite=True, progress=report):
                    results.append((name, str(path)))
        if video is not None:
            with progress("rendering") as report:
                results.append(("video", str(recording.video(video, progress=report))))
        if picture is not None:
            results.append(("picture", str(recording.picture(picture))))
        if energy_balance is not None:
            results.append(("energy_balance", str(recording.plot_energy_balance(energy_balance))))
    finally:
        for what, where in results:
            print(f"{what:<10} {where}")
