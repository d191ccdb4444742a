import { useQueryClient } from '@tanstack/react-query';
import { Ban, FilePen, Gavel, MessageSquare, RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import {
  abnormalProcess,
  abnormalReject,
  abnormalSubmit,
  abnormalTrack,
  abnormalWithdraw,
  openCaseRefusal,
} from '#domain/sample/abnormal/abnormalActs.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { AbnormalRow } from '#domain/sample/abnormal/abnormalRows.ts';
import { applyChange } from '#domain/sample/change/orderChangeActs.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { ApplyChangeDrawer } from '../change/ApplyChangeDrawer.tsx';
import { CaseDrawer } from './CaseDrawer.tsx';

type Kind = 'open' | 'correct' | 'process' | 'reject' | 'track' | 'withdraw' | 'reopen';
interface Asked {
  readonly act: Kind;
  readonly rows: readonly AbnormalRow[];
}
export const isOpenCase = ({ state }: AbnormalRow): boolean => state === caseState.waiting || state === caseState.inHand;

/** What can be done about a case: look at it, decide it, reject its samples, follow it up, withdraw it, open it again. `shown` draws what was asked for. */
export function useCaseActs(): {
  readonly acts: readonly RowAct<AbnormalRow>[];
  readonly open: (row: AbnormalRow) => void;
  readonly process: ((rows: readonly AbnormalRow[]) => void) | null;
  readonly renew: () => void;
  readonly shown: ReactNode;
} {
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const renew = useCallback((): void => {
    void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
  }, [queries]);
  const open = useCallback((row: AbnormalRow) => setAsked({ act: 'open', rows: [row] }), []);
  const mayProcess = can(abnormalProcess.permission);
  const process = useMemo(() => (mayProcess ? (rows: readonly AbnormalRow[]) => setAsked({ act: 'process', rows }) : null), [mayProcess]);
  const acts = useMemo((): readonly RowAct<AbnormalRow>[] => {
    const onAct = (act: Kind) => (row: AbnormalRow) => setAsked({ act, rows: [row] });
    const whileOpen = (command: typeof abnormalProcess | typeof abnormalReject) => (row: AbnormalRow) => allowedBy(command, openCaseRefusal(row));
    const all: readonly (RowAct<AbnormalRow> & { readonly permission: string })[] = [
      {
        key: 'process',
        permission: abnormalProcess.permission,
        label: ['处理', 'Decide'],
        icon: Gavel,
        mayAct: whileOpen(abnormalProcess),
        onAct: onAct('process'),
      },
      {
        key: 'reject',
        permission: abnormalReject.permission,
        label: ['拒收', 'Reject'],
        icon: Ban,
        mayAct: whileOpen(abnormalReject),
        onAct: onAct('reject'),
      },
      {
        key: 'correct',
        permission: applyChange.permission,
        label: ['申请变更', 'Apply for a change'],
        icon: FilePen,
        mayAct: (row) =>
          !(isOpenCase(row) && row.measure === rejectMeasure.relabel)
            ? ['处理措施为「更正标签」的可以申请变更', 'Where the label is to be corrected a change can be applied for']
            : row.firstSampleCode === null
              ? ['没有已接的样本', 'It has no sample that was taken in']
              : true,
        onAct: onAct('correct'),
      },
      { key: 'track', permission: abnormalTrack.permission, label: ['跟踪', 'Follow up'], icon: MessageSquare, onAct: onAct('track') },
      {
        key: 'withdraw',
        permission: abnormalWithdraw.permission,
        label: ['撤销', 'Withdraw'],
        icon: Undo2,
        mayAct: (row) => (row.state === caseState.waiting ? true : ['只有待处理的可以撤销', 'Only a waiting one can be withdrawn']),
        onAct: onAct('withdraw'),
      },
      {
        key: 'reopen',
        permission: abnormalSubmit.permission,
        label: ['重新打开', 'Open again'],
        icon: RotateCcw,
        mayAct: (row) => (row.state === caseState.closed ? true : ['只有已关闭的可以重新打开', 'Only a closed one can be opened again']),
        onAct: onAct('reopen'),
      },
    ];
    return all.filter(({ permission }) => can(permission)).map(({ permission: _permission, ...act }) => act);
  }, [can]);
  const [first] = asked?.rows ?? [];
  const names = new Map(asked?.rows.map(({ caseId, caseNo }) => [caseId, caseNo]));
  const close = (): void => setAsked(null);
  const shared = {
    nameOf: ({ caseId }: { readonly caseId?: string | null | undefined }) => names.get(caseId ?? '') ?? '',
    onDone: renew,
    onClose: close,
  };
  const ids = (asked?.rows ?? []).map(({ caseId }) => ({ caseId }));
  const shown: Readonly<Record<Kind, () => ReactNode>> = {
    open: () => <CaseDrawer id={first!.caseId} onClose={close} />,
    correct: () => <ApplyChangeDrawer code={first!.firstSampleCode ?? undefined} onDone={renew} onClose={close} />,
    process: () => <ActDrawer command={abnormalProcess} rows={ids.map((one) => ({ ...one, photos: [] }))} {...shared} />,
    reject: () => <ActDrawer command={abnormalReject} rows={ids.map((one) => ({ ...one, photos: [] }))} values={rejectValues(first!)} {...shared} />,
    track: () => <ActDrawer command={abnormalTrack} rows={ids} {...shared} />,
    withdraw: () => <ActDrawer command={abnormalWithdraw} rows={ids} {...shared} />,
    reopen: () => (
      <ActDrawer
        command={abnormalSubmit}
        title={['重新打开异常', 'Open the case again']}
        isAtOnce
        rows={ids.map((one) => ({ ...one, sampleCodes: [], photos: [], isTold: false }))}
        values={{ caseCode: first!.caseCode, stage: first!.stage, severity: first!.severity, isHold: first!.isHold, content: first!.content }}
        {...shared}
      />
    ),
  };
  return { acts, open, process, renew, shown: asked && first ? shown[asked.act]() : null };
}

/** A case that names a reason of rejections brings it along. */
const rejectValues = ({ caseCode, content }: AbnormalRow) => ({
  rejectCode: caseCode.startsWith('REJ') ? caseCode : null,
  reason: content.slice(0, 200),
});
