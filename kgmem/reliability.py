"""The reliability plot: what a model says of its confidence beside how often it is right, before and after its map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kgmem.errors import InputError, MissingExtra, UsageError
from kgmem.models import ModelCalibration, ReliabilityBin

PANEL_INCHES = 4.5
TITLE_INCHES = 0.7
DOTS_PER_INCH = 120
LARGEST_DOT = 250
"""Area of the dot of all verdicts, in square points; a bin's is its share of that."""


def target(path: str | Path) -> Path:
    """Where a plot goes. Raises UsageError for what is no .png file, InputError for a folder that is missing, and
    MissingExtra."""
    file = Path(path)
    if file.suffix.casefold() != ".png":
        raise UsageError(f"{file} is no .png file", field="plot")
    if not file.parent.is_dir():
        raise InputError("the folder is missing", file=str(file.parent), field="plot")
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("a reliability plot", "calibration") from error
    return file


def draw(models: Sequence[ModelCalibration], file: Path) -> bool:
    """Whether there was anything to draw: the models with verdicts, a panel each, in `file`."""
    from matplotlib.figure import Figure  # not pyplot, which keeps figures and looks for a screen

    judged = [model for model in models if model.bins_before]
    if not judged:
        return False
    figure = Figure(figsize=(PANEL_INCHES * len(judged), PANEL_INCHES + TITLE_INCHES), layout="constrained")
    for axes, model in zip(figure.subplots(1, len(judged), squeeze=False)[0], judged, strict=True):
        axes.plot([0, 1], [0, 1], color="0.7", linestyle="--", linewidth=1)
        _line(axes, model.bins_before, "as the model says", "tab:orange")
        _line(axes, model.bins_after, f"mapped ({model.method}), held out", "tab:blue")
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="confidence", ylabel="share that is true")
        axes.set_title(f"{model.model}\n{_summary(model)}", fontsize="small")
        axes.legend(loc="upper left", fontsize="small")
    figure.savefig(file, dpi=DOTS_PER_INCH)
    return True


def _line(axes: Any, bins: Sequence[ReliabilityBin], label: str, colour: str) -> None:
    if not bins:
        return
    total = sum(one.verdicts for one in bins)
    xs, ys = [one.confidence for one in bins], [one.truth for one in bins]
    sizes = [LARGEST_DOT * one.verdicts / total for one in bins]
    axes.plot(
        xs, ys, color=colour, alpha=0.3, linewidth=1
    )  # faint: a bin of one verdict is at the top or at the bottom
    axes.scatter(xs, ys, s=sizes, color=colour, alpha=0.7, label=label, clip_on=False, zorder=3)


def _summary(model: ModelCalibration) -> str:
    text = f"{model.verdicts} verdicts, Brier {model.brier_before:.3f}"
    if model.brier_after is None:
        return text + ", not calibrated"
    return f"{text} to {model.brier_after:.3f}, ECE {model.ece_before:.3f} to {model.ece_after:.3f}"
