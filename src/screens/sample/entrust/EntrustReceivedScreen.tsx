import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { passEntrust, passEntrustRefusal } from '#domain/sample/entrust/entrustActs.ts';
import { entrustState } from '#domain/sample/entrust/entrustChoices.ts';
import { entrustsIn, type EntrustRow } from '#domain/sample/entrust/entrustRows.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { sendMany } from '#src/console/act/sendCommand.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

interface Said {
  readonly isDone: boolean;
  readonly text: string;
}
const mayPass = (row: EntrustRow): true | Label => allowedBy(passEntrust, passEntrustRefusal(row));
const mayTick = (row: EntrustRow): boolean => passEntrustRefusal(row) === null;

/** 委托接收: what comes in is scanned, and is tested here from then on. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [said, setSaid] = useState<Said | null>(null);
  const mayReceive = can(passEntrust.permission);
  const pass = useCallback(
    async (rows: readonly Pick<EntrustRow, 'entrustId' | 'sampleCode'>[]): Promise<void> => {
      try {
        const answers = await sendMany(
          passEntrust,
          rows.map(({ entrustId: id }) => ({ id })),
          newRequestId(),
        );
        const refused = answers.filter(({ code }) => code !== null);
        playSound(refused.length > 0 ? 'refused' : 'ok');
        const named = rows.map(({ sampleCode }) => sampleCode).join('、');
        setSaid({
          isDone: refused.length === 0,
          text: refused.length === 0 ? label(['已接收 {codes}', 'Received {codes}'], { codes: named }) : refused.map(({ text }) => text).join('; '),
        });
        void queries.invalidateQueries({ queryKey: ['call'] });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        playSound('refused');
        setSaid({ isDone: false, text: error.isTransport ? label(['此操作需要网络', 'This needs the network']) : error.message });
      }
    },
    [queries, label],
  );
  const scan = async (typed: string): Promise<void> => {
    const code = normalCode(typed);
    try {
      const { records } = await ask('GET sample/sample-entrust/entrustReceivedPage', {
        query: { sampleCode: code, state: String(entrustState.waiting), size: '10' },
        quiet: true,
      });
      const found = records.find(({ sampleCode }) => sampleCode === code);
      if (found) return await pass([found]);
      playSound('refused');
      setSaid({ isDone: false, text: label(['没有委托至本检验所的样本: {code}', 'Nothing of this code is on its way here: {code}'], { code }) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      playSound('refused');
      setSaid({ isDone: false, text: error.isTransport ? label(['此操作需要网络', 'This needs the network']) : error.message });
    }
  };
  const acts = useMemo(
    () =>
      mayReceive
        ? [{ key: 'pass', icon: Check, label: ['接收', 'Receive'] as const, mayAct: mayPass, onAct: (row: EntrustRow) => void pass([row]) }]
        : [],
    [mayReceive, pass],
  );
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      {mayReceive ? (
        <chakra.div display="flex" gap={3} alignItems="center">
          <chakra.div flex="0 0 360px">
            <ScanBox
              label={['扫描样本条码接收', 'Scan a sample code to receive it']}
              placeholder={['扫描样本条码接收', 'Scan a sample code to receive it']}
              onScan={({ code }) => void scan(code)}
            />
          </chakra.div>
          <chakra.div role="status" minH="22px">
            {said ? <StatusWord tone={said.isDone ? 'success' : 'danger'}>{said.text}</StatusWord> : null}
          </chakra.div>
        </chakra.div>
      ) : null}
      <chakra.div flex={1} minH={0}>
        <ListingScreen
          list={entrustsIn}
          acts={acts}
          mayTick={mayTick}
          emptyText={['没有委托至本检验所的样本', 'Nothing was entrusted to this laboratory']}
          tools={({ ticked }) =>
            mayReceive ? (
              <Button size="sm" variant="primary" icon={Check} disabled={ticked.length === 0} onClick={() => void pass(ticked)}>
                {label(['接收 {count}', 'Receive {count}'], { count: ticked.length })}
              </Button>
            ) : null
          }
        />
      </chakra.div>
    </chakra.div>
  );
}
