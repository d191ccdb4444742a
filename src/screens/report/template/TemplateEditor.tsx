import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { reportExample, type ReportExample } from '#domain/report/inventedReports.ts';
import { reportTone, type ReportContent } from '#domain/report/reportContent.ts';
import { reportTemplate } from '#domain/report/reportTemplate.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { checkTemplate, mayRelease } from '#domain/report/templateCheck.ts';
import type { TemplateDetail } from '#domain/report/templateCalls.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { confirm } from '#src/ui/confirm.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { BlockList } from './BlockList.tsx';
import { BlockSettings } from './BlockSettings.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { placeOf, replaced } from './contentEdit.ts';
import { EditorBar } from './EditorBar.tsx';
import { NumberInput } from '#src/resource/print/NumberInput.tsx';
import { stopsAtFault } from '#src/resource/print/stopsAtFault.ts';
import { PreviewPane } from './PreviewPane.tsx';
import { usePreview } from './usePreview.ts';
import { VersionPanel } from './VersionPanel.tsx';

const beginning: ReportContent = shippedTemplates.find(({ key }) => key === 'routine')!.content;
const panelId = 'report-template-side';

/** One template, drawn: blocks at the left, its pages in the middle, what can be set at the right. */
export function TemplateEditor({ templateId, onClose }: { readonly templateId: string; readonly onClose: () => void }) {
  const { data, failure, retry } = useAsked('GET report/report-template/detail', { templateId });
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  // Another version underneath, and what was drawn begins anew.
  return <Editing key={templateId} detail={data} onClose={onClose} />;
}

function Editing({ detail, onClose }: { readonly detail: TemplateDetail; readonly onClose: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const templateId = detail.templateId;
  const paper = detail.paper;
  const isReadOnly = !can('reportTemplate_save');
  const [saved, setSaved] = useState<{ readonly content: ReportContent | null; readonly version: number }>({
    content: detail.content,
    version: detail.version,
  });
  const [content, setContent] = useState<ReportContent>(detail.content ?? beginning);
  const [chosen, setChosen] = useState<string | null>(content.blocks[0]?.id ?? null);
  const [tab, setTab] = useState<'block' | 'check' | 'versions'>('block');
  const [example, setExample] = useState<ReportExample | null>(null);
  const [sampleCode, setSampleCode] = useState('');
  const [typedCode, setTypedCode] = useState('');
  const [compared, setCompared] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const findings = useMemo(() => checkTemplate(content), [content]);
  const preview = usePreview({ content, paper, example, sampleCode });
  const isDirty = content !== saved.content;
  const place = chosen === null ? null : placeOf(content, chosen);
  const block = place ? content[place.part][place.at] : undefined;
  // One key for one intention: a repeat after a lost answer saves once.
  const intention = useRef({ sent: '', key: '' });

  const renew = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['call', 'report', 'report-template/detail'] });
    void queries.invalidateQueries({ queryKey: resourceKey(reportTemplate) });
  };
  const save = async (): Promise<boolean> => {
    if (!isReadOnly && stopsAtFault()) return false;
    if (isReadOnly || isSaving || !isDirty) return !isDirty;
    setSaving(true);
    try {
      const body = { templateId, version: saved.version, content };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
      await ask('POST report/report-template/save', { body, headers: { 'Idempotency-Key': intention.current.key } });
      const now = await ask('GET report/report-template/detail', { query: { templateId } });
      setSaved({ content, version: now.version });
      notify.success(['草稿已保存', 'Draft saved']);
      await renew();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.isTransport) notify.error(['需要网络, 内容已保留', 'This needs the network; what you drew stays']);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const leave = async (): Promise<void> => {
    if (!isDirty || isReadOnly || (await confirm({ text: ['放弃未保存的修改?', 'Leave without saving?'], isDanger: true }))) onClose();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      void save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const blocksRelease = findings.filter(({ level }) => level === 'B').length;
  const tabs = [
    { key: 'block', title: ['设置', 'Settings'] },
    { key: 'check', title: ['检查', 'Check'], count: findings.length, tone: blocksRelease > 0 ? 'danger' : 'warning' },
    { key: 'versions', title: ['版本', 'Versions'] },
  ] as const;

  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <EditorBar
        detail={detail}
        isDirty={isDirty}
        isSaving={isSaving}
        mayRelease={mayRelease(findings)}
        onSave={save}
        onLeave={() => void leave()}
        onReleased={() => void renew()}
      />
      <chakra.div
        flex={1}
        minH={0}
        display="grid"
        gridTemplateColumns={{ base: '220px minmax(0, 1fr) 260px', xl: '260px minmax(0, 1fr) 320px' }}
        gap={2}
      >
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={2} minH={0} overflow="auto">
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) 72px" gap={2} mb={3} alignItems="end">
            <chakra.div>
              <chakra.span textStyle="note" color="fg.muted">
                {label(['颜色', 'Colour'])}
              </chakra.span>
              <ChoiceControl
                ariaLabel={label(['颜色', 'Colour'])}
                form="list"
                size="sm"
                options={reportTone.options}
                value={content.tone}
                isReadOnly={isReadOnly}
                onChange={(tone) => {
                  if (tone !== null) setContent({ ...content, tone: tone as ReportContent['tone'] });
                }}
              />
            </chakra.div>
            <NumberInput
              label={['字号', 'Size']}
              least={7}
              most={12}
              value={content.fontSize}
              isDisabled={isReadOnly}
              onChange={(fontSize) => setContent({ ...content, fontSize })}
            />
          </chakra.div>
          <BlockList
            content={content}
            findings={findings}
            chosen={chosen}
            isReadOnly={isReadOnly}
            onChoose={(id) => (setChosen(id), setTab('block'))}
            onChange={setContent}
          />
        </chakra.section>
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" minH={0} display="flex" flexDirection="column" overflow="hidden">
          <chakra.div display="flex" gap={2} p={2} borderBottom="hairline" alignItems="center">
            <chakra.div w="190px">
              <ChoiceControl
                ariaLabel={label(['示例报告', 'Invented report'])}
                form="list"
                size="sm"
                placeholder={label(['示例报告: 自动', 'Invented report'])}
                options={reportExample.options}
                value={example}
                onChange={(one) => (setExample(one as ReportExample | null), setSampleCode(''), setTypedCode(''))}
              />
            </chakra.div>
            {can('labTask_view') ? (
              <chakra.form
                w="200px"
                onSubmit={(event) => {
                  event.preventDefault();
                  setSampleCode(typedCode.trim());
                }}
              >
                <TextControl
                  ariaLabel={label(['样本条码, 回车预览', 'Sample code, Enter shows it'])}
                  placeholder={label(['样本条码, 回车预览', 'Sample code, Enter'])}
                  size="sm"
                  face="mono"
                  maxLength={64}
                  value={typedCode}
                  onChange={(code) => setTypedCode(String(code ?? ''))}
                />
              </chakra.form>
            ) : null}
            <chakra.span role="status" textStyle="note" color="fg.muted">
              {preview.isMaking
                ? label(['排版中…', 'Setting…'])
                : preview.failure === null
                  ? label(['{pages} 页', 'Pages: {pages}'], { pages: preview.pages.length })
                  : ''}
            </chakra.span>
          </chakra.div>
          <chakra.div flex={1} minH={0} display="grid" gridTemplateColumns={compared === null ? '1fr' : '1fr 1fr'}>
            <PreviewPane {...preview} />
            {compared === null ? null : (
              <ComparedPane templateId={templateId} versionNo={compared} example={example} sampleCode={sampleCode} paper={paper} />
            )}
          </chakra.div>
        </chakra.section>
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={2} minH={0} display="flex" flexDirection="column">
          <TabList label={['右侧', 'Side']} tabs={tabs} chosen={tab} onChoose={setTab} panelId={panelId} isTight />
          <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} overflow="auto" pt={2}>
            {tab === 'check' ? <CheckPanel findings={findings} onChoose={(id) => (setChosen(id), setTab('block'))} /> : null}
            {tab === 'versions' ? <VersionPanel versions={detail.versions} compared={compared} onCompare={setCompared} /> : null}
            {tab === 'block' && block && place ? (
              <BlockSettings
                key={block.id}
                block={block}
                isReadOnly={isReadOnly}
                onChange={(changed) => setContent(replaced(content, place, changed))}
              />
            ) : null}
            {tab === 'block' && !block ? (
              <chakra.p textStyle="dense" color="fg.muted">
                {label(['点选左侧一个块进行设置', 'Choose a block at the left'])}
              </chakra.p>
            ) : null}
          </chakra.div>
        </chakra.section>
      </chakra.div>
    </chakra.div>
  );
}

interface ComparedProps {
  readonly templateId: string;
  readonly versionNo: number;
  readonly paper: string;
  readonly example: ReportExample | null;
  readonly sampleCode: string;
}
function ComparedPane({ templateId, versionNo, ...how }: ComparedProps) {
  const { data, failure, retry } = useAsked('GET report/report-template/detail', { templateId, versionNo: String(versionNo) });
  if (!data?.content) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return <ComparedPages content={data.content} {...how} />;
}
function ComparedPages(of: Omit<ComparedProps, 'templateId' | 'versionNo'> & { readonly content: ReportContent }) {
  return <PreviewPane {...usePreview(of)} />;
}
