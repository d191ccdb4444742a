import { misfitOf, type CodePlace } from '#domain/code/codeMatch.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { textOf } from './values.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';

const idOf = (value: unknown): string | null => textOf(value) || null;

/** C-CODE of one code; undefined where it looks like one of ours or there is nothing to compare it with. */
export function codeFinding(
  field: 'requisitionCode' | 'sampleCode',
  code: string,
  place: Omit<CodePlace, 'codeType'>,
  { codeStyles }: NonNullable<JudgeContext['existing']>,
): Finding | undefined {
  if (codeStyles === undefined || code === '') return undefined;
  const isRequisition = field === 'requisitionCode';
  const misfit = misfitOf(code, { ...place, codeType: isRequisition ? codeType.requisition : codeType.sample }, codeStyles);
  if (!misfit) return undefined;
  const { styleNames, isRefused } = misfit;
  const [zh, en] = isRequisition ? ['申请单条码', 'Requisition code'] : ['样本条码', 'Sample code'];
  return {
    rule: 'C-CODE',
    severity: isRefused ? 'block' : 'warn',
    fields: [field],
    text: [
      `${zh} ${code} 不符合${isRefused ? '该单位的' : ''}条码样式: ${styleNames.join('、')}`,
      `${en} ${code} fits no code style${isRefused ? ' of the client' : ''}: ${styleNames.join(', ')}`,
    ],
  };
}

/** C-CODE: codes look as the enabled styles of the client, else of the tenant and the laboratory, say. One label for both need look like either alone. */
export function judgeCodes(values: Values, { existing }: JudgeContext): Finding[] {
  if (existing?.codeStyles === undefined) return [];
  const place = { laboratoryId: idOf(values['contractLaboratoryId']), sendSampleClientId: idOf(values['sendSampleClientId']) };
  const tubes = Array.isArray(values['tubes']) && values['tubes'].length > 0 ? (values['tubes'] as readonly Values[]) : [values];
  const requisitionCode = textOf(values['requisitionCode']);
  const ofRequisition = codeFinding('requisitionCode', requisitionCode, place, existing);
  const ofTubes = tubes.map((tube) => codeFinding('sampleCode', textOf(tube['sampleCode']), place, existing));
  const found = [ofRequisition, ...ofTubes].filter((finding) => finding !== undefined);
  const isOneLabel = tubes.length === 1 && textOf(tubes[0]?.['sampleCode']) === requisitionCode;
  return isOneLabel && found.length === 1 && found[0]?.severity === 'warn' ? [] : found;
}
