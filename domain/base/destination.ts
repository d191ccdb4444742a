import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Fields } from '#domain/kernel/fields.ts';

/** Stays in a file of the server, goes nowhere. */
const localAddress = 'local';
const hostPattern = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;
const mailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,190}$)[a-z\d-]+(\.[a-z\d-]+)+$/i;

const webPattern = /^https?:\/\/[^\s/@?#\\:]+(:\d{1,5})?([/?#]\S*)?$/i;

/** An address of http or https without a password in it. */
export const isWebAddress = (value: string): boolean => value === localAddress || webPattern.test(value);
export const isHost = (value: string): boolean => value === localAddress || hostPattern.test(value);
export const isMailAddress = (value: string): boolean => mailPattern.test(value);

/** A text of a described field that is no address of its kind. */
export function addressProblem(fields: Fields, name: string, value: string, isGood: (value: string) => boolean): Problem[] {
  const field = fields[name];
  return !field || isGood(value)
    ? []
    : [problemOf(name, field, 'rule', { text: [`${field.label[0]}格式不正确: ${value}`, `${field.label[1]} is malformed: ${value}`] })];
}
