import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { emailManage } from '#domain/base/emailManage.ts';
import { longText, text, type Fields } from '#domain/kernel/fields.ts';
import { ask } from '#src/api/ask.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { TestSendDrawer } from './TestSendDrawer.tsx';

const fields: Fields = {
  to: text('收件地址', 'To', { required: true, max: 100 }),
  subject: text('主题', 'Subject', { required: true, max: 100 }),
  content: longText('正文', 'Text', { required: true, max: 2_000 }),
};
const values = { subject: ['测试邮件', 'Test mail'], content: ['这是一封测试邮件, 请忽略。', 'This is a test mail. Please ignore it.'] } as const;

/** 邮箱管理: mailboxes of the laboratories, with a mail of trial. */
export function Screen() {
  const { can } = useSession();
  const [tried, setTried] = useState<WireRow | null>(null);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => (can('emailManage_save') ? [{ key: 'test', label: ['测试发送', 'Test'], icon: Send, onAct: setTried }] : []),
    [can],
  );
  return (
    <>
      <ListScreen resource={emailManage} screen={emailManage.screens[0]} acts={acts} />
      {tried ? (
        <TestSendDrawer
          onSend={({ to = '', subject = '', content = '' }) =>
            ask('POST base/emailManage/test-send', { body: { emailManageId: String(tried.emailManageId), to, subject, content } })
          }
          name={String(tried.email)}
          fields={fields}
          values={values}
          onClose={() => setTried(null)}
        />
      ) : null}
    </>
  );
}
