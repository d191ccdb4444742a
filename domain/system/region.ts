import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** What a region is (docs/wire.md#system-resources, dictionary region). */
export const regionLevel = choices({
  province: [1, '省份/直辖市', 'Province'],
  city: [2, '地市', 'City'],
  district: [3, '区县', 'District'],
  town: [4, '乡镇', 'Town'],
  village: [5, '村委', 'Village'],
});

/** The code above all provinces. */
export const rootRegion = '00';
/** So many regions are found by a name or a code at most. */
export const mostFoundRegions = 200;

/** A region of the country, the same for every tenant; kept by the platform (server/system/regionCalls.ts). */
export const region = defineResource({
  name: 'region',
  title: ['行政区划', 'Region'],
  service: 'system',
  path: 'region',
  verbs: { page: ['list', 'page'], detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'code',
  roles: { ops: ['view'] },
  display: { name: 'name', code: 'regionCode' },
  key: ['regionCode'],
  order: 'sort',
  fields: {
    regionCode: code('区划编号', 'Code', { wire: 'code', required: true, search: true, max: 12 }),
    name: text('区划名称', 'Name', { required: true, search: true, max: 50 }),
    parentCode: code('上级编号', 'Above', { max: 12, column: false }),
    level: choice('区划级别', 'Level', regionLevel, { readOnly: true, form: false }),
    sort: integer('区划排序', 'Order', { min: 0, max: 99_999 }),
    remark: longText('区划备注', 'Remark', { column: true }),
  },
});
export const regionScreen = { route: '/system/region', title: ['区划管理', 'Regions'] } as const;
