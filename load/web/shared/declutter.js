const ROUNDS = 200;
const CLOSE_ENOUGH = 0.01;

/**
 * Pushes labels apart until none overlaps, in the order of their places.
 * @param {{y: number}[]} labels
 * @param {number} gap least distance of two
 * @returns {object[]} the labels with the place they got, as at
 */
export function spread(labels, gap, low, high) {
  const placed = labels.map(label => ({ ...label, at: label.y })).sort((one, other) => one.y - other.y);
  for (let round = 0; round < ROUNDS && push(); round++);
  return placed;

  function push() {
    let moved = false;
    for (let i = 1; i < placed.length; i++) {
      const lacking = gap - (placed[i].at - placed[i - 1].at);
      if (lacking <= CLOSE_ENOUGH) continue;
      placed[i].at += lacking / 2;
      placed[i - 1].at -= lacking / 2;
      moved = true;
    }
    if (placed.length > 0 && placed[0].at < low) [placed[0].at, moved] = [low, true];
    else if (placed.length > 0 && placed.at(-1).at > high) [placed.at(-1).at, moved] = [high, true];
    return moved;
  }
}
