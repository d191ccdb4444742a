import { code, date, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** A machine that gives results; its number stands in result files. */
export const instrument = defineResource({
  name: 'instrument',
  title: ['仪器', 'Instrument'],
  service: 'base',
  path: 'instrument',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'instrumentId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'instrumentName', code: 'instrumentCode' },
  fields: {
    instrumentCode: code('仪器编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    instrumentName: text('仪器名称', 'Name', { required: true, search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    terraceId: ref('检测平台', 'Platform', 'terrace', { search: true }),
    instrumentModel: text('型号', 'Model', { max: 50 }),
    manufacturer: text('生产厂家', 'Manufacturer'),
    serialNumber: code('出厂编号', 'Serial number', { max: 50 }),
    enableDate: date('启用日期', 'In use since'),
    calibrationDate: date('下次校准日期', 'Next calibration', {
      help: ['到期后仍可用，列表中提示', 'The instrument stays usable after this day; the list says so'],
    }),
    location: text('放置地点', 'Location', { max: 50 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/instrument', title: ['仪器管理', 'Instruments'] }],
  laboratoryField: 'laboratoryId',
});
