// SPDX-License-Identifier: MIT
// Which of two neighbouring versions is faster on a GPU, and by how much: what predict mode asks before the passes.

const nearly = 1.1, far = 2; // times as fast: up to there about equal, and from there on much faster

/** The times of two versions that can be compared, { us, limits, measured, card }; null without such. Measured ones where there are both. */
function comparedTimes(before, version) {
  const all = [before, version].map((one) => one?.predicted);
  if (!all.every((one) => one?.card && !one.fails) || before.caption.n !== version.caption.n) return null;
  const measured = all.every((one) => one.measured_us > 0);
  return { us: all.map((one) => (measured ? one.measured_us : one.us)), limits: all.map((one) => one.limit), measured, card: all[1].card };
}

/** Which of the five answers a ratio is: 0 and 1, the first version is faster; 2, neither; 3 and 4, the second. */
function answerOf(ratio) {
  if (Math.max(ratio, 1 / ratio) < nearly) return 2;
  return ratio < 1 ? (1 / ratio < far ? 1 : 0) : ratio < far ? 3 : 4;
}

class Faster {
  /** `answered(words)`: a sentence on what was chosen, and on both times. */
  constructor(answered) {
    this.answered = answered;
    this.element = make('div', { className: 'tools', role: 'group', 'aria-label': 'Which is faster', hidden: true });
  }

  /** The question, with its answers as buttons; '': nothing is known to ask about. */
  ask(before, version) {
    const times = comparedTimes(before, version), [one, other] = [before, version].map((at) => at?.name.split('_')[0]);
    this.element.hidden = !times;
    if (!times) return '';
    const answers = [`${one}, ${far} times or more`, `${one}, by less`, 'about equal', `${other}, by less`, `${other}, ${far} times or more`];
    fill(this.element, ...answers.map((words, chosen) => button(words, () => {
      this.element.hidden = true;
      this.answered(this.verdict(chosen, times, [one, other]));
    })));
    return `Before the passes: which is faster on ${gpuName(times.card)}, ${one} or ${other}, and by how much?`;
  }

  verdict(chosen, { us, limits, measured }, names) {
    const ratio = us[0] / us[1], right = answerOf(ratio), quick = ratio < 1 ? 0 : 1, times = Math.max(ratio, 1 / ratio);
    const words = right === 2 ? 'they are about equal' : `${names[quick]} is ${times.toPrecision(2)} times as fast`;
    const each = names.map((name, k) => `${name} takes ${measured ? '' : 'about '}${timeWords(us[k], measured ? 3 : 2)}, limited by ${limits[k]}`);
    return `${chosen === right ? 'Right' : 'No'}: ${words}. ${each.join('; ')}${measured ? ' (times measured)' : ''}.`;
  }
}
