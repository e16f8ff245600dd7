// SPDX-License-Identifier: MIT
// Expressions as GLSL has them, such as  i < stride && tile[i + stride] > 7u , of what an invocation has at a moment.

const operatorLevels = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];
const tokenPattern = /\s*(?:(\d+\.\d*(?:e[+-]?\d+)?f?|\.\d+f?|0x[\da-f]+u?|\d+u?|)([A-Za-z_]\w*|\|\||&&|[=!<>]=|<<|>>|[-+*\/%<>!~&|^?:().,[\]])?)/iy;

/** A parsed expression; the constructor throws an Error with the column where it makes no sense. */
class Formula {
  constructor(text) {
    this.text = text.trim();
    this.tokens = Formula.tokensOf(this.text);
    this.next = 0;
    this.root = this.choice();
    if (this.token) this.fail(`does not go on with '${this.token.words}'`);
  }

  static tokensOf(text) {
    const tokens = [];
    for (let at = 0; at < text.length;) {
      tokenPattern.lastIndex = at;
      const found = tokenPattern.exec(text), words = found?.[1] || found?.[2];
      if (!words) {
        if (text.slice(at).trim() === '') break;
        throw new Error(`Column ${at + text.slice(at).search(/\S/) + 1}: '${text.slice(at).trim()[0]}' is no part of an expression.`);
      }
      const start = at + found[0].indexOf(words);
      tokens.push({ words, number: Boolean(found[1]), column: start + 1 });
      at = start + words.length;
    }
    return tokens;
  }

  get token() {
    return this.tokens[this.next];
  }
  fail(why) {
    throw new Error(`Column ${this.token?.column ?? this.text.length + 1}: it ${why}.`);
  }
  take(words) {
    if (this.token?.words !== words || this.token.number) return false;
    ++this.next;
    return true;
  }
  expect(words) {
    if (!this.take(words)) this.fail(`lacks '${words}'`);
  }

  choice() {
    const condition = this.binary(0);
    if (!this.take('?')) return condition;
    const yes = this.choice();
    this.expect(':');
    return { kind: 'choice', parts: [condition, yes, this.choice()] };
  }
  binary(level) {
    if (level === operatorLevels.length) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = operatorLevels[level].find((one) => this.take(one));
      if (!operator) return left;
      left = { kind: 'binary', operator, parts: [left, this.binary(level + 1)] };
    }
  }
  unary() {
    const operator = ['-', '+', '!', '~'].find((one) => this.take(one));
    return operator ? { kind: 'unary', operator, parts: [this.unary()] } : this.operand();
  }
  operand() {
    const { token } = this;
    if (!token) this.fail('ends too early');
    if (this.take('(')) {
      const inner = this.choice();
      this.expect(')');
      return inner;
    }
    ++this.next;
    if (token.number) return { kind: 'number', value: literal(token.words) };
    if (!/^[A-Za-z_]/.test(token.words)) {
      --this.next;
      this.fail(`has '${token.words}' where a value should be`);
    }
    if (token.words === 'true' || token.words === 'false') return { kind: 'number', value: { kind: 'b', value: token.words === 'true' } };
    if (this.take('(')) return this.call(token);
    const names = [token.words], parts = [];
    for (;;) {
      if (this.take('[')) {
        parts.push(this.choice());
        names.push('[]');
        this.expect(']');
      } else if (this.take('.')) {
        names.push(`.${this.token?.words ?? this.fail('ends too early')}`);
        ++this.next;
      } else {
        return { kind: 'name', names, parts, column: token.column };
      }
    }
  }
  call(token) {
    if (!functions[token.words]) throw new Error(`Column ${token.column}: there is no function '${token.words}'; there are ${Object.keys(functions).join(', ')}.`);
    const parts = [this.choice()];
    while (this.take(',')) parts.push(this.choice());
    this.expect(')');
    return { kind: 'call', name: token.words, parts };
  }

  /** Names that are no variable and no memory of a moment: a sentence; '' if all are. `known(name)` tells. */
  unknown(known, names, at = this.root) {
    if (at.kind === 'name' && !known(at.names.join(''))) return `Column ${at.column}: there is no '${at.names.join('')}'; there are ${names.slice(0, 12).join(', ')}${names.length > 12 ? ` and ${names.length - 12} more` : ''}.`;
    for (const part of at.parts ?? []) {
      const problem = this.unknown(known, names, part);
      if (problem) return problem;
    }
    return '';
  }

  /** { kind: 'u' | 'i' | 'f' | 'b', value }; undefined where something in it is not set. `look(name)` has the values of names, such as "tile[3]". */
  value(look, at = this.root) {
    if (at.kind === 'number') return at.value;
    if (at.kind === 'choice') {
      const condition = this.value(look, at.parts[0]);
      return condition && this.value(look, at.parts[condition.value ? 1 : 2]);
    }
    const left = at.parts[0] && this.value(look, at.parts[0]);
    if (at.operator === '&&' && left && !left.value) return { kind: 'b', value: false };
    if (at.operator === '||' && left?.value) return { kind: 'b', value: true };
    const values = at.parts.map((part, k) => (k === 0 ? left : this.value(look, part)));
    if (values.includes(undefined)) return undefined;
    if (at.kind === 'name') {
      let k = 0;
      return look(at.names.map((name) => (name === '[]' ? `[${values[k++].value}]` : name)).join(''));
    }
    if (at.kind === 'call') return functions[at.name](...values);
    return at.kind === 'unary' ? unaryOf(at.operator, values[0]) : binaryOf(at.operator, ...values);
  }
}

function literal(words) {
  if (/^0x/i.test(words)) return whole(parseInt(words, 16), /u$/i.test(words) ? 'u' : 'i');
  if (/^\d+u?$/i.test(words)) return whole(parseInt(words, 10), /u$/i.test(words) ? 'u' : 'i');
  return { kind: 'f', value: parseFloat(words) };
}

const whole = (value, kind) => ({ kind, value: kind === 'u' ? value >>> 0 : value | 0 });
const truth = (value) => ({ kind: 'b', value });
const float = (value) => ({ kind: 'f', value: Math.fround(value) });

function unaryOf(operator, { kind, value }) {
  if (operator === '!') return truth(!value);
  if (operator === '+') return { kind, value };
  if (kind === 'f') return float(-value);
  return whole(operator === '-' ? -value : ~value, kind);
}

function binaryOf(operator, a, b) {
  switch (operator) {
    case '||': return truth(Boolean(a.value || b.value));
    case '&&': return truth(Boolean(a.value && b.value));
    case '==': return truth(Number(a.value) === Number(b.value));
    case '!=': return truth(Number(a.value) !== Number(b.value));
    case '<': return truth(a.value < b.value);
    case '>': return truth(a.value > b.value);
    case '<=': return truth(a.value <= b.value);
    case '>=': return truth(a.value >= b.value);
  }
  const [x, y] = [Number(a.value), Number(b.value)], floats = a.kind === 'f' || b.kind === 'f', kind = a.kind === 'u' || b.kind === 'u' ? 'u' : 'i';
  switch (operator) {
    case '+': return floats ? float(x + y) : whole(x + y, kind);
    case '-': return floats ? float(x - y) : whole(x - y, kind);
    case '*': return floats ? float(x * y) : whole(Math.imul(x, y), kind);
    case '/': return floats ? float(x / y) : y === 0 ? undefined : whole(Math.trunc(x / y), kind);
    case '%': return y === 0 ? undefined : whole(x % y, kind);
    case '<<': return whole(x << y, a.kind);
    case '>>': return whole(a.kind === 'u' ? x >>> y : x >> y, a.kind);
    case '&': return whole(x & y, kind);
    case '|': return whole(x | y, kind);
    default: return whole(x ^ y, kind);
  }
}

const functions = {
  min: (a, b) => (a.value <= b?.value ? a : b),
  max: (a, b) => (a.value >= b?.value ? a : b),
  abs: ({ kind, value }) => ({ kind, value: Math.abs(value) }),
  uint: ({ value }) => whole(Math.trunc(Number(value)), 'u'),
  int: ({ value }) => whole(Math.trunc(Number(value)), 'i'),
  float: ({ value }) => float(Number(value)),
};
