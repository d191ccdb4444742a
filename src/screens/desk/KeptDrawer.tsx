import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { keptReasonLabels, type KeptRow } from '#domain/desk/keptAct.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { actLines } from './actContent.ts';
import { actTitle } from './operationText.ts';
import { useMasterNames } from './useMasterNames.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: '120px minmax(0, 1fr)',
    columnGap: 3,
    rowGap: 1.5,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});

/** What a kept act says, opened for the supervisor who decides on it. */
export function KeptDrawer({ row, onClose }: { readonly row: KeptRow; readonly onClose: () => void }) {
  const { label, language } = useText();
  const { data, failure, retry } = useAsked('GET sample/offline/kept/detail', { opId: row.opId });
  const nameOf = useMasterNames(data?.payload, undefined);
  const facts: readonly (readonly [Label, ReactNode])[] = [
    [['操作人', 'By'], `${row.authorName} ${row.authorAccount}`],
    [['暂存原因', 'Kept because'], label(keptReasonLabels[row.reason])],
    [['操作时间', 'Done at'], <ActTime key="at" at={row.occurredAt ?? row.keptTime} serverTime={row.keptTime} />],
    [['上传人', 'Sent by'], row.courierName ?? label(['本机凭证', 'The desk itself'])],
    [['前台', 'Desk'], `${row.deviceId} #${row.seq}`],
  ];
  const lines = actLines(data?.payload, language, nameOf);
  return (
    <SideDrawer title={actTitle(row.type, language)} onClose={onClose}>
      <Facts>
        {facts.map(([title, value]) => (
          <chakra.div key={title[1]} display="contents">
            <dt>{label(title)}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </Facts>
      <chakra.h3 textStyle="title" mt={4} mb={2}>
        {label(['内容', 'Content'])}
      </chakra.h3>
      {failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : !data ? (
        <StateView state="loading" />
      ) : data.payload === null ? (
        <chakra.p textStyle="dense" color="danger.text">
          {label(['服务器没有对应的密钥,内容无法读取', 'The server lacks the key: the content cannot be read'])}
        </chakra.p>
      ) : (
        <Facts>
          {lines.map((line) => (
            <chakra.div key={line.key} display="contents">
              <dt>{line.title}</dt>
              <dd>{line.text}</dd>
            </chakra.div>
          ))}
        </Facts>
      )}
    </SideDrawer>
  );
}
