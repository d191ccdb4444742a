import { eq } from 'drizzle-orm';
import type { Resource } from '#domain/kernel/resource.ts';
import { dict, dictBiz, rootDictKey } from '#domain/system/dict.ts';
import { insertRows, type InsertedBy } from '#server/storage/insertRows.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { tableOf } from '#server/storage/tables.ts';

type Shipped = readonly (readonly [code: string, name: string, entries: readonly (readonly [dictKey: string, dictValue: string])[]])[];

const numbered = (...values: readonly string[]): (readonly [string, string])[] => values.map((value, index) => [String(index + 1), value]);

/** Dictionaries the programme knows (docs/wire.md#system-resources). */
const systemDicts: Shipped = [
  ['sex', '性别', numbered('男', '女', '未知')],
  ['yes_no', '是否', numbered('否', '是')],
  ['org_category', '机构类型', numbered('公司', '部门', '小组')],
  ['post_category', '岗位类型', numbered('高层', '中层', '基层', '其他')],
  ['menu_category', '菜单类型', numbered('菜单', '按钮')],
  ['button_func', '按钮功能', numbered('工具栏', '操作栏', '工具操作栏')],
  ['notice', '通知类型', numbered('发布通知', '批转通知', '转发通知', '指示通知', '任免通知', '事务通知')],
  ['flow', '流程分类', [['1', '请假流程']]],
  [
    'region',
    '行政区划',
    [
      ['0', '国家'],
      ['1', '省份/直辖市'],
      ['2', '地市'],
      ['3', '区县'],
      ['4', '乡镇'],
      ['5', '村委'],
    ],
  ],
  ['data_scope_type', '数据权限类型', numbered('全部可见', '本人可见', '所在部门可见', '所在部门及下级可见', '自定义')],
  ['api_scope_type', '接口权限类型', numbered('系统接口', '业务接口')],
];

/** Dictionaries of the business that calls name (docs/contract.md#system-calls); their entries are the laboratory's own. */
const businessDicts: Shipped = [
  ['business_region', '业务区域', numbered('华东', '华南', '华北', '华中', '西南', '西北', '东北')],
  [
    'result_file_read_state',
    '结果文件读取状态',
    [
      ['0', '未读取'],
      ['1', '读取中'],
      ['2', '已读取'],
    ],
  ],
  [
    'result_file_read_result',
    '结果文件读取结果',
    [
      ['0', '失败'],
      ['1', '成功'],
    ],
  ],
  [
    'result_file_import_state',
    '结果文件导入状态',
    [
      ['0', '未导入'],
      ['1', '导入中'],
      ['2', '已导入'],
    ],
  ],
  [
    'result_file_import_result',
    '结果文件导入结果',
    [
      ['0', '失败'],
      ['1', '成功'],
    ],
  ],
];

/** Puts the shipped dictionaries in place; one that is there, or was removed, stays as its people left it. */
export async function seedDicts(tx: Tx, by: InsertedBy): Promise<void> {
  await seed(tx, dict, systemDicts, by);
  await seed(tx, dictBiz, businessDicts, by);
}

async function seed(tx: Tx, resource: Resource, shipped: Shipped, by: InsertedBy): Promise<void> {
  const table = tableOf(resource) as unknown as ReturnType<typeof tableOf<typeof dict>>;
  const rows = await tx.selectDistinct({ code: table.code }).from(table).where(eq(table.tenantId, by.tenantId));
  const known = new Set(rows.map(({ code }) => String(code)));
  const missing = shipped.filter(([code]) => !known.has(code));
  const made = missing.flatMap(([code, name, entries], place) => {
    const root = {
      id: newId(),
      code,
      dictKey: rootDictKey,
      dictValue: name,
      parentId: null as string | null,
      sort: known.size + place + 1,
      isSealed: 0,
    };
    return [
      root,
      ...entries.map(([dictKey, dictValue], index) => ({ id: newId(), code, dictKey, dictValue, parentId: root.id, sort: index + 1, isSealed: 0 })),
    ];
  });
  await insertRows(tx, resource, made, by);
}
