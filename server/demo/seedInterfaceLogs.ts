import { sql } from 'drizzle-orm';
import { toMs } from '#domain/kernel/dates.ts';
import { interfaceOperation, interfaceType, partnerOperation } from '#domain/op/opInterface.ts';
import { openInterface, type OpenInterface } from '#server/op/interfaces/openInterface.ts';
import { writeLog, type LoggedCall } from '#server/op/logs/writeLog.ts';
import type { Tx } from '#server/storage/tx.ts';
import { familyNames, givenNames } from './invented.ts';

const hourMs = 3_600_000;
const named = (n: number): string => `${familyNames[(n * 7) % familyNames.length]}${givenNames[(n * 11) % givenNames.length]}`;
/** An invented mobile number, so that its mask can be seen. */
const phone = (n: number): string => `139${String(10_000_000 + ((n * 7_654_321) % 89_999_999)).padStart(8, '0')}`;
type Told = Pick<LoggedCall, 'operation' | 'allCodes' | 'isGood' | 'exceptionContent' | 'statusCode' | 'refusedCount' | 'payload'> & {
  readonly rowCount: number;
};

/** What a partner sent and was answered: most of it was taken, some rows were not, now and then the whole call. */
function incoming(n: number): Told {
  if (n % 13 === 5) return refusedWhole(401, 'P07 签名验证失败');
  if (n % 13 === 11) return refusedWhole(429, 'P10 调用过于频繁');
  const rows = Array.from({ length: 1 + (n % 3) }, (_none, at) => {
    const number = n * 3 + at;
    const isWrong = n % 5 === 2 && at === 0;
    return {
      said: {
        ...(isWrong && n % 2 === 0 ? {} : { barcode: `ZJG${String(810_000 + number)}` }),
        name: named(number),
        phone: phone(number),
        sex: isWrong && n % 2 === 1 ? 'X' : number % 2 === 0 ? 'F' : 'M',
        sampleTime: '202601020830',
      },
      code: isWrong ? (n % 2 === 0 ? 'P01' : 'P03') : null,
    };
  });
  const refused = rows.filter(({ code }) => code !== null);
  const word = refused[0]?.code === 'P01' ? '缺少参数 barcode' : '字典无此键值 X';
  return {
    operation: partnerOperation.requisitionPush,
    rowCount: rows.length,
    refusedCount: refused.length,
    isGood: refused.length === 0,
    exceptionContent: refused[0] ? `${refused[0].code} × ${refused.length}; ${word}` : null,
    statusCode: 200,
    allCodes: rows.flatMap(({ said }) => said.barcode ?? []),
    payload: {
      enter: JSON.stringify({ rows: rows.map(({ said }) => said) }),
      result: JSON.stringify({
        rows: rows.map(({ said, code }, index) => ({
          index,
          key: said.barcode ?? null,
          outcome: code === null ? 'applied' : 'refused',
          code,
          msg: code === null ? null : word,
        })),
      }),
      patientKeys: new Set(['name']),
    },
  };
}
/** Of who did not prove who they are, or ask too often, nothing is kept but that they called. */
const refusedWhole = (statusCode: number, exceptionContent: string): Told => ({
  operation: partnerOperation.requisitionPush,
  rowCount: 0,
  refusedCount: 0,
  isGood: false,
  exceptionContent,
  statusCode,
  allCodes: [],
  payload: null,
});

/** What a third party was told: now and then it is not there, or says no. */
function outgoing(n: number): Told {
  const isLate = n % 9 === 4;
  const isDown = n % 9 === 7;
  const isNo = n % 11 === 6;
  const barCode = `ZJG${String(810_000 + n * 3)}`;
  return {
    operation: interfaceOperation.resultPush,
    rowCount: 1,
    refusedCount: isLate || isDown || isNo ? 1 : 0,
    isGood: !isLate && !isDown && !isNo,
    exceptionContent: isLate ? '15 秒内没有应答' : isDown ? 'HTTP 503' : isNo ? '条码不存在' : null,
    statusCode: isLate ? null : isDown ? 503 : 200,
    allCodes: [barCode],
    payload: {
      enter: JSON.stringify({
        barCode,
        personName: named(n * 3),
        idCard: `3205821990${String(1_010_000 + n * 137).slice(1)}0${n % 10}X`,
        result: n % 4 === 0 ? '阳性' : '阴性',
      }),
      result: isLate ? '' : isDown ? 'Service Unavailable' : JSON.stringify(isNo ? { code: 4001, msg: '条码不存在' } : { code: 0, msg: 'ok' }),
      patientKeys: new Set(['personName']),
    },
  };
}

/** Calls of ten days with invented partners, payloads sealed and masked as all are; awaits the demo's interfaces. `now`: yyyy-MM-dd HH:mm:ss. */
export async function seedInterfaceLogs(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const of = (type: number): Promise<OpenInterface | undefined> => openInterface(tx, sql`i.tenant_id = ${tenantId} and i.interface_type = ${type}`);
  for (const [whose, told, count] of [
    [await of(interfaceType.lims), incoming, 48],
    [await of(interfaceType.third), outgoing, 30],
  ] as const) {
    if (!whose) throw new Error('no interface to log');
    for (let n = count; n > 0; n--) {
      const call = told(n);
      await writeLog(
        tx,
        {
          ...call,
          of: whose,
          ip: told === incoming ? '203.0.113.7' : null,
          codes: { thirdBarCode: call.allCodes[0] ?? null },
          apiUrl: told === incoming ? `/partner/${whose.interfaceEncoding}/${call.operation}` : whose.apiUrl,
          milliseconds: call.statusCode === null ? 15_000 : 40 + ((n * 97) % 400),
          callKey: `demo-${whose.interfaceType}-${n}`,
          replayOf: null,
        },
        toMs(now) - n * 5 * hourMs,
      );
    }
  }
}
