package payload

// The shape of a text that may be JSON: how many objects and arrays stand inside each other, at most, and the longest
// row of digits outside of strings. Of what is no JSON it says little.
func shape(text []byte) (depth, digits int) {
	level, row := 0, 0
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if quoted || c < '0' || c > '9' {
			row = 0
		} else if row++; row > digits {
			digits = row
		}
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if level++; level > depth {
				depth = level
			}
		case c == '}' || c == ']':
			level--
		}
	}
	return depth, digits
}
