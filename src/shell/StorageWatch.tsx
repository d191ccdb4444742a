import { chakra } from '@chakra-ui/react';
import { DatabaseZap, Download, RotateCw, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSecondCopy } from '#src/console/useSecondCopy.ts';
import { useText } from '#src/console/useText.ts';
import { secondCopy } from '#src/offline/journal/secondCopy.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';

const Bar = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: 0,
    bottom: 0,
    zIndex: 1300,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    px: 3,
    py: 2,
    textStyle: 'dense',
    bg: 'danger.subtle',
    color: 'danger.text',
    borderTop: '1px solid',
    borderColor: 'danger.border',
    '& > svg': { flexShrink: 0 },
  },
});

/** Says what was put back after a loss, and offers the ways out where the queue's database will not open; also before anybody is signed in. */
export function StorageWatch(): ReactNode {
  const { queueFault, restored, faults } = useSecondCopy();
  useEffect(() => {
    if (restored === 0) return;
    notify.warn(
      [
        '本机存储曾丢失数据,已从本机副本恢复 {count} 项操作;尚未上传的将自动上传,已上传的不会重复',
        'The storage of this computer had lost data; {count} acts were restored from its second copy. What was not sent goes by itself, nothing is doubled',
      ],
      { params: { count: restored }, stayMs: 0 },
    );
  }, [restored]);
  useEffect(() => {
    if (faults === 0) return;
    notify.warn(
      [
        '本机副本有 {count} 处损坏,其余可读;请联系管理员检查磁盘',
        'The second copy on this computer is damaged in {count} places; the rest is readable. Have the disk checked',
      ],
      { params: { count: faults }, stayMs: 0 },
    );
  }, [faults]);
  return queueFault === null ? null : <QueueFault reason={queueFault} />;
}

function QueueFault({ reason }: { readonly reason: string }) {
  const { label } = useText();
  /** Acts the second copy holds; null where it cannot be read. */
  const [kept, setKept] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    void secondCopy.owedActs().then(
      ({ length }) => isGone || setKept(secondCopy.current.state === 'off' ? null : length),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [reason]);
  // What lies at the foot of the page must not lie under it.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = bar.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => style.setProperty('--queue-fault', `${element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--queue-fault');
    };
  }, []);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(['未成功: {message}', 'It did not work: {message}'], {
        params: { message: error instanceof Error ? error.message : String(error) },
      });
    } finally {
      setBusy(false);
    }
  };
  const again = (): Promise<void> =>
    run(async () => {
      if (!(await secondCopy.open())) notify.warn(['仍然无法打开', 'It still does not open']);
    });
  const rebuild = (): Promise<void> =>
    run(async () => {
      const isSure = await confirm({
        title: ['重建本机数据库', 'Rebuild the database of this computer'],
        text: [
          '将删除无法打开的数据库,用本机副本中的 {count} 项操作重建。未提交的草稿会丢失。建议先导出',
          'The database that does not open is deleted and rebuilt with the {count} acts of the second copy. Drafts are lost. Export first',
        ],
        params: { count: kept ?? 0 },
        confirmLabel: ['重建', 'Rebuild'],
        isDanger: true,
      });
      if (isSure) await secondCopy.startAfresh();
    });
  const has = (kept ?? 0) > 0;
  return (
    <Bar ref={bar} role="alert" data-testid="queue-fault">
      <DatabaseZap size={16} aria-hidden />
      <chakra.span flex="1 1 320px" title={reason}>
        {label(
          has
            ? [
                '本机数据库无法打开,暂时不能保存新的操作。副本中有 {count} 项待上传的操作,没有丢失',
                'The database of this computer does not open: nothing new can be saved. {count} acts that wait are safe in the second copy',
              ]
            : [
                '本机数据库无法打开,暂时不能保存新的操作。请重试;仍不行请联系管理员',
                'The database of this computer does not open: nothing new can be saved. Try again; else call an administrator',
              ],
          { count: kept ?? 0 },
        )}
      </chakra.span>
      <Button size="sm" icon={RotateCw} isBusy={isBusy} onClick={() => void again()}>
        {label(['再试一次', 'Try again'])}
      </Button>
      {has ? (
        <Button
          size="sm"
          icon={Download}
          disabled={isBusy}
          onClick={() => void run(async () => (await import('#src/console/saveExport.ts')).saveExport())}
        >
          {label(['导出副本', 'Export the copy'])}
        </Button>
      ) : null}
      {kept === null ? null : (
        <Button size="sm" variant="danger" icon={Wrench} disabled={isBusy} onClick={() => void rebuild()}>
          {label(['用副本重建', 'Rebuild from the copy'])}
        </Button>
      )}
    </Bar>
  );
}
