"""The pages about rules: the editor over the person's own rule sets, the rule book, and their way to a new match."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.profile.files import Notice
from gouji_desktop.profile.rulefiles import RuleStore
from gouji_desktop.ui.models.app import AppModel
from gouji_desktop.ui.models.rulebook import RuleBookModel
from gouji_desktop.ui.models.rulekeeping import RuleKeepingModel
from gouji_desktop.ui.models.rules import RulesModel
from gouji_desktop.ui.presenter.ruleeditor import edits_of


def add_rule_pages(model: AppModel, store: RuleStore, tell: Callable[[Notice], None]) -> None:
    """Make the models of the pages, and read what lies on disk."""
    model.rules_model = RulesModel(model.current_words, model)
    model.keeping_model = RuleKeepingModel(model.current_words, store, model.rules_model, model)
    model.book_model = RuleBookModel(model.current_words, model)
    model.keeping_model.reload(tell)
    model.book_model.refresh()


def join_rule_pages(model: AppModel) -> None:
    """Let what is chosen and kept there reach the rule book and the page of a new match."""
    rules, book, match = model.rules_model, model.book_model, model.new_match_model

    def read() -> None:
        book.show_rules(rules.rules)
        model.go("book")

    def play() -> None:
        match.take(rules.editor.chosen, edits_of(rules.editor))
        model.go("new")

    rules.bookAsked.connect(read)
    rules.playAsked.connect(play)
    model.keeping_model.changed.connect(lambda: match.show_own(rules.editor.own))
    match.show_own(rules.editor.own)


def refresh_rule_pages(model: AppModel) -> None:
    """Say everything in the words of now."""
    model.keeping_model.cancel()
    model.rules_model.refresh()
    model.book_model.refresh()
