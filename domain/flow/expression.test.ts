import { describe, expect, it } from 'vitest';
import { ExpressionFault, parseExpression, type FlowVariables } from './expression.ts';

const yields = (source: string, variables: FlowVariables = {}) => parseExpression(source)(variables);

describe('an expression of a process', () => {
  it.each([
    ['${pass}', true, { pass: true }],
    ['${!pass}', true, { pass: false }],
    ['#{ pass && days > 3 }', true, { pass: true, days: 5 }],
    ['${pass && days > 3}', false, { pass: true, days: 3 }],
    ["${flag == 'ok' || (days <= 1 && !late)}", true, { flag: '', days: 1 }],
    ['${pass == true}', true, { pass: true }],
    ['${pass and not late or days ge 10}', true, { pass: true, late: false, days: 1 }],
    ["${name == 'it\\'s'}", true, { name: "it's" }],
    ['${days}', 4, { days: 4 }],
    ['${2 < 10}', true, {}],
  ])('%s', (source, expected, variables) => {
    expect(yields(source, variables as unknown as FlowVariables)).toBe(expected);
  });

  it('takes a name that is not there for nothing: no comparison with it is true', () => {
    expect([yields('${gone}'), yields('${gone > 1}'), yields('${gone < 1}'), yields('${!gone}')]).toEqual([null, false, false, true]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('reaches nothing behind the variables: %s', (name) => {
    expect(yields(`\${${name}}`, { pass: true })).toBeNull();
  });

  it.each([
    'pass',
    '${pass',
    '${}',
    '${process.exit()}',
    '${exec("ls")}',
    '${a.b}',
    '${a[0]}',
    '${a = 1}',
    '${a + 1}',
    '${(a}',
    '${a b}',
    '${`x`}',
    '${environment.services.get}',
    `\${${'a&&'.repeat(200)}a}`,
  ])('refuses %s', (source) => {
    expect(() => parseExpression(source)).toThrow(ExpressionFault);
  });
});
