import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { AuditRow } from '#domain/lab/audit/auditRows.ts';
import { auditLevel, auditResult, auditResults, type AuditLevel, type AuditResult } from '#domain/lab/audit/resultAudit.ts';
import type { Label } from '#domain/kernel/label.ts';
import { encryptPassword } from '#src/api/password.ts';
import { newRequestId } from '#src/api/request.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ResultWord, SignalTags } from './auditCells.tsx';

const titles = {
  [auditResult.passed]: {
    [auditLevel.first]: ['一审通过', 'Pass the first audit'],
    [auditLevel.second]: ['二审通过', 'Pass the second audit'],
  },
  [auditResult.sentBack]: {
    [auditLevel.first]: ['退回重审', 'Take the first audit back'],
    [auditLevel.second]: ['回退一审', 'Send back to the first audit'],
  },
} as const satisfies Record<AuditResult, Record<AuditLevel, Label>>;

export interface AuditActProps {
  readonly rows: readonly Pick<
    AuditRow,
    'taskId' | 'version' | 'signals' | 'labCode' | 'sampleCode' | 'personName' | 'panelNames' | 'detectionResult'
  >[];
  readonly level: AuditLevel;
  readonly result: AuditResult;
  readonly onClose: () => void;
  /** Something was done. */
  readonly onDone: () => void;
}

/** Passes or sends back: asks for an opinion where one is needed, and for the password after a while. */
export function AuditAct({ rows, level, result, onClose, onDone }: AuditActProps) {
  const signing = useAsked('GET lab/result-audit/signing', {});
  const [nonce] = useState(newRequestId);
  // As it is now: what was answered before the last audit would ask for a password and take it away again, and the focus with it.
  const [isPasswordWanted, setPasswordWanted] = useState<boolean | null>(null);
  // Where it cannot be known the server says so.
  if (isPasswordWanted === null && !signing.isStale && (signing.data || signing.failure)) setPasswordWanted(signing.data?.isPasswordWanted ?? true);
  if (isPasswordWanted === null) return null;
  const { opinion, signPassword } = auditResults.asks;
  const only = rows.length === 1 ? rows[0] : undefined;
  const names = new Map(rows.map(({ taskId, labCode, sampleCode }) => [taskId, labCode ?? sampleCode]));
  return (
    <ActDrawer
      command={auditResults}
      title={titles[result][level]}
      rows={rows.map(({ taskId, version, signals }) => ({ taskId, version, signals: [...signals], level, result }))}
      nameOf={({ taskId }) => names.get(taskId) ?? taskId}
      asks={{ ...(result === auditResult.sentBack ? { opinion } : {}), ...(isPasswordWanted ? { signPassword } : {}) }}
      prepare={async ({ signPassword: typed, ...rest }) => ({
        ...rest,
        ...(typed ? { signPassword: await encryptPassword(`${String(typed)}\n${nonce}`), signNonce: nonce } : {}),
      })}
      onDone={onDone}
      onClose={onClose}
    >
      {() => (only ? <Signed row={only} /> : null)}
    </ActDrawer>
  );
}

/** Whose result is signed for, and what it says: all there is to look at where nothing is asked. */
function Signed({ row: { personName, panelNames, detectionResult, signals } }: { readonly row: AuditActProps['rows'][number] }) {
  return (
    <chakra.div mt={3} display="flex" flexWrap="wrap" alignItems="center" gap={2} textStyle="dense">
      <span>{personName}</span>
      <span>{panelNames}</span>
      <ResultWord result={detectionResult} />
      <SignalTags signals={signals} />
    </chakra.div>
  );
}
