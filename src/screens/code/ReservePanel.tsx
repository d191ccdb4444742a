import { chakra } from '@chakra-ui/react';
import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { codeOf, leftIn, topUpBelow, topUpBy } from '#domain/code/numberBlock.ts';
import { isTransportError } from '#src/api/call.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { isSameKind, type NumberKind, type NumbersRow } from '#src/offline/numbers/numbersRow.ts';
import { leftOf, reserveNumbers, returnNumbers } from '#src/offline/numbers/tendNumbers.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Line = chakra('li', { base: { display: 'flex', justifyContent: 'space-between', gap: 3, py: 0.5, textStyle: 'dense' } });

/** What this desk holds of a kind, asking for more and giving back: both need the network and say so. */
export function ReservePanel({ row, kind }: { readonly row: NumbersRow; readonly kind: NumberKind }) {
  const { label } = useText();
  const { connection } = useOutboxStatus();
  const [busy, setBusy] = useState<'reserve' | 'return' | null>(null);
  const own = row.blocks.filter((block) => isSameKind(block, kind) && leftIn(block) > 0);
  const left = leftOf(row, kind);
  const isAsked = row.asking.some((each) => isSameKind(each, kind));
  const onWay = row.returning.filter(({ block }) => isSameKind(block, kind));

  const run = async (what: 'reserve' | 'return', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      if (!isTransportError(error)) notify.error((error as Error).message);
      else if (what === 'reserve') notify.warn(['连接不上服务器: 已记下,联网后自动预留', 'No connection: asked for again by itself when it is back']);
      else notify.warn(['连接不上服务器: 号码已停用,联网后自动归还', 'No connection: no longer printed from, given back when it is back']);
    } finally {
      setBusy(null);
    }
  };
  const giveBack = async (): Promise<void> => {
    const isSure = await confirm({
      text: ['归还本机未用的 {left} 个号码? 归还后其他前台可以使用。', 'Give back the {left} unused numbers? Other desks may then use them.'],
      params: { left },
    });
    if (isSure) await run('return', () => returnNumbers(kind));
  };
  return (
    <chakra.section aria-label={label(['本机号段', 'Blocks held'])} borderTop="hairline" pt={3}>
      <chakra.div display="flex" alignItems="center" gap={2} mb={1} flexWrap="wrap">
        <chakra.h2 textStyle="body" fontWeight="semibold" flex={1}>
          {label(['本机号段', 'Blocks held'])}
        </chakra.h2>
        <Button
          size="sm"
          icon={Download}
          isBusy={busy === 'reserve'}
          disabled={isAsked}
          onClick={() => void run('reserve', () => reserveNumbers(kind, topUpBy))}
        >
          {label(['预留 {count} 个', 'Reserve {count}'], { count: topUpBy })}
        </Button>
        <Button size="sm" icon={Undo2} isBusy={busy === 'return'} disabled={left === 0} onClick={() => void giveBack()}>
          {label(['归还', 'Give back'])}
        </Button>
      </chakra.div>
      <chakra.ul listStyleType="none" data-testid="blocks">
        {own.map((block) => (
          <Line key={block.blockId}>
            <chakra.span textStyle="mono">
              {codeOf(block, block.next)} – {codeOf(block, block.last)}
            </chakra.span>
            <chakra.span textStyle="figures">{label(['{count} 个', '{count}'], { count: leftIn(block) })}</chakra.span>
          </Line>
        ))}
        {onWay.map(({ key, block }) => (
          <Line key={key}>
            <chakra.span textStyle="mono" color="fg.muted">
              {codeOf(block, block.next)} – {codeOf(block, block.last)}
            </chakra.span>
            <StatusWord tone="warning">{label(['待归还', 'On its way back'])}</StatusWord>
          </Line>
        ))}
      </chakra.ul>
      {own.length + onWay.length === 0 ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['本机没有此类号码', 'This desk holds no such numbers'])}
        </chakra.p>
      ) : null}
      {isAsked ? <StatusWord tone="warning">{label(['预留已记下,等待服务器应答', 'Asked for; waits for the server'])}</StatusWord> : null}
      {row.strangers.length > 0 ? (
        <chakra.p role="alert" textStyle="dense" color="warning.text" mt={1}>
          {label(
            [
              '服务器登记的 {count} 个号段在本机已丢失,请主管在“前台运行”中作废',
              'The server counts {count} blocks as this desk’s that are lost here: a supervisor voids them under Desks',
            ],
            { count: row.strangers.length },
          )}
        </chakra.p>
      ) : null}
      <chakra.p textStyle="note" color="fg.muted" mt={2}>
        {connection === 'online'
          ? label(['余量低于 {below} 时自动预留 {by} 个', 'Reserves {by} more by itself when fewer than {below} are left'], {
              below: topUpBelow,
              by: topUpBy,
            })
          : label(['离线可打印;预留和归还在联网后进行', 'Printing works offline; reserving and giving back wait for the network'])}
      </chakra.p>
    </chakra.section>
  );
}
