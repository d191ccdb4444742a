import { normalCode } from '#domain/sample/codeText.ts';

/**
 * The requisition a scanned file is named after, and its page: `A26000001.jpg`, `A26000001-2.png`, `A26000001_p2.jpg`.
 * null where the name is a camera's own (`IMG_2031`, `DSC00012`, `微信图片_…`) or no code at all.
 */
export function codeOfFileName(name: string): { readonly requisitionCode: string; readonly pageNo: number | null } | null {
  const stem = normalCode(name.replace(/\.[^.]+$/, ''));
  const found = /^([A-Z]{1,4}\d{6,20}|\d{8,20})(?:[-_ ]P?(\d{1,2}))?$/.exec(stem);
  if (!found || /^(IMG|DSC|DCIM|SCAN|PXL)\d/.test(stem)) return null;
  return { requisitionCode: found[1] ?? '', pageNo: found[2] ? Number(found[2]) : null };
}
