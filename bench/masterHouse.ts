import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryForm } from '#domain/base/entryForm.ts';
import { executeType } from '#domain/base/executeType.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { resourceByName } from '#domain/resources.ts';
import { openDatabase } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { startProduct } from '../e2e/support/product.ts';
import type { Setting } from './setting.ts';

export const wanted = { sendSampleClient: 100_000, commodity: 20_000 } as const;

const syllables = [...'江海云山河川安宁长春南北东西新平青阳泰和永兴金石白水大同丰城'];
const houses = ['人民医院', '妇幼保健院', '中医院', '第一医院', '中心医院', '社区卫生服务中心', '体检中心', '儿童医院'];
const tests = ['无创产前检测', '新生儿筛查', '耳聋基因检测', '血常规', '遗传代谢病筛查', '肿瘤标志物', '甲状腺功能'];

/** A name nobody else has: three places and a kind, told apart by a number. */
function placeOf(index: number): string {
  const at = (turn: number): string => syllables[Math.floor(index / syllables.length ** turn) % syllables.length] ?? '';
  return `${at(0)}${at(1)}${at(2)}`;
}

/** A data folder of the product with very many sending clients and commodities besides the demo's. The caller removes it. */
export async function manyMasterRows(say: Setting['say']): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-many-'));
  // The first start migrates and seeds.
  await (await startProduct({ dataDir })).stop();
  const database = await openDatabase({ dataDir, databaseUrl: undefined, queryTimeoutMs: 600_000 });
  try {
    const { rows } = await database.pool.query<{ kind: string; id: string }>(
      `select 'laboratory' as kind, id::text as id from laboratory union all select 'class', id::text from sample_class`,
    );
    const ids = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    const [laboratories, classes] = [ids('laboratory'), ids('class')];
    const made: Readonly<Record<keyof typeof wanted, (index: number) => Record<string, unknown>>> = {
      sendSampleClient: (index) => ({
        id: newId(),
        clientCode: `M${String(index).padStart(6, '0')}`,
        clientName: `${placeOf(index)}${houses[index % houses.length]}${index}`,
        contractLaboratoryId: laboratories[index % laboratories.length],
        managerArea: `${placeOf(index).slice(0, 1)}区`,
        contactPerson: '张三',
        clientTel: '19900000000',
        address: `${placeOf(index)}路${index % 900}号`,
        isCredentialRequired: 0,
        isTelephoneRequired: index % 2,
      }),
      commodity: (index) => ({
        id: newId(),
        commodityCode: `MC${String(index).padStart(5, '0')}`,
        commodityName: `${tests[index % tests.length]}${placeOf(index)}${index}`,
        commodityShortName: tests[index % tests.length],
        erpCode: `E${index}`,
        executeType: executeType.self,
        entryForm: entryForm.generic,
        isDoubleEntry: 0,
        isColdChain: 0,
        minVolume: 1,
        holdingHours: 168,
        sampleClassIds: [classes[index % classes.length]],
        panelIds: [],
      }),
    };
    for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) {
      say(`${wanted[name].toLocaleString('en-US')} rows of ${name}`);
      const block = 5_000;
      for (let from = 0; from < wanted[name]; from += block) {
        const given = Array.from({ length: Math.min(block, wanted[name] - from) }, (_row, index) => made[name](from + index));
        await database.transaction((tx) =>
          insertRows(tx, resourceByName(name), given, { tenantId: '000000', userId: '0', now: formatDateTime(Date.now()) }),
        );
      }
    }
    await database.vacuum();
  } finally {
    await database.close();
  }
  return dataDir;
}
