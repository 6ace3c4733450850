const MOST_PASSES = 200;
const TOLERANCE = 0.01;

/**
 * Moves labels apart vertically until no two overlap. Labels keep their order.
 * @param {{y: number}[]} labels with the position that each label would have by itself
 * @param {number} gap the smallest distance between two labels
 * @param {number} low the smallest position that a label may get
 * @param {number} high the largest position that a label may get
 * @returns {object[]} the labels from top to bottom, with their final position as labelY
 */
export function declutter(labels, gap, low, high) {
  const placed = labels.map(label => ({ ...label, labelY: label.y })).sort((one, other) => one.y - other.y);
  for (let pass = 0; pass < MOST_PASSES && moveApart(); pass++);
  return placed;

  function moveApart() {
    let hasMoved = false;
    for (let i = 1; i < placed.length; i++) {
      const missing = gap - (placed[i].labelY - placed[i - 1].labelY);
      if (missing <= TOLERANCE) continue;
      placed[i].labelY += missing / 2;
      placed[i - 1].labelY -= missing / 2;
      hasMoved = true;
    }
    if (placed.length > 0 && placed[0].labelY < low) [placed[0].labelY, hasMoved] = [low, true];
    else if (placed.length > 0 && placed.at(-1).labelY > high) [placed.at(-1).labelY, hasMoved] = [high, true];
    return hasMoved;
  }
}
