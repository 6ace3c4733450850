package payload

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode"
	"unicode/utf16"
)

// A member is a string member of a JSON object that must occur only once. By default, encoding/json would keep the last
// of several members with the same name. It calls UnmarshalJSON for each of them, and ignores case when it compares the
// names.
type member struct {
	text  string
	given bool
}

func (m *member) UnmarshalJSON(literal []byte) error {
	switch {
	case m.given:
		return errors.New("'data' occurs more than once")
	case literal[0] != '"':
		return errors.New("'data' is not a string")
	case hasLoneSurrogate(literal):
		return errors.New("'data' contains only half of a surrogate pair")
	}
	m.given = true
	return json.Unmarshal(literal, &m.text)
}

// hasLoneSurrogate returns whether a JSON string contains half of a surrogate pair, which encoding/json would replace
// by U+FFFD. The string literal must be valid JSON.
func hasLoneSurrogate(literal []byte) bool {
	for i := 0; i < len(literal); i++ {
		if literal[i] != '\\' {
			continue
		}
		i++
		unit := codeUnit(literal[i:])
		if !utf16.IsSurrogate(unit) {
			continue
		}
		if literal[i+5] != '\\' || utf16.DecodeRune(unit, codeUnit(literal[i+6:])) == unicode.ReplacementChar {
			return true
		}
		i += 10
	}
	return false
}

// codeUnit returns the UTF-16 code unit of a JSON escape, such as u1234 after the backslash, or 0 for any other escape.
func codeUnit(escape []byte) rune {
	if escape[0] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(escape[1:5]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}
