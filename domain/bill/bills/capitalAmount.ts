const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '万亿'];

/** Four digits in words; zeros between others are said once, those at the end not at all. */
function fourOf(four: string): string {
  const said = [...four].map((digit, at) => (digit === '0' ? '零' : digits[Number(digit)]! + places[3 - at]!)).join('');
  return said.replaceAll(/零+/g, '零').replace(/零$/, '');
}

/**
 * An amount of fen in the capital numerals of Chinese vouchers (大写金额): 526800 is 伍仟贰佰陆拾捌元整. Below zero it begins with 负, without
 * fen it ends in 整, and jiao missing between yuan and fen are said as 零.
 */
export function capitalAmount(fen: number): string {
  const all = Math.abs(fen);
  if (!Number.isSafeInteger(fen)) throw new RangeError('an amount is whole fen');
  const [yuan, jiao, cent] = [Math.floor(all / 100), Math.floor(all / 10) % 10, all % 10];
  const text = String(yuan);
  const padded = text.padStart(Math.ceil(text.length / 4) * 4, '0');
  let whole = '';
  for (let from = 0; from < padded.length; from += 4) {
    const said = fourOf(padded.slice(from, from + 4));
    const group = groups[(padded.length - from) / 4 - 1]!;
    // A group of zeros is said by a zero before what follows it, once.
    whole += said === '' ? '零' : said + group;
  }
  whole = whole
    .replaceAll(/零+/g, '零')
    .replace(/^零(?=.)/, '')
    .replace(/零$/, '');
  const part = (jiao === 0 ? (cent === 0 || whole === '' ? '' : '零') : `${digits[jiao]!}角`) + (cent === 0 ? '' : `${digits[cent]!}分`);
  const yuanText = whole === '' ? (part === '' ? '零元' : '') : `${whole}元`;
  return `${fen < 0 ? '负' : ''}${yuanText}${part}${cent === 0 ? '整' : ''}`;
}
