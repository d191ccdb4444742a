import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { signature, signatureState } from '#domain/base/signature.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { RecordHistory } from '#src/resource/RecordHistory.tsx';
import { fieldsOfRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { useFileRecord } from './useFileRecord.ts';

export interface SignatureDrawerProps {
  readonly state: DrawerState;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const { userId, validFrom, validTo, remark } = signature.fields;
const newFields: Fields = { userId, validFrom, validTo, remark };
const knownFields: Fields = { validFrom, validTo, remark };

/** The address of a picture for an <img>: of the file just chosen, else of the stored version. */
function usePicture(file: File | null, signatureId: string): string | undefined {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    let isGone = false;
    let made: string | undefined;
    const show = (blob: Blob): void => {
      if (isGone) return;
      made = URL.createObjectURL(blob);
      setSrc(made);
    };
    if (file) show(file);
    else if (signatureId !== '') {
      download(servicePath('base', 'signature/image'), { signatureId }, 'signature').then(
        ({ blob }) => show(blob),
        () => undefined,
      );
    }
    return () => {
      isGone = true;
      setSrc(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, signatureId]);
  return src;
}

/** One version of a signature: its picture, its dates. Saving over one in use makes the next version, and says so before. */
export function SignatureDrawer({ state: { mode, row = {} }, onClose, onSaved }: SignatureDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const signatureId = mode === 'add' ? '' : String(row.signatureId ?? '');
  const { file, setFile, save } = useFileRecord({
    path: 'signature',
    idName: 'signatureId',
    fileName: 'signatureFile',
    id: signatureId,
    fileMissing: ['请选择签名图片', 'Choose the picture of the signature'],
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const src = usePicture(file, signatureId);
  const isReplaced = Number(row.signatureState) === signatureState.replaced;
  const isReadOnly = mode === 'view' || isReplaced || !can('signature_save');
  const isUsed = row.firstUseTime !== null && row.firstUseTime !== undefined;
  const form = useDescribedForm({
    fields: mode === 'add' ? newFields : knownFields,
    isReadOnly,
    values: mode === 'add' ? {} : fieldsOfRow(signature, row),
    onSave: save,
  });
  return (
    <SideDrawer
      title={
        mode === 'add'
          ? label(['新增电子签名', 'New signature'])
          : label(['电子签名 · {name}', 'Signature: {name}'], { name: `${String(row.userName ?? '')} V${String(row.versionNo)}` })
      }
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
            {label(mode === 'edit' && (isUsed || file) ? ['保存为新版本', 'Save as a new version'] : ['保存', 'Save'])}
          </Button>
        )
      }
    >
      {isReplaced ? (
        <chakra.p textStyle="dense" color="fg.muted" mb={2}>
          {label(['该版本已被替换, 仅供查看', 'A newer version has replaced this one; it can only be looked at'])}
        </chakra.p>
      ) : isUsed && !isReadOnly ? (
        <chakra.p textStyle="dense" color="warning.text" mb={2}>
          {label([
            '该签名已在报告上使用, 保存将产生新版本, 已签报告不变',
            'It stands on reports: saving makes a new version, what is signed stays as it is',
          ])}
        </chakra.p>
      ) : null}
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} />
      <chakra.div mt={3} display="flex" flexDirection="column" gap={2} alignItems="flex-start">
        {isReadOnly ? null : (
          <FileBox
            label={['签名图片 (PNG、JPEG、WebP, 不超过 512 KB)', 'Picture (PNG, JPEG or WebP, at most 512 KB)']}
            accept="image/png,image/jpeg,image/webp"
            file={file}
            onChoose={setFile}
          />
        )}
        {src ? (
          <chakra.img
            src={src}
            alt={label(['签名图片', 'Picture of the signature'])}
            maxW="full"
            maxH="180px"
            bg="white"
            border="hairline"
            borderRadius="md"
            p={2}
          />
        ) : null}
      </chakra.div>
      {isReadOnly && signatureId !== '' ? <RecordHistory resource={signature} id={signatureId} /> : null}
    </SideDrawer>
  );
}
