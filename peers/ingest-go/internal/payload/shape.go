package payload

// measureNesting returns the largest nesting depth of objects and arrays in a JSON text, and the length of the longest number.
// The result for text that is not JSON has no meaning.
func measureNesting(text []byte) (depth, digits int) {
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
