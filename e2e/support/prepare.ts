import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';
import { password } from './product.ts';

export interface Master {
  readonly laboratoryId: string;
  readonly clientId: string;
  readonly clientName: string;
  /** By commodityCode. */
  readonly commodities: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** By className. */
  readonly classes: ReadonlyMap<string, string>;
}

/** The demo's master data, by the codes a person knows. */
export async function readMaster(api: Api): Promise<Master> {
  const [laboratories, clients, commodities, classes] = await Promise.all([
    api.get<Record<string, string>[]>('accession-lims-base/laboratory/list'),
    api.get<{ records: Record<string, string>[] }>('accession-lims-base/send-sample-client/page', { clientCode: 'C0001' }),
    api.get<Record<string, string>[]>('accession-lims-base/commodity/list-all'),
    api.get<Record<string, string>[]>('accession-lims-base/sample-class/list'),
  ]);
  const client = clients.records[0];
  const laboratory = laboratories.find((row) => row['laboratoryCode'] === 'SH01');
  if (!client || !laboratory) throw new Error('the demo data lacks SH01 or C0001');
  return {
    laboratoryId: String(laboratory['laboratoryId']),
    clientId: String(client['clientId']),
    clientName: String(client['clientName']),
    commodities: new Map(
      commodities.map((row) => [String(row['commodityCode']), { id: String(row['commodityId']), name: String(row['commodityName']) }]),
    ),
    classes: new Map(classes.map((row) => [String(row['className']), String(row['classId'])])),
  };
}

const surnames = '赵钱孙李周吴郑王冯陈';
/** An invented name, different for each number. */
export const inventedName = (index: number): string =>
  `${surnames[index % 10]}${'一二三四五六七八九十'[Math.floor(index / 10) % 10]}${'甲乙丙丁戊己庚辛壬癸'[Math.floor(index / 100) % 10]}`;

export function samplingTime(): string {
  return new Date(Date.now() - 20 * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Payload of a reception act. */
export function summaryPayload(master: Master, commodityCode: string, className: string, prefix: string, index: number) {
  const number = String(index).padStart(6, '0');
  // Another prefix is another person: the same one twice within a month asks for an answer.
  const person = index + [...prefix].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900, 0);
  return {
    requisitionCode: `${prefix}R${number}`,
    contractLaboratoryId: master.laboratoryId,
    sendSampleClientId: master.clientId,
    commodityIds: [master.commodities.get(commodityCode)?.id],
    personName: inventedName(person),
    sex: 2,
    age: 30,
    ageUnit: 1,
    telephone: `1990000${String(person % 10_000).padStart(4, '0')}`,
    samplingTime: samplingTime(),
    tubes: [
      {
        sampleCode: `${prefix}S${number}`,
        testTubeNumber: `${prefix}T${number}`,
        sampleClassId: master.classes.get(className),
        sampleQuantity: 1,
        sampleCondition: [1],
      },
    ],
    reasons: {},
  };
}

/** The generic detail pass that equals what reception typed. */
export function genericPass(summary: ReturnType<typeof summaryPayload>, pass: 1 | 2) {
  return {
    requisitionCode: summary.requisitionCode,
    pass,
    form: 'nomal',
    unclear: [],
    reasons: {},
    values: {
      sendSampleClientId: summary.sendSampleClientId,
      commodityIds: summary.commodityIds,
      personName: summary.personName,
      sex: summary.sex,
      age: summary.age,
      ageUnit: summary.ageUnit,
      telephone: summary.telephone,
      samplingTime: summary.samplingTime,
      testTubeNumber: summary.tubes[0]?.testTubeNumber,
    },
  };
}

/** Requisitions of the blood count, received and entered (103), one tube each. */
export async function enterTubes(reception: Api, entry: Api, master: Master, prefix: string, count: number): Promise<string[]> {
  const codes: string[] = [];
  for (let index = 1; index <= count; index++) {
    const summary = summaryPayload(master, 'CBC01', 'EDTA全血', prefix, index);
    await reception.post('accession-lims-sample/enter-info/enter-summary', summary);
    await entry.post('accession-lims-sample/enter-info/enter-detail', genericPass(summary, 1));
    codes.push(summary.tubes[0]?.sampleCode ?? '');
  }
  return codes;
}

/** Hands tubes over to the lab, signed by `lab`. */
export async function handOver(from: Api, signer: Api, commodityId: string, sampleCodes: readonly string[]): Promise<string> {
  const handoverKey = randomUUID();
  await from.post('accession-lims-sample/sample-handover/save', { handoverKey, commodityId, sampleCodes });
  await from.post('accession-lims-sample/sample-handover/sign', {
    handoverKey,
    signAccount: signer.account,
    signPassword: signer.sealForHandover(password, handoverKey),
  });
  return handoverKey;
}

/** How many receipts the lab's records hold, of any day: a test that runs over midnight counts the same. */
export async function labReceipts(admin: Api): Promise<number> {
  const { totals } = await admin.get<{ totals: { receiveCount: number } }>('accession-lims-lab/lab-task/receiveStatistics', {
    actTimeBegin: '2000-01-01',
  });
  return totals.receiveCount;
}
