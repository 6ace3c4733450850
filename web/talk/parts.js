// What the two windows of the talk have in common.
import { markup } from '../shared/markup.js';

export const byId = id => document.getElementById(id);

/** Whether an act runs something. */
export const hasRun = act => act.load !== null;

/** The number of the choice whose range has what was found, from 1; 0 if nothing was. */
export const answerOf = ({ ranges }, finding) => finding?.headline ? 1 + ranges.findIndex(([low, high]) =>
  finding.headline.value >= low && finding.headline.value < (high ?? Infinity)) : 0;

/** Whether this is the small picture of the room in the window of the speaker, which does nothing but show. */
export const isThumbnail = new URLSearchParams(location.search).has('thumbnail');

/** A finding in which no line ends within a name or a date, and where it comes from is less important. */
export const findingText = ({ text, source }) => markup`${unbroken(text)}${source
  && markup` <span class="source">${unbroken(source)}</span>`}`;

const unbroken = text => text.split(/(\S*\w-\w\S*)/).map((part, i) =>
  i % 2 === 1 ? markup`<span class="unbroken">${part}</span>` : part);
