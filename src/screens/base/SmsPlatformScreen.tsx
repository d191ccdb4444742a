import { Copy, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { smsTrialFields } from '#domain/base/senderContracts.ts';
import { smsPlatform } from '#domain/base/smsPlatform.ts';
import { ask } from '#src/api/ask.ts';
import { servicePath } from '#src/api/call.ts';
import { copyText } from '#src/ui/table/CopyCell.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { TestSendDrawer } from './TestSendDrawer.tsx';

const values = { smsContent: ['这是一条测试短信, 请忽略。', 'This is a test message. Please ignore it.'] } as const;

/** Where a platform sends its receipts. */
const copyAddress = ({ smsPlatformId }: WireRow): void =>
  void copyText(new URL(servicePath('op', `sms-receipt/${String(smsPlatformId)}`), location.origin).href);

/** 短信平台管理: accounts at providers of text messages, with a message of trial. */
export function Screen() {
  const { can } = useSession();
  const [tried, setTried] = useState<WireRow | null>(null);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      can('smsPlatform_save')
        ? [
            { key: 'test', label: ['测试发送', 'Test'], icon: Send, onAct: setTried },
            { key: 'receipt', label: ['复制回执地址', 'Copy receipt address'], icon: Copy, onAct: copyAddress },
          ]
        : [],
    [can],
  );
  return (
    <>
      <ListScreen resource={smsPlatform} screen={smsPlatform.screens[0]} acts={acts} />
      {tried ? (
        <TestSendDrawer
          onSend={({ telephone = '', smsContent = '' }) =>
            ask('POST base/baseSmsPlatform/test-send', { body: { smsPlatformId: String(tried.smsPlatformId), telephone, smsContent } })
          }
          name={String(tried.platformName)}
          fields={smsTrialFields}
          values={values}
          onClose={() => setTried(null)}
        />
      ) : null}
    </>
  );
}
