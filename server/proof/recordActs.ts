import { createECDH, createHash, randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandByName } from '#domain/commands.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { carrierOwn, monogenicOwn } from '#domain/sample/rules/entryExamples.ts';
import { discardCommandName, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { newPageSeal, newSigner, sealAndSign } from '#server/kernel/desk/sealedTesting.ts';
import { recordedDir, type Recording } from './recording.ts';
import { nowIso } from '#server/storage/clock.ts';

/*
 * npx tsx server/proof/recordActs.ts 0.2.0: records what a desk of this version writes, once, before it is released. Whoever raises the
 * version of a command changes the payloads below first and records them under the new release; the old files stay as they are.
 */
const release = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(release)) throw new Error('which release? e.g. 0.2.0');
const mark = release.replaceAll('.', '');
const requisitionCode = `RECR${mark}`;
const sampleCode = `RECS${mark}`;
const handoverKey = randomUUID();
const person = { personName: '录甲乙', sex: 2, age: 31, ageUnit: 1, birthDate: '1995-03-07', telephone: `1990001${mark.padStart(4, '0')}` };
const place = { sendSampleClientId: '{{client:C0001}}', commodityIds: ['{{commodity:CBC01}}'], samplingTime: '{{hoursAgo:20}}' };

interface Wanted {
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly lanes: readonly string[];
  readonly expected: Recording['acts'][number]['expected'];
}
const applied = { status: 'applied' } as const;

/** One of each kind a desk may write without network, in an order in which they can be done. */
const open: readonly Wanted[] = [
  {
    type: 'summary.enter',
    payload: {
      requisitionCode,
      contractLaboratoryId: '{{laboratory:SH01}}',
      ...place,
      ...person,
      tubes: [
        {
          sampleCode,
          testTubeNumber: `RECT${mark}`,
          sampleClassId: '{{sampleClass:EDTA全血}}',
          sampleQuantity: 1,
          sampleVolume: 5,
          sampleCondition: [1],
        },
      ],
      reasons: {},
    },
    lanes: [`req:${requisitionCode}`, `tube:${sampleCode}`],
    expected: applied,
  },
  {
    type: 'summary.amendItems',
    payload: { requisitionCode, commodityIds: ['{{commodity:CBC01}}', '{{commodity:BIO07}}'], reason: '加项' },
    lanes: [`req:${requisitionCode}`],
    expected: applied,
  },
  {
    type: 'summary.amendItems',
    payload: { requisitionCode, commodityIds: ['{{commodity:CBC01}}'], reason: '退项' },
    lanes: [`req:${requisitionCode}`],
    expected: applied,
  },
  {
    type: 'detail.enter',
    payload: {
      requisitionCode,
      pass: 1,
      form: 'nomal',
      unclear: [],
      reasons: {},
      values: { ...place, ...person, testTubeNumber: `RECT${mark}` },
      startedAt: '{{hoursAgo:1}}',
      seconds: 40,
    },
    lanes: [`req:${requisitionCode}`],
    expected: applied,
  },
  {
    type: 'handover.save',
    payload: { handoverKey, commodityId: '{{commodity:CBC01}}', sampleCodes: [sampleCode] },
    lanes: [`handover:${handoverKey}`],
    expected: applied,
  },
  {
    type: 'handover.sign',
    payload: { handoverKey, signAccount: 'lab', signPassword: `{{signature:${handoverKey}}}` },
    lanes: [`handover:${handoverKey}`],
    expected: applied,
  },
  { type: 'labTask.receive', payload: { code: sampleCode, inputMode: 'scan' }, lanes: [`tube:${sampleCode}`], expected: applied },
  {
    type: 'abnormal.submit',
    payload: { caseCode: 'REJ02', stage: 1, severity: 2, content: '标签不符', sampleCodes: [sampleCode] },
    lanes: [`tube:${sampleCode}`],
    expected: applied,
  },
  {
    type: 'reject.add',
    payload: { sampleCode, rejectCode: 'REJ05', measure: 2, reason: '空管' },
    lanes: [`tube:${sampleCode}`],
    expected: applied,
  },
  // No partner's list is here.
  ...(
    [
      ['partner.receive', { partner: 'zhangzhou' }],
      ['partner.receiveDeafness', {}],
      ['partner.receiveShangning', {}],
    ] as const
  ).map(([type, more], index) => ({
    type,
    payload: {
      ...more,
      thirdpartyBarCode: `RECP${index}${mark}`,
      barCode: `RECQ${index}${mark}`,
      tube: { sampleClassId: '{{sampleClass:EDTA全血}}', sampleQuantity: 1, sampleCondition: [1] },
    },
    lanes: [`partner:RECP${index}${mark}`, `req:RECQ${index}${mark}`, `tube:RECQ${index}${mark}`],
    expected: { status: 'refused', code: 'partner.notListed' } as const,
  })),
  // What it names, an earlier reception, is of no installation but its own.
  {
    type: 'summary.cancel',
    payload: { requisitionCode, requisitionId: '9007199254740993', sampleCodes: [sampleCode], reason: '扫错申请单' },
    lanes: [`req:${requisitionCode}`, `tube:${sampleCode}`],
    expected: { status: 'refused', code: 'command.notFound' },
  },
  // Their picture and their block are not here: that they are understood so far is what is asked.
  {
    type: 'requisitionImage.upload',
    payload: { imageKey: randomUUID(), requisitionCode, pageNo: 1, imageKind: 1, sha256: 'ab'.repeat(32), size: 1000, mime: 'image/jpeg' },
    lanes: [],
    expected: { status: 'refused', code: 'image.notArrived' },
  },
  {
    type: 'numberBlock.use',
    payload: { blockId: '9007199254740993', action: 'print', codes: [`REC${mark}`] },
    lanes: ['block:9007199254740993'],
    expected: { status: 'refused', code: 'numberBlock.unknown' },
  },
  ...withRows('CCID', 'MNGS01', {
    department: '呼吸科',
    doctorName: '林医生',
    clinicalDiagnosis: '肺部感染',
    sampleVolume: 5,
    pathogenPanel: 4,
    transportCondition: 2,
    patientSource: 1,
    symptoms: [1, 2],
    immuneStatus: 1,
    suspectedBsl3: 0,
    priorPathogenTests: [{ method: 1, specimen: '痰', result: 2, organism: '肺炎克雷伯菌' }],
    antiInfectives: [{ drug: '美罗培南', effect: 2 }, { drug: '万古霉素' }],
  }),
  ...withRows('monogenic', 'WES01', {
    ...monogenicOwn,
    doctorName: '林医生',
    familyMembers: [
      { name: '录父', familyRelation: 2, sex: 1, affectedStatus: 2 },
      { name: '录母', familyRelation: 3, sex: 2, affectedStatus: 3, phenotype: '听力下降' },
    ],
    hpoTerms: [{ code: 'HP:0001263', name: '全面发育迟缓', isExcluded: 0 }],
    priorGeneticTests: [{ method: 0 }],
  }),
  ...withRows('monogenicCarrier', 'CAR09', {
    ...carrierOwn,
    doctorName: '林医生',
    priorCarrierResults: [{ gene: 'SMN1', person: 1, result: 2 }],
  }),
  ...withoutIds('OPEN'),
];

/** A requisition and its first pass by a form with rows in it. */
function withRows(form: 'CCID' | 'monogenic' | 'monogenicCarrier', commodity: string, own: Readonly<Record<string, unknown>>): readonly Wanted[] {
  const code = `REC${form.toUpperCase()}${mark}`;
  const [personName, prefix] = { CCID: ['录感染', '1990002'], monogenic: ['录家系', '1990003'], monogenicCarrier: ['录携带', '1990004'] }[form];
  const testTubeNumber = `${code}T`;
  const whose = {
    ...place,
    ...person,
    commodityIds: [`{{commodity:${commodity}}}`],
    personName,
    telephone: `${prefix}${mark.padStart(4, '0')}`,
  };
  const tube = { sampleCode: `${code}S`, testTubeNumber, sampleClassId: '{{sampleClass:EDTA全血}}', sampleQuantity: 1, sampleVolume: 5 };
  const enter = { requisitionCode: code, contractLaboratoryId: '{{laboratory:SH01}}', ...whose, arrivalTemperature: 4, tubes: [tube], reasons: {} };
  const values = { ...whose, testTubeNumber, ...own };
  return [
    { type: 'summary.enter', payload: enter, lanes: [`req:${code}`, `tube:${tube.sampleCode}`], expected: applied },
    {
      type: 'detail.enter',
      payload: { requisitionCode: code, pass: 1, form, unclear: [], reasons: {}, values, startedAt: '{{hoursAgo:1}}', seconds: 90 },
      lanes: [`req:${code}`],
      expected: applied,
    },
  ];
}

/** Acts that name nothing of an installation, so that they can be sealed for all of them. */
function withoutIds(kind: string): readonly Wanted[] {
  const code = `REC${kind}${mark}`;
  const opId = randomUUID();
  return [
    {
      type: 'summary.reject',
      payload: { requisitionCode: `${code}R`, personName: '录丙丁', rejectCode: 'REJ05', rejectReason: '空管', measure: 2 },
      lanes: [`req:${code}R`],
      expected: applied,
    },
    { type: 'labTask.receive', payload: { code, inputMode: 'scan' }, lanes: [`tube:${code}`], expected: applied },
    {
      type: discardCommandName,
      payload: { opId, seq: 3, type: 'labTask.receive', subject: code, reason: '重复录入' },
      lanes: [`discard:${opId}`],
      expected: applied,
    },
  ];
}

function written(wanted: readonly Wanted[], authorId: string): { readonly op: SentOperation; readonly expected: Wanted['expected'] }[] {
  return wanted.map(({ type, payload, lanes, expected }, index) => {
    const command = commandByName(type);
    if (!command) throw new Error(`no command ${type}`);
    const op: SentOperation = {
      opId: randomUUID(),
      seq: index + 1,
      authorId,
      type,
      typeVersion: command.version,
      payload,
      payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
      lanes,
      dependsOn: [],
      occurredAt: nowIso(),
      clockOffsetMs: 0,
      appVersion: release,
    };
    return { op, expected };
  });
}

function keep(name: string, recording: Recording): void {
  const file = join(recordedDir, `${name}.json`);
  if (existsSync(file)) throw new Error(`${file} stands already: what was recorded is never changed`);
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
}

const tubesOf = (acts: readonly Wanted[]): string[] =>
  acts.filter(({ type, payload }) => type === 'labTask.receive' && payload['code'] !== sampleCode).map(({ payload }) => String(payload['code']));

keep(`open-${release}`, { release, deviceId: `recorded-open-${mark}`, tubes: tubesOf(open), acts: written(open, '{{user:admin}}') });

const ecdh = createECDH('prime256v1');
const kid = createHash('sha256').update(ecdh.generateKeys()).digest('base64url').slice(0, 16);
const signer = await newSigner();
const deviceId = `recorded-sealed-${mark}`;
const authorId = `77000000000${mark.padStart(6, '0')}`;
const seal = await newPageSeal({ serverKeyId: kid, serverPublicKey: ecdh.getPublicKey('base64url') });
const sealable = withoutIds('SEALED');
const acts = [];
for (const { op, expected } of written(sealable, authorId))
  acts.push({ op: await sealAndSign({ ...op, tenantId: '000000', deptId: '', roleId: '' }, deviceId, { signer, seal }), expected });
keep(`sealed-${release}`, {
  release,
  deviceId,
  tubes: tubesOf(sealable),
  acts,
  sealed: {
    kid,
    serverKey: { privateKey: ecdh.getPrivateKey('base64'), createdAt: '2020-01-01T00:00:00.000Z' },
    author: { id: authorId, keyId: signer.keyId, publicKey: signer.publicKey },
  },
});
