// Chooses the frames of a moving picture of a recorded comparison. It goes by the clock of the recording alone, so that
// the same recording always gives the same picture.

/** The number of frames before the last one, which shows the finding. */
const MEASURING_FRAMES = 18;

/** How long a frame is shown, in milliseconds: 12 seconds for all of them. */
const FRAME_TIME = 500;
const LAST_FRAME_TIME = 3000;

/**
 * Chooses moments at which figures are measured that count, at equal distances, and the end.
 * @param {{at: number}[]} events the recording
 * @returns {{at: number, duration: number}[]} seconds of the recording, and milliseconds in the picture
 */
export function chooseFrames(events) {
  let isMeasuring = false;
  const moments = [];
  for (const { turn, load, at } of events) {
    if (turn) isMeasuring = turn.is_measured;
    if (load && isMeasuring) moments.push(at);
  }
  if (moments.length < MEASURING_FRAMES || !events.some(({ end }) => end)) {
    throw new Error('The recording is too short for a moving picture, or lacks the end of the run.');
  }
  const distance = (moments.length - 1) / (MEASURING_FRAMES - 1);
  const measuring = Array.from({ length: MEASURING_FRAMES }, (_, i) => moments[Math.round(i * distance)]);
  return [
    ...measuring.map(at => ({ at, duration: FRAME_TIME })),
    { at: events.at(-1).at, duration: LAST_FRAME_TIME },
  ];
}
