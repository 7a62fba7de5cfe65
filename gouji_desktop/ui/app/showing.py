"""The settings as they are shown: words, colours, cards, table, sounds, and the page of settings itself."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop import __version__
from gouji_desktop.profile.settings import SettingError
from gouji_desktop.table.session import Capability
from gouji_desktop.table.setup import clean_name
from gouji_desktop.ui.app.matches import Matches
from gouji_desktop.ui.app.preferences import Preferences
from gouji_desktop.ui.app.rulesets import refresh_rule_pages
from gouji_desktop.ui.app.sound import Sounds
from gouji_desktop.ui.models.app import AppModel, HelpRow, LicenceRow
from gouji_desktop.ui.models.settings import SettingsProps
from gouji_desktop.ui.models.settingsrows import LOOKS, PLAYS, setting_rows, value_of
from gouji_desktop.ui.presenter.handlayout import HandMode
from gouji_desktop.ui.presenter.helptext import help_parts
from gouji_desktop.ui.presenter.languages import shown_language
from gouji_desktop.ui.presenter.licences import licence_parts
from gouji_desktop.ui.presenter.words import Words


class Showing:
    """Applies every change of a setting to everything that shows it."""

    def __init__(
        self,
        model: AppModel,
        preferences: Preferences,
        sounds: Sounds,
        matches: Matches,
        words_of: Callable[[str], Words],
    ) -> None:
        self._model = model
        self._preferences = preferences
        self._sounds = sounds
        self._matches = matches
        self._words_of = words_of

    def connect(self) -> None:
        """Listen to the page of settings and to the table's menu, and show everything."""
        model, preferences = self._model, self._preferences
        model.settings_model.chosen.connect(lambda key, index: self._choose(key, value_of(key, index)))
        model.settings_model.nameChosen.connect(lambda name: self._choose("player_name", clean_name(name)))
        model.settings_model.volumeChosen.connect(lambda volume: self._choose("volume", round(float(volume), 2)))
        model.table_model.menu_model.settingChosen.connect(self._choose)
        model.table_model.sounded.connect(self._sounds.play)
        preferences.listen(self.apply)
        self.apply()
        self._read()

    def apply(self) -> None:
        """Show the settings as they are."""
        settings, model = self._preferences.settings, self._model
        language = shown_language(settings.language)
        if model.current_words().language != language:
            model.set_words(self._words_of(language))
            self._read()
            self._matches.look_for_unfinished()
            refresh_rule_pages(model)
        words = model.current_words()
        model.look(
            title=words("app.window"),
            version=words("about.version", version=__version__),
            dark=settings.theme == "dark",
            less_motion=settings.less_motion,
            deck=settings.deck,
            card_back=settings.card_back,
        )
        model.table_model.set_options(
            hand_mode=HandMode(settings.hand_layout),
            pace=settings.pace,
            show_tracker=settings.tracker,
            show_hints=settings.hints,
            fast_forward=settings.fast_forward,
        )
        self._sounds.enabled = settings.sound
        self._sounds.set_volume(settings.volume)
        self._drive()
        audible = self._sounds.available
        note = "" if audible else words("settings.no_sound_extra" if self._sounds.lacks_extra else "settings.no_sound")
        model.settings_model.show_rows(
            setting_rows(settings, LOOKS, words),
            setting_rows(settings, PLAYS, words, closed=() if audible else ("sound",)),
            SettingsProps(self._matches.own_name, settings.volume, note),
        )
        model.new_match_model.show_match(model.new_match_model.match, self._matches.own_name)

    def _drive(self) -> None:
        """Let the running table follow the settings about it."""
        session, settings = self._matches.session, self._preferences.settings
        if session is not None and Capability.PACE in session.capabilities:
            session.set_pace(settings.pace)
        self._matches.drive_auto_pass(on=settings.auto_pass)

    def _choose(self, key: str, value: object) -> None:
        if isinstance(value, str) and key == "tracker":
            value = value == "true"
        try:
            self._preferences.change(**{key: value})
        except SettingError as error:
            self._model.toasted.emit(str(error))

    def _read(self) -> None:
        """The pages that are only read, in the language of now."""
        words = self._model.current_words()
        self._model.show_help(
            [HelpRow(part.title, part.text, part.cards) for part in help_parts(words)],
            [LicenceRow(*part) for part in licence_parts(words)],
        )
