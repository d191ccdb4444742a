import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle, PencilLine, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { check, problemOf, problemText } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import type { PartnerReceivePayload } from '#domain/sample/partner/partnerInput.ts';
import { partnerReceive } from '#domain/sample/partner/partnerReceive.ts';
import { partnerDays, partnerListName, partnerLists, type PartnerWorkRow } from '#domain/sample/partner/partnerRows.ts';
import { viewWechat } from '#domain/sample/partner/wechatEntry.ts';
import { partnerKeys, partners, type PartnerKey } from '#domain/sample/partners.ts';
import { tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useWorklist } from '#src/console/desk/useWorklist.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { commitTyped } from '#src/ui/fields/holder.ts';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { CorrectTold } from './CorrectTold.tsx';
import { ToldPerson } from './ToldPerson.tsx';
import { usePartnerScan } from './usePartnerScan.ts';
import { WechatDrawer } from './WechatDrawer.tsx';

const texts = {
  scan: ['扫描第三方条码或本方条码', 'Scan the partner’s barcode or ours'],
  scanOurs: ['② 扫描本方条码 (F8 换一管)', '2 Scan our barcode (F8: another tube)'],
} as const satisfies Record<string, Label>;
const tubeAsks = {
  sampleClassId: tubeFields.sampleClassId,
  sampleQuantity: tubeFields.sampleQuantity,
  sampleVolume: tubeFields.sampleVolume,
  sampleCondition: tubeFields.sampleCondition,
} as const;
const start = { sampleQuantity: 1, sampleCondition: [1] };
const search = ['state', 'thirdBarCode', 'sampleCode', 'expectTime'];
const columns = [
  'state',
  'thirdBarCode',
  'sampleCode',
  'personName',
  'sex',
  'age',
  'commodityNames',
  'sendSampleClientId',
  'expectTime',
  'receiveTime',
];

/** The partner whose desk stands at the page's address. */
export function Screen() {
  const { pathname } = useLocation();
  const partner = partnerKeys.find((key) => partners[key].route === pathname);
  return partner ? <PartnerDesk key={partner} partner={partner} /> : null;
}

/** Samples a partner announced: scan the code on the tube, stick ours where there is none, next; without network from the list this desk keeps. */
function PartnerDesk({ partner }: { readonly partner: PartnerKey }) {
  const { label, language } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isCorrecting, setCorrecting] = useState(false);
  const [isWechatOpen, setWechatOpen] = useState(false);
  const counts = useAsked('GET sample/partner/counts', { partner });
  // Renewed while this page is open; without network it stays.
  const kept = useWorklist<PartnerWorkRow>(partnerListName(partner));
  const keptAt = kept.fetchedAt === null ? label(['尚未下载', 'not yet there']) : formatDateTime(kept.fetchedAt).slice(5, 16);
  const age = kept.isCut ? `${keptAt}, ${label(['只有最早的 {most} 行', 'the first {most} lines alone'], { most: mostKeptRows })}` : keptAt;
  const form = useDescribedForm({ fields: tubeAsks, values: start, onSave: async () => undefined });
  const tubeOf = async (classIds: readonly string[]) => {
    // A scan may come while something is still being typed beside it.
    const root = document.getElementById(form.id);
    const [unread] = root ? await commitTyped(root) : [];
    if (unread) return { missing: problemText(problemOf('sampleClassId', tubeAsks.sampleClassId, unread.why, { value: unread.text }), language) };
    const typed = form.methods.getValues();
    const [only, second] = classIds;
    const given = { ...typed, sampleClassId: typed['sampleClassId'] ?? (second === undefined ? (only ?? null) : null) };
    const { values, problems } = check(tubeAsks, given);
    const [first] = problems;
    return first ? { missing: problemText(first, language) } : { tube: values as PartnerReceivePayload['tube'] };
  };
  const scan = usePartnerScan(partner, tubeOf, () => void queries.invalidateQueries({ queryKey: ['call'] }));
  const { shown, held } = scan;
  const mayReceive = can(partnerReceive.permission);
  const mayCorrect = mayReceive && held !== null && !held.isHere && !scan.isForOurs;
  useKeyDown((event) => {
    if (isBehind()) return;
    if (event.key === 'F8') scan.leave();
    else if (event.key === 'F7' && mayCorrect) setCorrecting(true);
    else return;
    event.preventDefault();
  });
  const prompt = scan.isForOurs ? texts.scanOurs : texts.scan;
  return (
    <>
      <DeskLayout
        leftLabel={label(['扫描', 'Scan'])}
        rightLabel={label(partners[partner].title)}
        left={
          <ScanSide>
            <ScanBox
              label={prompt}
              placeholder={prompt}
              isDisabled={!mayReceive}
              keepsFocus={!isCorrecting && !isWechatOpen}
              onScan={({ code }) => scan.onScan(code)}
            />
            <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={shown.code} />
            <chakra.section display="flex" flexDirection="column" gap={2} aria-label={label(['受检者', 'Person'])}>
              {held ? <ToldPerson line={held.line} /> : null}
              {held && !held.isHere ? (
                <chakra.div display="flex" gap={2}>
                  <Button size="sm" icon={PencilLine} keyHint="F7" disabled={!mayCorrect} onClick={() => setCorrecting(true)}>
                    {label(['更正后接收', 'Correct and receive'])}
                  </Button>
                  <Button size="sm" icon={X} keyHint="F8" onClick={scan.leave}>
                    {label(['换一管', 'Another tube'])}
                  </Button>
                </chakra.div>
              ) : null}
            </chakra.section>
          </ScanSide>
        }
        right={
          <>
            <chakra.div display="flex" flexWrap="wrap" gap={5} data-testid="partner-counts">
              <Count label={label(['应到', 'Expected'])} value={counts.data?.expected} />
              <Count label={label(['已到', 'Arrived'])} value={counts.data?.arrived} tone="success" />
              <Count label={label(['缺', 'Missing'])} value={counts.data?.missing} tone="warning" />
              <Count
                label={label(['多', 'Not listed'])}
                value={scan.strangers.size}
                tone="danger"
                tip={label(['本页扫描到而不在清单的条码', 'Codes scanned on this page that stand on no list'])}
              />
              {partner === 'customer' && can(viewWechat.code) ? (
                <Button size="sm" icon={MessageCircle} onClick={() => setWechatOpen(true)}>
                  {label(['微信录入', 'Filled in by hospitals'])}
                </Button>
              ) : null}
            </chakra.div>
            <chakra.form {...form.formProps} data-testid="partner-tube">
              <FormGrid form={form} columns={3} hasSummary={false} />
            </chakra.form>
            <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="260px">
              <ListPanel
                list={partnerLists[partner]}
                screen={partners[partner].route}
                isInAddress
                search={search}
                columns={columns}
                emptyText={['这几天没有应到样本', 'Nothing is awaited in these days']}
              />
            </chakra.div>
          </>
        }
        foot={
          <chakra.span color="fg.muted" textStyle="note">
            {label(
              [
                '断网时按本机清单({age})接收 · 清单为前 {back} 天至后 {ahead} 天应到 · F7 更正后接收 · F8 换一管 · F2 回到扫描框',
                'Without network by the list kept here ({age}) · awaited from {back} days ago to {ahead} ahead · F7 correct and receive · F8 another tube · F2 scan box',
              ],
              { ...partnerDays, age },
            )}
          </chakra.span>
        }
      />
      {isCorrecting && held ? <CorrectTold held={held} correct={scan.correct} onClose={() => setCorrecting(false)} /> : null}
      {isWechatOpen ? <WechatDrawer onClose={() => setWechatOpen(false)} /> : null}
    </>
  );
}
