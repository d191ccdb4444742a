import type { BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { reviewNonce, submitBatch, submitMapmi, submitTngs } from '#domain/lab/batch/submitBatch.ts';
import { servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { encryptPassword } from '#src/api/password.ts';
import { newRequestId } from '#src/api/request.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { InputBox } from '#src/ui/fields/control.ts';
import { notify } from '#src/ui/notify.tsx';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';

const submissions = { mapmi: submitMapmi, tngs: submitTngs, general: submitBatch } as const satisfies Record<BatchLine, typeof submitBatch>;

/** The second person signs on this terminal; their password is sealed to this sheet as it stands (docs/decisions/006-signing-at-the-same-terminal.md). */
export function SubmitDrawer({ sheet, onDone, onClose }: { readonly sheet: BatchDetail; readonly onDone: () => void; readonly onClose: () => void }) {
  const { ruleId, version, batch, line } = sheet;
  const command = submissions[line];
  return (
    <ActDrawer
      command={command}
      rows={[{ ruleId, version }]}
      nameOf={() => batch}
      settings={{
        reviewerPassword: {
          control: ({ field: _field, onChange, value, ...rest }) => (
            <InputBox
              id={rest.id}
              type="password"
              autoComplete="off"
              aria-invalid={rest.isInvalid || undefined}
              value={String(value ?? '')}
              onChange={(event) => onChange?.(event.currentTarget.value)}
              onBlur={rest.onBlur}
            />
          ),
        },
      }}
      send={async ({ reviewerPassword, ...payload }) => {
        const sealed = await encryptPassword(`${reviewerPassword}\n${reviewNonce(ruleId, version)}`);
        return sendCommand(command, { ...payload, reviewerPassword: sealed }, newRequestId());
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Hands the sheet out as a file. */
export async function takeFile({ ruleId, batch }: BatchDetail, format: 'xlsx' | 'illumina'): Promise<void> {
  try {
    const fallback = `${batch}.${format === 'xlsx' ? 'xlsx' : 'csv'}`;
    const { blob, name } = await download(servicePath('lab', 'lab-batch/sheet'), { ruleId, format }, fallback);
    downloadFile(new Uint8Array(await blob.arrayBuffer()), name);
  } catch (error) {
    notify.error((error as Error).message);
  }
}

/** Asked where a sheet was changed by somebody while this computer kept unsaved places of it. */
export const staleDraft = {
  text: [
    '此上机表已被他人修改,要用本机未保存的内容替换孔位吗?',
    'Somebody has changed this sheet since. Put your unsaved places in place of theirs?',
  ],
  confirmLabel: ['用我的', 'Use mine'],
  cancelLabel: ['放弃我的', 'Drop mine'],
  isDanger: true,
} as const;
