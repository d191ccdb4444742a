import type { Fields } from '#domain/kernel/fields.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { editOperation } from '#src/offline/act/tray.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { notify } from '#src/ui/notify.tsx';
import { formOfAct, mendedAct } from './actForms.ts';
import { actTitle, faultsIn, whyText } from './operationText.ts';

export interface MendDrawerProps {
  readonly operation: OutboxOperation;
  /** What it says (openPayload). */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly fields: Fields;
  readonly onClose: () => void;
}

/** An act that was refused or has not gone yet, with everything that was typed: corrected, it goes in its own place. */
export function MendDrawer({ operation, payload, fields, onClose }: MendDrawerProps) {
  const { language } = useText();
  return (
    <AskDrawer
      title={`${actTitle(operation.type, language)} ${operation.subject}`}
      fields={fields}
      values={formOfAct(payload)}
      consequence={[whyText(operation, 'zh'), whyText(operation, 'en')]}
      problems={faultsIn(fields, operation)}
      act={['重新提交', 'Submit again']}
      onAct={async (values) => {
        await editOperation(operation.opId, mendedAct(payload, values));
        notify.success(['已修改,已保存到本机,待上传', 'Corrected; saved on this computer, waiting to be sent']);
      }}
      onClose={onClose}
    />
  );
}
