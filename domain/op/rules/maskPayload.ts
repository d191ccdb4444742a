/** 张三 -> 张*, 欧阳娜娜 -> 欧***. */
export const maskedPerson = (name: string): string => (name === '' ? '' : name.slice(0, 1) + '*'.repeat(Math.max(1, [...name].length - 1)));
/** 138****5678. */
export const maskedMobile = (number: string): string => number.replace(/^(.{3}).*(.{4})$/, '$1****$2');
/** 110***********002X. */
export const maskedDocument = (number: string): string =>
  number.replace(/^(.{3})(.*)(.{4})$/, (_all, head: string, middle: string, tail: string) => head + '*'.repeat(middle.length) + tail);

const mobile = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
const document = /(?<!\d)\d{17}[\dXx](?![\dXx])/g;

/** Names under which partners of this trade tell who a patient is, whatever their own parameters say. */
const personKeys = /^(patient|person|user|child|mother|guardian|receiver|father|partner|spouse|baby|customer)?_?(name|xm|xingming)$|姓名/i;
const numberKeys =
  /(phone|tel|mobile|idcard|id_card|credential|idno|cert|patientno|patient_no|inpatient|outpatient|address|addr)|电话|手机|证件|住院|门诊|地址/i;

/**
 * A body as logs show it: names, numbers of phones, documents and patients struck out, by the parameters' own paths (`patientKeys`, last parts)
 * and by what such things are called; secrets wherever they stand. What is no JSON loses numbers alone and is cut.
 */
export function maskedBody(text: string, patientKeys: ReadonlySet<string>, secrets: readonly (string | null)[]): string {
  let plain = text;
  for (const secret of secrets) if (secret) plain = plain.replaceAll(secret, '•••');
  try {
    return JSON.stringify(maskedValue(JSON.parse(plain), '', patientKeys));
  } catch {
    if (/^[\w.%+-]+=/.test(plain) && !plain.includes('\n'))
      return plain
        .split('&')
        .map((part) => maskedPart(part, patientKeys))
        .join('&');
    // What we cannot read may say anything: none of it is shown but its numbers' places.
    return plain.replace(document, maskedDocument).replace(mobile, maskedMobile).slice(0, 200);
  }
}

/** `name=value` of a form; what is not spelled as one loses its value. */
function maskedPart(part: string, patientKeys: ReadonlySet<string>): string {
  const [key = '', ...rest] = part.split('=');
  try {
    const read = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
    return `${key}=${encodeURIComponent(maskedText(read(key), read(rest.join('=')), patientKeys))}`;
  } catch {
    return `${key}=*`;
  }
}

function maskedValue(value: unknown, key: string, patientKeys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, key, patientKeys));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskedValue(one, name, patientKeys)]));
  if (typeof value === 'number' && String(value).length >= 11) return maskedText(key, String(value), patientKeys);
  return typeof value === 'string' ? maskedText(key, value, patientKeys) : value;
}

function maskedText(key: string, text: string, patientKeys: ReadonlySet<string>): string {
  if (personKeys.test(key)) return maskedPerson(text);
  if (numberKeys.test(key)) return text.length > 8 ? maskedDocument(text) : '*'.repeat(Math.max(0, text.length - 2)) + text.slice(-2);
  if (patientKeys.has(key)) return text.length > 8 ? maskedDocument(text) : maskedPerson(text);
  return text.replace(document, maskedDocument).replace(mobile, maskedMobile);
}
