import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronRight, Trash2, Upload } from 'lucide-react';
import { Fragment, useState, useSyncExternalStore } from 'react';
import { clearErrors, loggedErrors, onLoggedErrors, uploadErrors } from '#src/console/errorLog.ts';
import { sentence } from '#src/console/text.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { PlainDialog } from './PlainDialog.tsx';

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'dense',
    tableLayout: 'fixed',
    '& th': { textAlign: 'left', fontWeight: 'medium', bg: 'bg.subtle', color: 'fg.muted' },
    '& th, & td': { px: 2, py: 1.5, borderBottom: 'hairline', verticalAlign: 'top', overflowWrap: 'anywhere' },
  },
});
const Stack = chakra('pre', {
  base: {
    m: 0,
    maxH: '240px',
    overflow: 'auto',
    textStyle: 'note',
    fontFamily: 'mono',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

/** 日志 (docs/wire.md#error-log): the faults this console collected, each with its stack; to be sent to the server or cleared, each asked first. */
export function ErrorLogDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const errors = useSyncExternalStore(onLoggedErrors, loggedErrors);
  const [openId, setOpen] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);

  const upload = async (): Promise<void> => {
    if (!(await confirm({ text: sentence('errorLog.uploadAsk'), confirmLabel: sentence('errorLog.upload') }))) return;
    setBusy(true);
    try {
      await uploadErrors();
      notify.success(sentence('errorLog.uploaded'));
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const clear = async (): Promise<void> => {
    if (!(await confirm({ text: sentence('errorLog.clearAsk'), confirmLabel: sentence('errorLog.clear'), isDanger: true }))) return;
    clearErrors();
    notify.success(sentence('errorLog.cleared'));
  };
  const isEmpty = errors.length === 0;
  return (
    <PlainDialog
      title={t('errorLog.title')}
      width="min(1100px, 96vw)"
      onClose={onClose}
      footer={
        <>
          <Button icon={Trash2} disabled={isEmpty || isBusy} onClick={() => void clear()}>
            {t('errorLog.clear')}
          </Button>
          <Button icon={Upload} variant="primary" disabled={isEmpty} isBusy={isBusy} onClick={() => void upload()}>
            {t('errorLog.upload')}
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <StateView state="empty" text={sentence('errorLog.none')} />
      ) : (
        <Table>
          <thead>
            <tr>
              <th style={{ width: 44 }} aria-label={t('errorLog.stack')} />
              <th style={{ width: 72 }}>{t('errorLog.type')}</th>
              <th style={{ width: '22%' }}>{t('errorLog.url')}</th>
              <th>{t('errorLog.content')}</th>
              <th style={{ width: 172 }}>{t('errorLog.time')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ id, url, message, time, stack, info, count }) => (
              <Fragment key={id}>
                <tr>
                  <td>
                    <IconButton
                      size="sm"
                      label={t('errorLog.stack')}
                      icon={openId === id ? ChevronDown : ChevronRight}
                      aria-expanded={openId === id}
                      onClick={() => setOpen(openId === id ? null : id)}
                    />
                  </td>
                  <td>
                    <Tag tone="danger">bug</Tag>
                  </td>
                  <td>{url}</td>
                  <td>
                    {message}
                    {count > 1 ? ` (x${count})` : ''}
                  </td>
                  <td>
                    <time>{time}</time>
                  </td>
                </tr>
                {openId === id ? (
                  <tr>
                    <td colSpan={5}>
                      <Stack tabIndex={0}>{[info, stack].filter(Boolean).join('\n')}</Stack>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            ))}
          </tbody>
        </Table>
      )}
    </PlainDialog>
  );
}
