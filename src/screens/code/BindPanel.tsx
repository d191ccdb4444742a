import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { thirdpartyBind } from '#domain/code/thirdpartyBind.ts';
import type { OwnCode } from '#domain/code/bindContracts.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { Button } from '#src/ui/Button.tsx';
import { usePickerSources } from '#src/ui/picker.ts';
import { ResourcePicker } from '#src/ui/ResourcePicker.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict, type VerdictProps } from '#src/ui/scan/Verdict.tsx';

type Shown = Pick<VerdictProps, 'kind' | 'word' | 'detail' | 'code'>;

const texts = {
  scanOwn: ['① 扫描本方条码', '1 Scan our barcode'],
  scanTheirs: ['② 扫描第三方条码', '2 Scan the third-party barcode'],
  done: ['已绑定', 'Bound'],
  already: ['已绑定', 'Bound already'],
  refused: ['不能绑定', 'Refused'],
  offline: ['连接不上服务器', 'The server cannot be reached'],
} as const satisfies Record<string, Label>;

/** Two scans, one act: ours, then the partner's. What is wrong with the first is said before the second. */
export function BindPanel() {
  const { label } = useText();
  const queries = useQueryClient();
  const [clientId, setClientId] = useState<string | null>(null);
  const [own, setOwn] = useState<OwnCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Shown | null>(null);
  const source = usePickerSources()('sendSampleClient');

  const refuse = (code: string, detail: string): void => {
    playSound('refused');
    setSaid({ kind: 'refused', word: texts.refused, code, detail });
  };
  const sentence = (error: unknown): string => (error instanceof CallError && !error.isTransport ? error.message : label(texts.offline));

  const takeOwn = async (barCode: string): Promise<void> => {
    const found = await ask('GET base/code-thirdparty-bind/own-code', {
      query: { barCode, ...(clientId ? { sendSampleClientId: clientId } : {}) },
      quiet: true,
    });
    if (found.bound) {
      playSound('repeat');
      const { thirdpartyBarCode, bindUser, createTime } = found.bound;
      return setSaid({ kind: 'repeat', word: texts.already, code: barCode, detail: `${thirdpartyBarCode} · ${bindUser} ${createTime}` });
    }
    if (!found.client) return refuse(barCode, found.text);
    playSound('ok');
    setOwn(found);
    setSaid(null);
  };
  const bind = async ({ barCode }: OwnCode, thirdpartyBarCode: string): Promise<void> => {
    await call('POST', servicePath('base', 'code-thirdparty-bind/save'), {
      body: { barCode, thirdpartyBarCode, ...(clientId ? { sendSampleClientId: clientId } : {}) },
      quiet: true,
    });
    playSound('ok');
    setOwn(null);
    setSaid({ kind: 'ok', word: texts.done, code: barCode, detail: thirdpartyBarCode });
    void queries.invalidateQueries({ queryKey: resourceKey(thirdpartyBind) });
  };
  const scan = async (code: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await (own ? bind(own, code) : takeOwn(code));
    } catch (error) {
      refuse(code, sentence(error));
    } finally {
      setBusy(false);
    }
  };

  const shown: Shown =
    said ??
    (own
      ? { kind: 'waiting', word: texts.scanTheirs, code: own.barCode, detail: `${own.client?.clientName ?? ''} · ${own.expected}` }
      : { kind: 'idle', word: texts.scanOwn });
  const step = own ? texts.scanTheirs : texts.scanOwn;
  return (
    <chakra.section
      aria-label={label(['扫描绑定', 'Scan and bind'])}
      display="grid"
      gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      gap={3}
      bg="bg.panel"
      border="hairline"
      borderRadius="md"
      p={3}
    >
      <chakra.div display="flex" flexDirection="column" gap={2} minW={0}>
        <ScanBox label={step} placeholder={step} onScan={({ code }) => void scan(code)} />
        <chakra.div display="flex" alignItems="center" gap={2}>
          <chakra.label htmlFor="bind-client" textStyle="dense" whiteSpace="nowrap">
            {label(['送检单位', 'Sending client'])}
          </chakra.label>
          <chakra.div flex={1} minW={0}>
            {source ? (
              <ResourcePicker id="bind-client" source={source} value={clientId} onChange={(id) => setClientId(id)} isDisabled={own !== null} />
            ) : null}
          </chakra.div>
          {own ? (
            <Button
              size="sm"
              icon={X}
              onClick={() => {
                setOwn(null);
                setSaid(null);
              }}
            >
              {label(['换一个本方条码', 'Another of ours'])}
            </Button>
          ) : null}
        </chakra.div>
        <chakra.p textStyle="dense" color="fg.muted">
          {label([
            '已收样或来自送检单位号段的条码自动识别送检单位, 其余需先选择。',
            'A received sample, or a code of a client’s own segment, is known by itself; for others choose the client first.',
          ])}
        </chakra.p>
      </chakra.div>
      <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={shown.code} />
    </chakra.section>
  );
}
