import { region, regionScreen } from '#domain/system/region.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { TreeScreen, type OpenedRecord } from './TreeScreen.tsx';
import type { TreeSource } from './useTreeRows.ts';

const source: TreeSource = { path: 'region/lazy-list', levels: { parameter: 'parentCode', root: '00' }, filterBy: ['name'] };
// A region keeps its code; where it stands may change.
const whenEdited = { regionCode: { isReadOnly: true } };

function drawer({ state, fixed, onClose, onSaved }: OpenedRecord) {
  return (
    <RecordDrawer
      key={`${state.mode}-${String(state.row?.id ?? '')}-${String(fixed['parentCode'] ?? '')}`}
      resource={region}
      state={state}
      fixed={{ sort: 1, ...fixed }}
      settings={state.mode === 'edit' ? whenEdited : {}}
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
