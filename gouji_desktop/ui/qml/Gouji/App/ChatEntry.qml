import QtQuick
import Gouji.Controls

// A line that a person writes for the table: no more goes in than the server takes.
TextInputField {
    id: entry

    // In code points, and in bytes of UTF-8.
    readonly property int mostPoints: 200
    readonly property int mostBytes: 600

    // Counted in units of UTF-16, of which a code point has two at most.
    maximumLength: 2 * mostPoints
    onTextChanged: if (!fits(text))
        shorten()

    function fits(line) {
        let points = 0;
        let bytes = 0;
        for (const character of line) {
            const code = character.codePointAt(0);
            points += 1;
            bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        }
        return points <= mostPoints && bytes <= mostBytes;
    }

    // What was written last goes, and nothing that stood behind it.
    function shorten() {
        const before = Array.from(text.slice(0, cursorPosition));
        const after = Array.from(text.slice(cursorPosition));
        while (before.length > 0 && !fits(before.concat(after).join("")))
            before.pop();
        while (!fits(before.concat(after).join("")))
            after.pop();
        text = before.concat(after).join("");
        cursorPosition = before.join("").length;
    }
}
