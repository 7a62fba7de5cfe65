"""Names and lines that people write for others to read: what may be in them, and what is taken out.

A display name is refused with a sentence where it could mislead or spoil the picture; a line of chat is cleaned
instead. Both are plain text for everybody who shows them.
"""

from __future__ import annotations

import re
import unicodedata

#: Characters of a name as people count them, and its bytes in UTF-8: sixteen Chinese characters.
NAME_LENGTH = 16
NAME_BYTES = 48
#: Marks on one character (Vietnamese, Thai and Hebrew need two or three).
MARKS = 3
#: A line of chat in code points, and its bytes in UTF-8.
CHAT_POINTS = 200
CHAT_BYTES = 600
LABEL_LENGTH = 40

#: Nobody reads more of a text than this; what is longer is not looked at.
_GLANCE = 1024
_PUNCTUATION = "_-·"
#: Other dots in the middle of names, as keyboards and typesetters write them.
_DOTS = str.maketrans(dict.fromkeys("•‧・･⋅∙", "·"))
#: Letters and marks that show nothing (Unicode's default ignorables that are no format characters) or only choose
#: between two drawings of a character.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_SELECTORS = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
#: Asks for the coloured drawing of an emoji.
_COLOURED = "\ufe0f"

#: What others would take for the server, those who run it, or its bots.
_RESERVED = """
    admin administrator root server system moderator mod gm gamemaster owner operator official support staff bot gouji
    系统 系統 管理员 管理員 管理 官方 客服 服务器 服務器 伺服器 版主 裁判 机器人 機器人 电脑 電腦 够级 夠級 房主
"""
#: Reserved within longer names too.
_RESERVED_INSIDE = """
    administrator moderator 管理员 管理員 官方客服 系统消息 系統消息 服务器 服務器 伺服器
"""
#: Signs and what they look like, after NFKC and casefold: Greek, Cyrillic, Armenian, Cherokee, Lisu, digits.
_LOOKALIKES = """
    αa βb εe ηn ιi κk μu νv οo ρp τt υu χx γy ωw
    аa вb сc ԁd еe һh іi їi јj кk ӏl мm нh оo рp ԛq ѕs тt хx уy ԝw ѵv гr пn єe ґr ҝk қk ңh ҳx үy
    ցg հh іi ոn օo ռn սu
    Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮐg Ꮋh Ꭵi Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꭱr Ꮪs Ꭲt Ꮩv Ꮃw Ꮓz
    ꓮa ꓐb ꓚc ꓓd ꓰe ꓖg ꓧh ꓲi ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz
    ɑa ɡg ıi ɩi ʟl ʀr ʏy 〇o 0o 1l
"""
#: Digits that stand for letters.
_LEET = str.maketrans("34578", "eastb")
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?$")
#: Marks on letters of the scripts below this only decorate; elsewhere they make another letter.
_DECORATED_BELOW = 0x590
_JOINER = "\u200d"


class NameError_(ValueError):  # noqa: N801, N818 - told apart from Python's own
    """No name may look like that; the text is one sentence."""


def clean_display_name(text: str) -> str:
    """A name as it is kept and shown (NFKC). Raises NameError_."""
    if len(text) > _GLANCE:
        raise NameError_(f"A name has at most {NAME_LENGTH} characters.")
    name = " ".join(_normal("NFKC", text).translate(_DOTS).split(" ")).strip(" ")
    if "  " in name:
        raise NameError_("A name has single spaces only.")
    _check_characters(name)
    if not any(_is_base(character) for character in name):
        raise NameError_("A name has at least one letter or digit.")
    if sum(not _is_mark(character) for character in name) > NAME_LENGTH:
        raise NameError_(f"A name has at most {NAME_LENGTH} characters.")
    if len(name.encode()) > NAME_BYTES:
        raise NameError_(f"A name has at most {NAME_BYTES} bytes in UTF-8.")
    if _is_reserved(name):
        raise NameError_("The name could be taken for the server or its staff.")
    return name


def skeleton(name: str) -> str:
    """What a name looks like: two names that can be taken for each other have the same one."""
    shown: list[str] = []
    for character in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()):
        if _is_base(character) or (_is_mark(character) and shown and ord(shown[-1][0]) >= _DECORATED_BELOW):
            shown.append(_look(character))
    return unicodedata.normalize("NFKC", "".join(shown)).replace("rn", "m").replace("vv", "w").replace("i", "l")


def clean_chat(text: str) -> str | None:
    """A line of chat as others read it: one line of plain text, which may be "".

    None where that is longer than 200 code points or 600 bytes, or hides in far more: nobody's words are cut.
    """
    if len(text) > _GLANCE * 2:
        return None
    line = _readable(text)
    return line if len(line) <= CHAT_POINTS and len(line.encode()) <= CHAT_BYTES else None


def clean_label(text: str) -> str:
    """The label of a device, cleaned and cut."""
    return _readable(text[:_GLANCE])[:LABEL_LENGTH].strip()


def _normal(form: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NameError_("The name holds something that is no character.") from None
    return unicodedata.normalize(form, text)  # type: ignore[arg-type]


def _check_characters(name: str) -> None:
    marks = 0
    for at, character in enumerate(name):
        if _is_mark(character):
            marks += 1
            if marks > MARKS or at == 0 or not _is_base(name[at - marks]) or _is_blank(character):
                raise NameError_("A name has few marks, and on letters only.")
            continue
        marks = 0
        if not (_is_base(character) or character in _PUNCTUATION or character == " "):
            raise NameError_(f"A name has letters, digits, spaces and {' '.join(_PUNCTUATION)} only.")


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc")


def _is_base(character: str) -> bool:
    """Whether it is a letter or a digit that shows."""
    category = unicodedata.category(character)
    return (category[0] == "L" or category == "Nd" or character == "〇") and not _is_blank(character)


def _is_blank(character: str) -> bool:
    return character in _BLANK or any(first <= character <= last for first, last in _SELECTORS)


def _look(character: str) -> str:
    """The Latin letter that a sign looks like, else the sign."""
    latin = _LATIN.match(unicodedata.name(character, ""))
    return latin[1].lower() if latin else _LOOKS.get(character, character)


def _is_reserved(name: str) -> bool:
    bare = name.strip("0123456789_-· ")
    looks = {skeleton(form) for form in (name, bare, name.translate(_LEET), bare.translate(_LEET))}
    return not looks.isdisjoint(_RESERVED_LOOKS) or any(part in look for look in looks for part in _INSIDE_LOOKS)


_LOOKS = {pair[0]: pair[1] for pair in _LOOKALIKES.split()}
_RESERVED_LOOKS = frozenset(map(skeleton, _RESERVED.split()))
_INSIDE_LOOKS = tuple(map(skeleton, _RESERVED_INSIDE.split()))


def _readable(text: str) -> str:
    """One line without what does not show, with few marks on each character."""
    shown: list[str] = []
    marks = 0
    normal = unicodedata.normalize("NFC", text)
    for character, following in zip(normal, f"{normal[1:]} ", strict=False):
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += 1
            if marks <= MARKS and shown and (character == _COLOURED or not _is_blank(character)):
                shown.append(character)
        elif category[0] == "Z" or character in "\t\n\r\v\f":
            marks = 0
            if shown and shown[-1] != " ":
                shown.append(" ")
        elif character == _JOINER:
            # Joins emoji into one; elsewhere it only hides differences.
            if shown and _is_emoji(shown[-1]) and _is_emoji(following):
                shown.append(character)
        elif (category[0] != "C" or _is_emoji(character)) and not _is_blank(character):
            marks = 0
            shown.append(character)
    return "".join(shown).strip()


def _is_emoji(character: str) -> bool:
    """Also those that are newer than this Python, and the sign that asks for a coloured one."""
    return character == _COLOURED or "\U0001f000" <= character <= "\U0001faff" or "\u2600" <= character <= "\u27bf"
