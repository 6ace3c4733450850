const LONGEST = 22;

/** A name as it fits beside a line; the whole of it is in a title or a table. */
export const shortened = (name, most = LONGEST) => name.length > most ? `${name.slice(0, most - 1)}…` : name;
