import type { SheetCell } from '#domain/sheet/sheetTypes.ts';

/** A cell as a person would read it; '' where it is empty. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.text;
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  return typeof cell === 'number' ? numberText(cell) : cell.trim();
}

/** A number without exponent: 1.99e10 is a phone number, not a power. */
function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}

/** Digits of a number that a sheet has already spoilt: more than 15, or a fraction, or an exponent in text. */
export function isRuined(cell: SheetCell | undefined): boolean {
  if (typeof cell === 'number') return !Number.isInteger(cell) || Math.abs(cell) >= 1e15;
  return typeof cell === 'string' && /^\d(?:\.\d+)?E\+?\d{1,3}$/i.test(cell.trim());
}

export function isBlank(cell: SheetCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
