"""Opens the program's window at home or in a match; prints seconds to the first frame, megabytes, idle share of a core,
and processor milliseconds a frame while 36 cards fly."""

import sys
import time

BEGAN = time.perf_counter()

import asyncio  # noqa: E402 - the clock runs first
from pathlib import Path  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gouji_desktop.profile.folders import profile_folders  # noqa: E402
from gouji_desktop.rules.presets import preset  # noqa: E402
from gouji_desktop.ui.app.program import Program  # noqa: E402
from gouji_desktop.ui.app.qt import make_application  # noqa: E402
from gouji_desktop.ui.app.run import MatchRequest  # noqa: E402
from gouji_desktop.ui.app.starting import in_qt_loop  # noqa: E402
from gouji_desktop.ui.resources import assets_folder  # noqa: E402
from tests.bench.start_plain import resident  # noqa: E402

IDLE_SECONDS = 4.0


def main(in_match: bool) -> int:
    """Open the window, measure, leave."""
    application = make_application(assets_folder())

    async def measure() -> int:
        program = Program(application, assets_folder(), profile_folders())
        frames: list[float] = []
        first = asyncio.Event()

        def swapped() -> None:
            frames.append(time.perf_counter())
            first.set()

        program.window.frameSwapped.connect(swapped)
        program.window.setGeometry(0, 0, 1280, 800)
        request = MatchRequest(preset("tribute216"), seed=5) if in_match else None
        program.open(request)
        if not in_match:
            await first.wait()
            print(f"{frames[0] - BEGAN:.4f} {resident():.1f}")
        else:
            await asyncio.sleep(0.05)
            frames.clear()
            before = time.process_time()
            await asyncio.sleep(0.75)
            busy, flown = time.process_time() - before, len(frames)
            program.model.table_model.setPaused(True)
            await asyncio.sleep(1.0)
            memory = resident()
            before = time.process_time()
            await asyncio.sleep(IDLE_SECONDS)
            idle = (time.process_time() - before) / IDLE_SECONDS
            print(f"{1000 * busy / max(1, flown):.2f} {flown} {100 * idle:.3f} {memory:.1f}")
        program.close()
        return 0

    return in_qt_loop(application, measure)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["match"]))
