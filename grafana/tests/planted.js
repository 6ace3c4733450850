/** A copy of the dashboard with an error in one of its panels. */
export function withError(board, title, plant) {
  const copy = JSON.parse(JSON.stringify(board));
  plant(copy.panels.find(panel => panel.title === title));
  return copy;
}
