import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { openMailServer } from '#server/report/mail/mailServerTesting.ts';
import { openSmsPlatform, type SentForm } from '#server/report/sms/smsPlatformTesting.ts';
import { Api } from './api.ts';
import { recordOf } from './billing.ts';
import { asked } from './askedByForms.ts';
import { readMaster, type Master } from './prepare.ts';
import { password } from './product.ts';
import { auditedTubes, crewAt, type AuditedTube } from './reportDay.ts';

const report = 'accession-lims-report-web';
const base = 'accession-lims-base';
type Row = Readonly<Record<string, any>>;
/** All samples of the ward have its telephone. */
export const wardPhone = '19900009999';
/** The product of each template the house ships, and the results that are not negative. */
const products = {
  bio: { commodity: 'BIO07', className: '血清', prefix: 'BIO' },
  nipt: {
    commodity: 'NIPT01',
    className: 'EDTA全血',
    prefix: 'NIP',
    form: 'nipt',
    isDouble: true,
    values: asked.nipt,
    results: [{ values: { T21: '8.4' } }],
  },
  tngs: {
    commodity: 'TNGS01',
    className: '痰',
    prefix: 'TNG',
    form: 'CCID',
    more: { arrivalTemperature: 4, telephone: wardPhone },
    values: asked.infection,
    results: [
      {
        values: { 'RSP-MP': '检出' },
        findings: [{ name: '肺炎支原体', findingClass: 'bacterium', reads: 1200, confidence: 'high', isReported: 1 }],
      },
    ],
  },
  deaf: { commodity: 'DEAF20', className: 'EDTA全血', prefix: 'DEA', form: 'deaf', isDouble: true, values: asked.deaf },
  wes: {
    commodity: 'WES01',
    className: 'EDTA全血',
    prefix: 'WES',
    form: 'monogenic',
    isDouble: true,
    values: asked.monogenic,
    results: [{ values: { 'WES-SNV': 'P' }, findings: [{ name: 'PAH c.728G>A 杂合', findingClass: 'P', isReported: 1 }] }],
  },
} as const;
export type Product = keyof typeof products;

/** A house with a mailbox, a platform of text messages and receivers, and `perProduct` samples of each of five products as the second audit left them. */
export async function openReportHouse(address: string, perProduct: number) {
  const { admin, ...crew } = await crewAt(address);
  const master = await readMaster(admin);

  const mails = openMailServer(() => undefined);
  const smtpPort = await new Promise<number>((resolve) => {
    const server = mails.smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  /** By telephone: what the platform says to its messages, the last word for all that follow. */
  const saying = new Map<string, (number | 'nothing')[]>();
  const platform = await openSmsPlatform(({ telephone = '' }: SentForm) => {
    const words = saying.get(telephone) ?? [];
    return (words.length > 1 ? words.shift() : words[0]) ?? 200;
  });

  const setParam = async (paramKey: string, paramValue: string): Promise<void> => {
    const { id, paramName } = await recordOf(admin, 'blade-system/param/list', { paramKey });
    await admin.post('blade-system/param/submit', { id, paramName, paramKey, paramValue });
  };
  await setParam('report.publicAddress', 'https://report.lab.example');
  await setParam('sms.hours', '00:00-24:00');
  const mailbox = { email: 'report@lab.example', deptName: '报告组', smtpHost: '127.0.0.1', smtpPort, mailSecurity: 3, sendRange: 2 };
  await admin.post(`${base}/emailManage/save`, { ...mailbox, laboratoryId: master.laboratoryId });
  const { smsPlatformId } = await recordOf(admin, `${base}/baseSmsPlatform/list`, {});
  const account = await admin.get<Row>(`${base}/baseSmsPlatform/detail`, { smsPlatformId });
  await admin.post(`${base}/baseSmsPlatform/submit`, { ...account, url: platform.url, signature: '沪江检验所', receiptKey: 'receipt-key' });
  const { smsConfigId } = await recordOf(admin, `${base}/smsConfig/page`, { smsConfigCode: 'D1' });
  const rule = await admin.get<Row>(`${base}/smsConfig/detail`, { smsConfigId });
  await admin.post(`${base}/smsConfig/saveOrUpdate`, { ...rule, smsContent: '{姓名}您好, 您在{送检单位}送检的{产品}报告已出具: {链接}' });

  await strategies(admin, master);
  const receiver = { sendSampleClientId: master.clientId, laboratoryId: master.laboratoryId, channel: 2 };
  const tngs = master.commodities.get('TNGS01')?.id;
  await admin.post(`${report}/report-receiver/save`, {
    ...receiver,
    receiverName: '呼吸科',
    email: 'ward@client.example',
    password: receiverPassword,
    commodityIds: [tngs],
  });
  const { id: roleId } = (await admin.get<Row[]>('blade-system/role/list', { roleAlias: 'report' }))[0] ?? {};
  const [{ id: deptId } = { id: '' }] = await admin.get<Row[]>('blade-system/dept/list');
  const reporter = { account: 'report1', password, name: '周报', realName: '周报', tenantId: '000000', roleId, deptId };
  await admin.post('blade-system/user/submit', reporter);

  const tubes = {} as Record<Product, AuditedTube[]>;
  for (const [name, product] of Object.entries(products))
    tubes[name as Product] = await auditedTubes(crew, master, { ...product, count: perProduct });
  const close = async (): Promise<void> => {
    platform.server.close();
    await new Promise<void>((resolve) => mails.smtp.close(() => resolve()));
  };
  return { admin, crew, master, mails, platform, saying, setParam, tubes, close };
}
export type ReportHouse = Awaited<ReturnType<typeof openReportHouse>>;
/** What the ward opens its attachments by. */
export const receiverPassword = 'ward-secret-7';

/**
 * All reports are made when a person asks. Most are told by message and link a minute after their issue; those of the respiratory ward are mailed as
 * encrypted files at once; those of exomes are held for an hour.
 */
async function strategies(admin: Api, master: Master): Promise<void> {
  const { strategyId } = await recordOf(admin, `${report}/report-strategy/page`, { strategyCode: 'S01' });
  const usual = await admin.get<Row>(`${report}/report-strategy/detail`, { strategyId });
  const plain = { ...usual, autoGenerate: 0, holdMinutes: 1, channels: [1, 2, 4, 5], mailMode: 1, linkDays: 30, paperCopies: 1 };
  await admin.post(`${report}/report-strategy/save`, plain);
  const others = [
    ['PG04', { strategyCode: 'S02', strategyName: '加密邮件', holdMinutes: 0, channels: [2], mailMode: 2, paperCopies: 0 }],
    ['PG05', { strategyCode: 'S03', strategyName: '一小时可撤', holdMinutes: 60, channels: [1], paperCopies: 0 }],
  ] as const;
  const groups = await admin.get<Row[]>(`${base}/panel-group/list`);
  for (const [code, change] of others) {
    const { id: _id, strategyId: _own, version: _version, ...rest } = plain as Row;
    await admin.post(`${report}/report-strategy/save`, { ...rest, ...change });
    const made = await recordOf(admin, `${report}/report-strategy/page`, { strategyCode: change.strategyCode });
    const panelGroupId = groups.find(({ panelGroupCode }) => panelGroupCode === code)?.['panelGroupId'];
    const config = await recordOf(admin, `${report}/report-config/default-page`, { laboratoryId: master.laboratoryId, panelGroupIds: panelGroupId });
    const answers = await admin.post<{ code: string | null }[]>(`${report}/report-config/batch-update`, {
      configIds: [config['configId']],
      strategyId: made['strategyId'],
    });
    if (answers.some(({ code: refusal }) => refusal)) throw new Error(`the strategy of ${code}: ${JSON.stringify(answers)}`);
  }
}

/** Makes and issues all reports of a house, each opened before. */
export async function issueAll({ crew: { audit2 }, master: { clientId: sendSampleClientId } }: Pick<ReportHouse, 'crew' | 'master'>): Promise<void> {
  const inState = async (state: number): Promise<readonly Row[]> =>
    (await audit2.get<{ records: Row[] }>(`${report}/report-audit/page`, { state, sendSampleClientId, size: 100 })).records;
  const reportIds = (await inState(1)).map(({ reportId }) => reportId as string);
  const { batchId } = await audit2.post<{ batchId: string }>(`${report}/report-audit/generate`, { reportIds });
  const doneOf = async (): Promise<unknown> => (await audit2.get<Row>(`${report}/report-audit/get-generate-result`, { batchId }))['state'];
  await expect.poll(doneOf, { timeout: 200_000, intervals: [500] }).toBe(2);
  for (const { versionId, pdfSha256 } of await inState(3)) {
    await audit2.file(`${report}/report-audit/file`, { versionId });
    const answers = await audit2.post<Row[]>(`${report}/report-audit/audit`, { versions: [{ versionId, pdfSha256 }] });
    expect(answers.map(({ code, text }) => [code, text ?? null])).toEqual([[null, null]]);
  }
}
