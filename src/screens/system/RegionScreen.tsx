import { ref } from '#domain/kernel/fields.ts';
import { mostFoundRegions, region, regionScreen, rootRegion } from '#domain/system/region.ts';
import { call, servicePath } from '#src/api/call.ts';
import { resourceApi } from '#src/resource/resourceApi.ts';
import { bodyOfFields, fieldsOfRow, type WireRow } from '#src/resource/wireRow.ts';
import type { PickerItem, PickerSource } from '#src/ui/picker.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { TreeScreen, type OpenedRecord } from './TreeScreen.tsx';
import type { TreeSource } from './useTreeRows.ts';

const source: TreeSource = {
  path: 'region/lazy-list',
  levels: { parameter: 'parentCode', root: rootRegion, mostFound: mostFoundRegions },
  filterBy: ['name'],
};

const itemOf = (row: WireRow): PickerItem => ({ id: String(row.code), name: String(row.name), code: String(row.code) });
/** Regions others may stand below, by name or the beginning of the code; the provinces where nothing is asked for. */
const above: PickerSource = {
  key: 'region',
  async search(asked, { limit, signal }) {
    const word = asked.trim();
    const query: Record<string, string> = word === '' ? {} : /^\d+$/.test(word) ? { code: word } : { name: word };
    const rows = await call<readonly WireRow[]>('GET', servicePath('system', 'region/lazy-list'), {
      query,
      quiet: true,
      ...(signal ? { signal } : {}),
    });
    return rows.slice(0, limit).map(itemOf);
  },
  resolve: async (codes) => (await Promise.all(codes.map((code) => resourceApi(region).detail(code)))).map(itemOf),
};
const fields = { ...region.fields, parentCode: { ...ref('上级区划', 'Above', 'region'), help: ['空表示省级', 'Empty: a province'] as const } };
const settings = { parentCode: { source: above } };
// A region keeps its code; where it stands may change.
const whenEdited = { ...settings, regionCode: { isReadOnly: true } };
const toForm = (row: WireRow): Record<string, unknown> => ({
  ...fieldsOfRow(region, row),
  parentCode: row.parentCode === rootRegion ? null : row.parentCode,
});
const toBody = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  bodyOfFields(region, { ...values, parentCode: values['parentCode'] ?? rootRegion });

function drawer({ state, fixed, onClose, onSaved }: OpenedRecord) {
  return (
    <RecordDrawer
      key={`${state.mode}-${String(state.row?.id ?? '')}-${String(fixed['parentCode'] ?? '')}`}
      resource={region}
      fields={fields}
      state={state}
      fixed={{ sort: 1, ...fixed }}
      settings={state.mode === 'edit' ? whenEdited : settings}
      toForm={toForm}
      toBody={toBody}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

/** 区划管理: provinces, cities and what lies below, read level by level. */
export function Screen() {
  return (
    <TreeScreen
      resource={region}
      screen={regionScreen}
      source={source}
      nameKey="name"
      parentKey="parentCode"
      filterHint={['区划名称', 'Region']}
      drawer={drawer}
      columns={(described) =>
        described.map((column) => (column.key === 'regionCode' ? { ...column, text: (row) => String(row.code ?? '') } : column))
      }
    />
  );
}
