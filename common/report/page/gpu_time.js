// SPDX-License-Identifier: MIT
// The time that a run with --card predicts for a GPU, in words; for the course in a browser as well.

/** A time of two digits, as a prediction has no more, or of `digits`. */
function timeWords(us, digits = 2) {
  const [value, unit] = us < 1000 ? [us, 'us'] : [us / 1000, 'ms'];
  return `${Number(value.toPrecision(digits))} ${unit}`;
}

const gpuName = (card) => `${/^(NVIDIA|[AEIOU])/.test(card) ? 'an' : 'a'} ${card}`;

/** How sure a prediction is. */
function sureWords({ off, limit }) {
  if (!off) return 'Nobody has compared the predictions for this GPU with its times.';
  const more = limit === 'dispatches' ? ' Short work like this takes up to one and a half times as long.' : '';
  return `Nine in ten predictions for it are off by ${Math.round(100 * off)} % or less.${more}`;
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** The prediction for a version: the time, what limits it, the line that pays most where there is one, and what was measured; '' without a prediction. */
function gpuTimeWords(predicted, most = '') {
  const { card, us, limit, fails, measured_us: measured } = predicted ?? {};
  if (!card) return '';
  if (fails) return `${capital(gpuName(card))}: the model fails here, so there is no time. Why: ${fails}.`;
  const off = Math.round(100 * (us / measured - 1)), against = off === 0 ? 'as predicted' : `the prediction is ${Math.abs(off)} % too ${off > 0 ? 'long' : 'short'}`;
  return [`${capital(gpuName(card))} would take about ${timeWords(us)}, limited by ${limit}${most && `; ${most}`}.`,
    measured > 0 ? `It took ${timeWords(measured, 3)} when it was measured: ${against}.` : sureWords(predicted)].join(' ');
}

const gpu_us = 'us predicted'; // what such a count of a line is called
const least_share = 0.01; // of the line that pays most: what is less says nothing

/** Of lines with their times, [{ us, ... }], those that matter, the one that pays most first; each gets its `time`, in words. */
function payingLines(lines) {
  const [most, ...others] = lines.filter(({ us }) => us > 0).sort((a, b) => b.us - a.us);
  const paying = most ? [most, ...others.filter(({ us }) => us >= least_share * most.us)] : [];
  for (const line of paying) line.time = `${timeWords(line.us)}${line === most ? ': pays most' : ''}`;
  return paying;
}
