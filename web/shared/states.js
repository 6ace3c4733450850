/** The state of a result in the words of the terminal. */
export const STATES = {
  valid: '✓ VALID', busy: '! BUSY', invalid: 'INVALID', 'cut-short': '! CUT SHORT',
};
