/** Yuan as a person writes them (`12`, `12.5`, `12.50`) to integer fen, without floating point. */
export function fenOf(yuan: string): number {
  const [whole = '0', part = ''] = yuan.replace('-', '').split('.');
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2));
  return yuan.startsWith('-') ? -fen : fen;
}

/** Integer fen to yuan with two digits, the wire's spelling of money. */
export function yuanOf(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
