import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { changeType } from '#domain/sample/change/changeChoices.ts';
import { applyChange } from '#domain/sample/change/orderChangeActs.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { TabList, tabPanel, type TabEntry } from '#src/ui/TabList.tsx';
import { ChangeForm } from './ChangeForm.tsx';

const panelId = 'applyChange';
const tabs: readonly TabEntry<string>[] = changeType.options.map(({ code, label }) => ({ key: String(code), title: label }));

export interface ApplyChangeDrawerProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** What is to change, where that is known: its information. */
  readonly code?: string | undefined;
}
/** Which requisition is to change, then what of it: a code is scanned, the rest is asked. */
export function ApplyChangeDrawer({ onClose, onDone, code: given }: ApplyChangeDrawerProps) {
  const { label } = useText();
  const [scanned, setScanned] = useState(given ? { code: given, no: 0 } : null);
  const [kind, setKind] = useState<string>(String(given ? changeType.information : changeType.items));
  return (
    <SideDrawer title={label(applyChange.title)} size="lg" onClose={onClose}>
      <ScanBox
        label={['扫描申请单或样本条码', 'Scan a requisition or sample code']}
        placeholder={['扫描申请单或样本条码', 'Scan a requisition or sample code']}
        keepsFocus={false}
        onScan={({ code }) => setScanned((before) => ({ code, no: (before?.no ?? 0) + 1 }))}
      />
      {scanned ? (
        // Each scan begins anew: nothing of another requisition stays in the form.
        <ChangeOf
          key={scanned.no}
          code={scanned.code}
          kind={kind}
          onKind={setKind}
          onDone={() => {
            onDone();
            onClose();
          }}
        />
      ) : (
        nothingYet
      )}
    </SideDrawer>
  );
}

const nothingYet = <StateView state="empty" text={['扫描要变更的申请单', 'Scan the requisition that is to change']} />;

interface ChangeOfProps {
  readonly code: string;
  readonly kind: string;
  readonly onKind: (kind: string) => void;
  readonly onDone: () => void;
}
function ChangeOf({ code, kind, onKind, onDone }: ChangeOfProps) {
  const { label } = useText();
  const { data: found, failure } = useAsked('GET sample/order-change-record/current', { code });
  const told = failure?.isOffline ? label(['此操作需要网络', 'This needs the network']) : failure?.message;
  return (
    <>
      <chakra.p role="status" textStyle="dense" color="danger.text" minH="22px" my={1}>
        {found ? null : told}
      </chakra.p>
      {found ? (
        <>
          <chakra.p textStyle="dense" mb={2}>
            <chakra.strong textStyle="mono">{found.requisitionCode}</chakra.strong>{' '}
            {found.tubes.map(({ sampleCode, labStatus: status }) => `${sampleCode} ${label(labStatus.labelOf(status) ?? ['', ''])}`).join(' · ')}
          </chakra.p>
          {found.open ? (
            <StatusWord tone="warning">{label(applyChange.refusals['orderChange.open']!, found.open)}</StatusWord>
          ) : (
            <>
              <TabList label={['变更类型', 'Kind of change']} tabs={tabs} chosen={kind} panelId={panelId} onChoose={onKind} />
              <chakra.div {...tabPanel(panelId, kind)} pt={2}>
                <ChangeForm key={kind} requisition={found} isOfItems={kind === String(changeType.items)} onDone={onDone} />
              </chakra.div>
            </>
          )}
        </>
      ) : failure ? (
        nothingYet
      ) : (
        <StateView state="loading" />
      )}
    </>
  );
}
