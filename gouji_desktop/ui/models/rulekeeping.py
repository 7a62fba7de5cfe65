"""Keeping rule sets: saved under a name, renamed, copied, deleted and brought back, written to files and read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.profile.files import Notice
from gouji_desktop.profile.rulefiles import (
    SUFFIX,
    Entry,
    RuleFileError,
    RuleStore,
    file_name,
    list_folder,
    read_rules,
    write_rules,
)
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.table.setup import clean_name
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.models.rules import RulesModel
from gouji_desktop.ui.presenter import ruleeditor as editing
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.rulewords import file_fault
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

#: What may be asked for: a name or a file.
MODES = ("save", "rename", "export", "import")


class RuleEntryRow(NamedTuple):
    """Something in the folder."""

    name: str
    folder: bool


class KeepingProps(NamedTuple):
    """What is asked for, and what was done."""

    mode: str = ""
    field: str = ""
    fault: str = ""
    folder: str = ""
    told: str = ""
    can_undo: bool = False


@QmlElement
class RuleKeepingModel(QObject):
    """The person's own rule sets on disk."""

    modeChanged = Signal()
    fieldChanged = Signal()
    faultChanged = Signal()
    folderChanged = Signal()
    toldChanged = Signal()
    canUndoChanged = Signal()
    #: The own rule sets are others now.
    changed = Signal()

    _mode = prop("mode")
    _field = prop("field")
    _fault = prop("fault")
    _folder = prop("folder")
    _told = prop("told")
    _canUndo = prop("can_undo")
    mode = Property(str, _mode, notify=modeChanged)
    field = Property(str, _field, notify=fieldChanged)
    fault = Property(str, _fault, notify=faultChanged)
    folder = Property(str, _folder, notify=folderChanged)
    told = Property(str, _told, notify=toldChanged)
    canUndo = Property(bool, _canUndo, notify=canUndoChanged)

    def __init__(self, words: Callable[[], Words], store: RuleStore, rules: RulesModel, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._store = store
        self._rules = rules
        self._props = KeepingProps()
        self._listing: list[Entry] = []
        self._deleted: RuleSet | None = None
        self._place = Path.home()
        self._entries = Rows(RuleEntryRow, self)
        rules.turned.connect(self.cancel)

    @Property(QObject, constant=True)
    def entries(self) -> QObject:
        """The folder that is looked at, for an import."""
        return self._entries

    def reload(self, tell: Callable[[Notice], None]) -> None:
        """Read the folder; what a person should be told goes to `tell`."""
        for notice in self._store.load():
            tell(notice)
        self._again("")

    @Slot()
    def save(self) -> None:
        """Keep an own rule set as it stands; a ready-made one asks for a name first."""
        if self._rules.shown.trouble:
            return
        if self._rules.shown.own:
            self._keep(self._rules.rules, "rule.told.saved")
        else:
            self.ask("save")

    @Slot(str)
    def ask(self, mode: str) -> None:
        """Ask for a name or a file."""
        needs_rules = mode in ("save", "export")
        if mode not in MODES or (needs_rules and self._rules.shown.trouble):
            return
        editor, words = self._rules.editor, self._words()
        field = ""
        if mode == "save":
            field = editing.suggested_name(editor, words)
        elif mode == "rename":
            field = editor.chosen
        elif mode == "export":
            name = rules_title(editing.kept(editor).name, words)
            field = str(self._place / (file_name(name) + SUFFIX))
        self._show(mode=mode, field=field, fault="", told="", can_undo=False)
        if mode == "import":
            self._list(self._place)

    @Slot(str)
    def check(self, text: str) -> None:
        """Something is being typed."""
        if self._props.mode in ("save", "rename"):
            self._show(fault=self._name_fault(text))
        elif self._props.fault:
            self._show(fault="")

    @Slot(str)
    def confirm(self, text: str) -> None:
        """Do what was asked for with this name or file."""
        mode = self._props.mode
        if mode in ("save", "rename"):
            fault = self._name_fault(text)
            if fault:
                self._show(fault=fault)
            elif mode == "save":
                self._keep(self._rules.rules, "rule.told.saved", clean_name(text))
            else:
                self._rename(clean_name(text))
        elif mode and not text.strip():
            self._show(fault=self._words()("rule.fault.path"))
        elif mode == "export":
            self._export(self._path(text))
        elif mode == "import":
            self._open(self._path(text))

    @Slot()
    def cancel(self) -> None:
        """Ask no more, and take back what was told."""
        self._show(mode="", field="", fault="", told="", can_undo=False)

    @Slot(int)
    def openEntry(self, index: int) -> None:
        """Look into a folder, or read a file."""
        if index < 0:
            self._list(self._place.parent)
        elif index < len(self._listing):
            entry = self._listing[index]
            if entry.is_folder:
                self._list(entry.path)
            else:
                self._import(entry.path)

    @Slot()
    def duplicate(self) -> None:
        """Keep a copy under a name of its own."""
        if not self._rules.shown.trouble:
            name = editing.suggested_name(self._rules.editor, self._words())
            self._keep(self._rules.rules, "rule.told.saved", name)

    @Slot()
    def remove(self) -> None:
        """Forget an own rule set; `undo` brings it back."""
        rules = self._store.get(self._rules.editor.chosen)
        if rules is None:
            return
        try:
            self._store.delete(rules.name)
        except OSError as error:
            self._show(told=file_fault(error, self._words()), can_undo=False)
            return
        self._again("")
        self._deleted = rules
        self._show(mode="", fault="", told=self._words()("rule.told.deleted", name=rules.name), can_undo=True)

    @Slot()
    def undo(self) -> None:
        """Bring back what was deleted."""
        if self._deleted is not None:
            self._keep(self._deleted, "rule.told.restored")
            self._deleted = None

    # --- what is done ---------------------------------------------------------------------------------------------

    def _show(self, **changes: object) -> None:
        show(self, self._props._replace(**changes))  # type: ignore[arg-type]

    def _name_fault(self, text: str) -> str:
        renames = self._props.mode == "rename"
        return editing.name_trouble(text, self._rules.editor, self._words(), renames=renames)

    def _keep(self, rules: RuleSet, told: str, name: str = "") -> None:
        """Save a rule set, look at it, and say so."""
        kept = rules.with_options({}, name=name or rules.name)
        words = self._words()
        try:
            self._store.save(kept)
        except OSError as error:
            self._show(mode="", fault="", told=file_fault(error, words), can_undo=False)
            return
        self._again(kept.name, settled=(kept.name, self._rules.editor.chosen if told == "rule.told.saved" else ""))
        self._show(mode="", field="", fault="", told=words(told, name=kept.name), can_undo=False)

    def _rename(self, name: str) -> None:
        editor, words = self._rules.editor, self._words()
        old = editor.chosen
        try:
            self._store.rename(old, editing.kept(editor).with_options({}, name=name))
        except OSError as error:
            self._show(fault=file_fault(error, words))
            return
        edits = {(name if each == old else each): values for each, values in editor.edits.items()}
        self._rules.become(editing.renamed(editor, self._store.rule_sets, name, edits))
        self.changed.emit()
        self._show(mode="", field="", fault="", told=words("rule.told.saved", name=name))

    def _again(self, chosen: str, settled: tuple[str, ...] = ()) -> None:
        """The store has changed: show what it holds."""
        editor = editing.now_own(self._rules.editor, self._store.rule_sets, lambda name: name in settled)
        self._rules.become(editing.choose(editor, chosen) if chosen else editor)
        self.changed.emit()

    def _path(self, text: str) -> Path:
        path = Path(text.strip()).expanduser()
        return path if path.is_absolute() else self._place / path

    def _export(self, path: Path) -> None:
        words = self._words()
        try:
            written = write_rules(path, self._exported())
        except OSError as error:
            self._show(fault=file_fault(error, words))
            return
        self._place = written.parent
        self._show(mode="", field="", fault="", told=words("rule.told.exported", path=str(written)))

    def _exported(self) -> RuleSet:
        """The rule set with a name that a file may have."""
        rules, words = self._rules.rules, self._words()
        if self._store.get(rules.name) is not None:
            return rules
        return rules.with_options({}, name=clean_name(rules_title(rules.name, words)))

    def _open(self, path: Path) -> None:
        if path.is_dir():
            self._list(path)
        else:
            self._import(path)

    def _import(self, path: Path) -> None:
        words = self._words()
        try:
            rules = read_rules(path)
        except (RuleFileError, RuleSetError, OSError) as error:
            self._show(fault=file_fault(error, words), field=str(path))
            return
        self._place = path.parent
        self._keep(rules, "rule.told.imported", editing.free_name(rules.name, self._rules.editor, words))

    def _list(self, folder: Path) -> None:
        try:
            self._listing = list_folder(folder)
        except OSError as error:
            self._show(fault=file_fault(error, self._words()))
            return
        self._place = folder
        self._entries.show([RuleEntryRow(entry.name, entry.is_folder) for entry in self._listing])
        self._show(folder=str(folder), field="", fault="")
