import { isMailAddress } from '#domain/base/mailAddress.ts';

/** The addresses of a field that may hold several; null where there is none, or one of them is no address. */
export function addressesIn(text: string | null): readonly string[] | null {
  const found = [...new Set((text ?? '').split(/[\s,;、,;]+/u).filter((one) => one !== ''))];
  return found.length > 0 && found.every(isMailAddress) ? found : null;
}

interface Told {
  readonly begin: string;
  readonly end: string;
  readonly name: string;
  readonly laboratoryName: string;
}
/** What a statement's mail says: nothing of a patient. */
export const statementText = ({ begin, end, name, laboratoryName }: Told): { readonly subject: string; readonly text: string } => ({
  subject: `对账单 ${begin} ~ ${end} ${name}`,
  text: [
    `${name}:`,
    `附件为 ${laboratoryName} ${begin} 至 ${end} 的对账单, 请核对。如有疑问请联系您的销售员。`,
    '',
    `The statement of ${laboratoryName} for ${begin} to ${end} is attached. Please check it, and ask your salesperson about whatever is not clear.`,
  ].join('\n'),
});
