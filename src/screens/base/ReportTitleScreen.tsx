import { useQueryClient } from '@tanstack/react-query';
import { Building2, List, Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import { reportTitle } from '#domain/base/reportTitle.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { ClientTitles } from './ClientTitles.tsx';

/** 报告抬头管理: title by title, or client by client with the title its reports carry. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const client = useQueryClient();
  const [isByClient, setByClient] = useState(false);
  const acts = useMemo((): readonly RowAct<WireRow>[] => {
    const makeDefault = async ({ titleId, titleName }: WireRow): Promise<void> => {
      try {
        await ask('POST base/report-title/set-default', { body: { titleId: String(titleId) } });
        notify.success(['已设为默认: {name}', 'Default now: {name}'], { params: { name: titleName } });
        await client.invalidateQueries({ queryKey: resourceKey(reportTitle) });
      } catch (error) {
        if (isTransportError(error)) notify.error(['需要网络', 'This needs the network']);
      }
    };
    return can('reportTitle_save')
      ? [
          {
            key: 'default',
            label: ['设为默认', 'Make default'],
            icon: Star,
            onAct: (row) => void makeDefault(row),
            isShown: (row) => Number(row.isDefault ?? 0) !== 1,
          },
        ]
      : [];
  }, [can, client]);
  const turn = (
    <Button size="sm" icon={isByClient ? List : Building2} onClick={() => setByClient(!isByClient)}>
      {label(isByClient ? ['按抬头查看', 'By title'] : ['按送检单位查看', 'By client'])}
    </Button>
  );
  return isByClient ? (
    <ClientTitles tools={turn} />
  ) : (
    <ListScreen resource={reportTitle} screen={reportTitle.screens[0]} acts={acts} tools={() => turn} />
  );
}
