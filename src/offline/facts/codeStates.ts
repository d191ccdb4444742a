import { codePatternOf, type CodePattern } from '#domain/code/codeMatch.ts';
import { codeStateOf, type OwnedSegment } from '#domain/code/codeOwner.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import type { Existing, Values } from '#domain/sample/rules/entryForm.ts';
import { keptMaster, type MasterRecord } from '../masterData.ts';

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? normalCode(value) : '');

const segmentOf = (row: MasterRecord): OwnedSegment => ({
  codeType: Number(row['codeType']),
  sendSampleClientId: idOf(row['sendSampleClientId']),
  laboratoryId: idOf(row['laboratoryId']),
  isDisable: Number(row['isDisable'] ?? 0),
  prefix: textOf(row['prefix']),
  digits: Number(row['digits']),
  first: Number(row['firstNumber']),
  last: Number(row['lastNumber']),
});

/** The enabled code styles, from the desk's own copy. */
export const codeStyles = async (): Promise<readonly CodePattern[]> =>
  (await keptMaster('codeStyle')).filter((row) => Number(row['isDisable'] ?? 0) === 0).map(codePatternOf);

/** Facts for R-07 from the desk's own copy: whose segments the codes lie in. What was voided or given to whom, the server knows. */
export async function codeStates(
  values: Values,
  tubes: readonly { readonly sampleCode?: unknown }[],
): Promise<Pick<Existing, 'requisitionState' | 'tubeStates' | 'codeStyles'>> {
  const sendSampleClientId = idOf(values['sendSampleClientId']);
  if (sendSampleClientId === null) return { codeStyles: await codeStyles() };
  const segments = (await keptMaster('numberSegment')).map(segmentOf);
  const whose = { sendSampleClientId, laboratoryId: idOf(values['contractLaboratoryId']) };
  const codes = tubes.map((tube) => textOf(tube.sampleCode)).filter((code) => code !== '');
  return {
    codeStyles: await codeStyles(),
    requisitionState: codeStateOf({ ...whose, code: textOf(values['requisitionCode']), codeType: codeType.requisition }, segments),
    tubeStates: Object.fromEntries(codes.map((code) => [code, codeStateOf({ ...whose, code, codeType: codeType.sample }, segments)])),
  };
}
