import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { ageOf } from '#src/console/age.ts';
import { useNow } from '#src/console/useNow.ts';
import { useMasterAge } from '#src/console/useMasterAge.ts';
import { useOutboxStatus, useStateCheck } from '#src/console/useOutbox.ts';
import { useSecondCopy } from '#src/console/useSecondCopy.ts';
import { useText } from '#src/console/useText.ts';
import type { CopyState } from '#src/offline/journal/secondCopy.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const Row = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 5,
    rowGap: 1,
    textStyle: 'dense',
    '& > div': { display: 'inline-flex', gap: 1.5, alignItems: 'center' },
    '& dt': { color: 'fg.muted' },
  },
});
const links = {
  online: { word: ['在线', 'Online'], tone: 'success' },
  unsteady: { word: ['连接不稳', 'Unsteady'], tone: 'warning' },
  offline: { word: ['离线', 'Offline'], tone: 'danger' },
} as const satisfies Record<string, { word: Label; tone: Tone }>;
const copies = {
  on: { word: ['正常', 'Kept'], tone: 'success' },
  starting: { word: ['正在检查', 'Being checked'], tone: 'neutral' },
  failing: { word: ['暂时写不进,自动重试', 'Cannot be written now; tried again by itself'], tone: 'warning' },
  off: { word: ['此浏览器不支持', 'Not possible in this browser'], tone: 'warning' },
} as const satisfies Record<CopyState, { word: Label; tone: Tone }>;
/** Chromium promises to keep the data of a site that may show notifications, also where a policy says so. */
const persistenceHint: Label = [
  '浏览器未承诺保留本机数据。请管理员在浏览器策略 NotificationsAllowedForUrls 中加入 {origin},并勿设置退出时清除数据(ClearBrowsingDataOnExitList)',
  'The browser has not promised to keep what is stored here. An administrator adds {origin} to the browser policy NotificationsAllowedForUrls, and sets no clearing at exit (ClearBrowsingDataOnExitList)',
];
/** From here on the copies are called stale. */
const staleMs = 24 * 3_600_000;

/** What this computer is and knows: link, last contact, age of the master data, promise of the storage, what the server lacks. */
export function DeskFacts({ deviceId }: { readonly deviceId: string | null }) {
  const { t, label } = useText();
  const now = useNow();
  const { connection, lastContactAt, persisted, heldByOthers, isUpdateNeeded } = useOutboxStatus();
  const master = useMasterAge();
  const checked = useStateCheck();
  const copy = useSecondCopy();
  const age = (at: number): string => {
    const { key, count } = ageOf(at, now);
    return t(key, { count });
  };
  const facts: (readonly [Label, ReactNode])[] = [
    [
      ['网络', 'Network'],
      <StatusWord key="link" tone={links[connection].tone}>
        {label(links[connection].word)}
      </StatusWord>,
    ],
    [['上次联系', 'Last contact'], lastContactAt === null ? label(['尚未', 'Never']) : age(lastContactAt)],
    [['基础数据', 'Master data'], masterText()],
    [
      ['本机存储', 'Storage'],
      <StatusWord key="storage" tone={persisted ? 'success' : 'warning'}>
        {label(
          persisted ? ['已受保护', 'Protected'] : persisted === null ? ['未询问', 'Not asked'] : ['可能被浏览器清理', 'The browser may evict it'],
        )}
      </StatusWord>,
    ],
    [['本机副本', 'Second copy'], copyText()],
    [['对账', 'Checked'], checkText()],
    [
      ['本机编号', 'Desk'],
      <chakra.span key="desk" textStyle="mono" userSelect="all">
        {deviceId ?? '—'}
      </chakra.span>,
    ],
  ];
  return (
    <chakra.section bg="bg.panel" border="hairline" borderRadius="md" px={3} py={2} aria-label={label(['本机状况', 'This computer'])}>
      <Row>
        {facts.map(([title, value]) => (
          <div key={title[1]}>
            <dt>{label(title)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Row>
      {heldByOthers > 0 ? (
        <chakra.p textStyle="dense" color="fg.muted" mt={1}>
          {label(
            [
              '本机另有 {count} 项属于其他用户,由其本人登录后上传',
              'This computer also holds {count} acts of other users; they go when their authors sign in',
            ],
            { count: heldByOthers },
          )}
        </chakra.p>
      ) : null}
      {persisted === false ? (
        <chakra.p textStyle="dense" color="fg.muted" mt={1}>
          {label(persistenceHint, { origin: location.origin })}
        </chakra.p>
      ) : null}
      {isUpdateNeeded ? (
        <chakra.p role="alert" textStyle="dense" color="warning.text" mt={1}>
          {label(['服务器要求升级: 请接受新版本后继续上传', 'The server asks for an update: accept the new version to go on'])}
        </chakra.p>
      ) : null}
    </chakra.section>
  );

  function masterText(): ReactNode {
    if (!master) return '…';
    if (master.syncedAt === null) return <StatusWord tone="warning">{label(['尚未下载', 'Not fetched yet'])}</StatusWord>;
    return (
      <StatusWord tone={now - master.syncedAt > staleMs ? 'warning' : 'success'}>
        {label(['{age}, {count} 条', '{age}, {count} rows'], { age: age(master.syncedAt), count: master.rowCount })}
      </StatusWord>
    );
  }
  function copyText(): ReactNode {
    const { word, tone } = copies[copy.state];
    if (copy.faults > 0)
      return <StatusWord tone="warning">{label(['有 {count} 处损坏', 'Damaged in {count} places'], { count: copy.faults })}</StatusWord>;
    if (copy.restored > 0)
      return (
        <StatusWord tone="warning">{label(['已用于恢复 {count} 项', '{count} acts were restored from it'], { count: copy.restored })}</StatusWord>
      );
    return (
      <chakra.span title={copy.reason ?? undefined}>
        <StatusWord tone={tone}>{label(word)}</StatusWord>
      </chakra.span>
    );
  }
  function checkText(): ReactNode {
    if (!checked) return label(['尚未', 'Not yet']);
    const { unexplained, reopened, at } = checked;
    if (unexplained.length > 0)
      return (
        <StatusWord tone="danger">
          {label(['服务器缺少 {count} 个序号: {list}', 'The server lacks {count}: {list}'], {
            count: unexplained.length,
            list: unexplained.length > 10 ? `${unexplained.slice(0, 10).join(', ')} …` : unexplained.join(', '),
          })}
        </StatusWord>
      );
    if (reopened > 0)
      return (
        <StatusWord tone="warning">
          {label(['服务器丢失 {count} 项,已重新上传', 'The server had lost {count}; sent again'], { count: reopened })}
        </StatusWord>
      );
    return <StatusWord tone="success">{label(['一致, {age}', 'Complete, {age}'], { age: age(at) })}</StatusWord>;
  }
}
