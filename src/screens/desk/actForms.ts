import { code, longText, ref, type Fields } from '#domain/kernel/fields.ts';
import { abnormalSubmit } from '#domain/sample/abnormal/abnormalActs.ts';
import { amendItems } from '#domain/sample/amendItems.ts';
import { codesIn } from '#domain/sample/codeText.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import { rejectAdd } from '#domain/sample/reject/rejectAdd.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { rejectFields } from '#domain/sample/rejectFields.ts';

type Payload = Readonly<Record<string, unknown>>;

const sampleCode = code('样本条码', 'Sample code', { required: true, max: 32 });
const sampleCodes = longText('样本条码', 'Sample codes', {
  max: 33_000,
  help: ['每行一个,删去不能办理的样本', 'One a line; take out what cannot be done'],
});

/** What a person may correct of an act that has no screen to be opened again on, by the act. */
const forms: Readonly<Record<string, Fields>> = {
  [saveHandover.name]: {
    commodityId: ref('产品', 'Commodity', 'commodity', { required: true }),
    sampleCodes: { ...sampleCodes, required: true },
  },
  [rejectSummary.name]: rejectFields,
  [rejectAdd.name]: { sampleCode, ...rejectAdd.asks },
  [amendItems.name]: { requisitionCode: rejectFields.requisitionCode, ...amendItems.asks },
  [abnormalSubmit.name]: { ...abnormalSubmit.asks, sampleCodes },
};

/** The fields by which an act is mended where it stands; undefined where it has none. */
export const actForm = (type: string): Fields | undefined => forms[type];

/** What an act says, as its form shows it. */
export const formOfAct = (payload: Payload): Payload =>
  Array.isArray(payload['sampleCodes']) ? { ...payload, sampleCodes: payload['sampleCodes'].join('\n') } : payload;

/** The act with what was corrected; what the form does not show stays as it was. */
export const mendedAct = (payload: Payload, values: Payload): Payload => ({
  ...payload,
  ...values,
  ...('sampleCodes' in values ? { sampleCodes: codesIn(String(values['sampleCodes'] ?? '')) } : {}),
});
