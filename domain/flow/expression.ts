/** What an expression may yield and a variable may hold. */
export type FlowValue = string | number | boolean | null;
export type FlowVariables = Readonly<Record<string, FlowValue>>;

/** A condition read once: `${pass && days > 3}`. It looks up names and compares; it calls nothing and reaches nothing else. */
export type Expression = (variables: FlowVariables) => FlowValue;

/** Why a text is no expression; `at` is the offending part. */
export class ExpressionFault extends Error {
  readonly at: string;
  constructor(at: string) {
    super(`not an expression: ${at}`);
    this.at = at;
  }
}

/** Longest condition that is read. */
const longest = 500;
const tokenPattern = /\s*(?:(\d+(?:\.\d+)?)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|(&&|\|\||[=!<>]=|[<>!()]))/y;
const wordOperators: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
const constants: Readonly<Record<string, FlowValue>> = { true: true, false: false, null: null };

interface Token {
  readonly kind: 'value' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly value?: FlowValue;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const body = source.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < body.length) {
    const from = tokenPattern.lastIndex;
    const found = tokenPattern.exec(body);
    if (!found) throw new ExpressionFault(body.slice(from, from + 40).trim());
    const [, digits, quoted, word, operator] = found;
    if (digits !== undefined) tokens.push({ kind: 'value', text: digits, value: Number(digits) });
    else if (quoted !== undefined) tokens.push({ kind: 'value', text: quoted, value: quoted.slice(1, -1).replace(/\\(.)/g, '$1') });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else if (word !== undefined && Object.hasOwn(wordOperators, word)) tokens.push({ kind: 'operator', text: wordOperators[word] ?? '' });
    else if (word !== undefined && Object.hasOwn(constants, word)) tokens.push({ kind: 'value', text: word, value: constants[word] ?? null });
    else tokens.push({ kind: 'name', text: word ?? '' });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

/** Reads `${…}`; spaces around it do not matter. Throws ExpressionFault. */
export function parseExpression(source: string): Expression {
  const found = /^\s*[$#]\{([^{}]*)\}\s*$/.exec(source);
  if (!found || source.length > longest) throw new ExpressionFault(source.trim().slice(0, 60));
  const tokens = tokensOf(found[1] ?? '');
  let place = 0;
  const peek = (): Token => tokens[place] ?? { kind: 'end', text: '' };
  const takes = (...texts: readonly string[]): string | null => {
    const token = peek();
    if (token.kind !== 'operator' || !texts.includes(token.text)) return null;
    place++;
    return token.text;
  };
  const fault = (): ExpressionFault => new ExpressionFault(peek().text || (found[1] ?? '').trim() || source);

  function primary(): Expression {
    if (takes('(')) {
      const inner = either();
      if (!takes(')')) throw fault();
      return inner;
    }
    if (takes('!')) {
      const inner = primary();
      return (variables) => !isTrue(inner(variables));
    }
    const token = peek();
    if (token.kind !== 'value' && token.kind !== 'name') throw fault();
    place++;
    const { text, value = null } = token;
    return token.kind === 'value' ? () => value : (variables) => (Object.hasOwn(variables, text) ? (variables[text] ?? null) : null);
  }
  function comparison(): Expression {
    const left = primary();
    const operator = takes('==', '!=', '<', '<=', '>', '>=');
    if (!operator) return left;
    const right = primary();
    return (variables) => compare(operator, left(variables), right(variables));
  }
  function both(): Expression {
    let left = comparison();
    while (takes('&&')) {
      const [first, second] = [left, comparison()];
      left = (variables) => isTrue(first(variables)) && isTrue(second(variables));
    }
    return left;
  }
  function either(): Expression {
    let left = both();
    while (takes('||')) {
      const [first, second] = [left, both()];
      left = (variables) => isTrue(first(variables)) || isTrue(second(variables));
    }
    return left;
  }
  const whole = either();
  if (peek().kind !== 'end') throw fault();
  return whole;
}

/** Empty text, 0, false and what is not there are false. */
export function isTrue(value: FlowValue): boolean {
  return value !== null && value !== false && value !== '' && value !== 0 && value !== 'false';
}

function compare(operator: string, left: FlowValue, right: FlowValue): boolean {
  if (operator === '==' || operator === '!=') return (left === right || String(left) === String(right)) === (operator === '==');
  if (left === null || right === null) return false;
  const [first, second] = typeof left === 'string' && typeof right === 'string' ? [left, right] : [Number(left), Number(right)];
  if (operator === '<') return first < second;
  if (operator === '<=') return first <= second;
  return operator === '>' ? first > second : first >= second;
}
