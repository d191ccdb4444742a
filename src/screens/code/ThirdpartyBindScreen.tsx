import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Link2, RefreshCw, Unlink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { rebindCode, releaseCode } from '#domain/code/bindCode.ts';
import { bindState, thirdpartyBind } from '#domain/code/thirdpartyBind.ts';
import { screenAt } from '#domain/kernel/resource.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { rowId, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { BindPanel } from './BindPanel.tsx';

const route = '/code/code-thirdparty-bind';
const isBound = (row: WireRow): boolean => Number(row.bindState) === bindState.bound;

/** 第三方条码绑定: two scans tie a partner's barcode to one of ours; below stands every binding there ever was. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const renew = (): void => void queries.invalidateQueries({ queryKey: resourceKey(thirdpartyBind) });
  const [isScanning, setScanning] = useState(true);
  const [released, setReleased] = useState<WireRow | null>(null);
  const [replaced, setReplaced] = useState<WireRow | null>(null);
  const screen = screenAt(thirdpartyBind, route);
  const mayBind = can('thirdpartyBind_save');
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      can('thirdpartyBind_remove')
        ? [
            { key: 'rebind', label: ['更换', 'Replace'], icon: RefreshCw, onAct: setReplaced, isShown: isBound },
            { key: 'release', label: ['解绑', 'Release'], icon: Unlink, isDanger: true, onAct: setReleased, isShown: isBound },
          ]
        : [],
    [can],
  );
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      {mayBind && isScanning ? <BindPanel /> : null}
      <chakra.div flex={1} minH={0}>
        <ListScreen
          resource={thirdpartyBind}
          screen={screen}
          acts={acts}
          tools={() =>
            mayBind ? (
              <Button size="sm" icon={Link2} aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
                {label(isScanning ? ['收起扫描', 'Hide scanning'] : ['扫描绑定', 'Scan and bind'])}
              </Button>
            ) : null
          }
        />
      </chakra.div>
      {released ? (
        <ActDrawer
          command={releaseCode}
          rows={[{ bindId: rowId(thirdpartyBind, released) }]}
          nameOf={() => String(released.barCode)}
          onClose={() => setReleased(null)}
          onDone={renew}
        />
      ) : null}
      {replaced ? (
        <ActDrawer
          command={rebindCode}
          rows={[{ bindId: rowId(thirdpartyBind, replaced) }]}
          nameOf={() => String(replaced.barCode)}
          onClose={() => setReplaced(null)}
          onDone={renew}
        />
      ) : null}
    </chakra.div>
  );
}
