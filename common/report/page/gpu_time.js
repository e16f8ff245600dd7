// SPDX-License-Identifier: MIT
// The time that a run with --card predicts for a GPU, in words; for the course in a browser as well.

/** A time of two digits, as a prediction has no more, or of `digits`. */
function timeWords(us, digits = 2) {
  const [value, unit] = us < 1000 ? [us, 'us'] : [us / 1000, 'ms'];
  return `${Number(value.toPrecision(digits))} ${unit}`;
}

const gpuName = (card) => `${/^(NVIDIA|[AEIOU])/.test(card) ? 'an' : 'a'} ${card}`;

const gpu_us = 'us predicted'; // what such a count of a line is called
const least_share = 0.01; // of the line that pays most: what is less says nothing

/** Of lines with their times, [{ us, ... }], those that matter, the one that pays most first; each gets its `time`, in words. */
function payingLines(lines) {
  const [most, ...others] = lines.filter(({ us }) => us > 0).sort((a, b) => b.us - a.us);
  const paying = most ? [most, ...others.filter(({ us }) => us >= least_share * most.us)] : [];
  for (const line of paying) line.time = `${timeWords(line.us)}${line === most ? ': pays most' : ''}`;
  return paying;
}
