import { useState } from 'react';
import { auditQueue, type AuditRow } from '#domain/lab/audit/auditRows.ts';
import { auditLevel } from '#domain/lab/audit/resultAudit.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { auditCells } from '../audit/auditCells.tsx';
import { AuditDrawer } from '../audit/AuditDrawer.tsx';

const screen = { route: '/search/result-audit-search', title: ['结果审核查询', 'Result audit search'], fixed: { isSearch: 1 } } as const;
const nothing = (): void => undefined;

/** Results in every state of their audits, to look at. */
export function Screen() {
  const [opened, setOpened] = useState<AuditRow | null>(null);
  return (
    <>
      <ListingScreen list={auditQueue} screen={screen} cells={auditCells} onOpen={setOpened} emptyText={['没有检测任务', 'No test task']} />
      {opened ? (
        <AuditDrawer
          taskId={opened.taskId}
          level={auditLevel.first}
          mayAudit={false}
          onAct={nothing}
          isAsking={false}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
