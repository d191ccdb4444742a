import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeStyle } from '#domain/code/codeStyle.ts';
import { layoutFaults, overlapWarnings, plainLayout, readLayout, type LabelLayout } from '#domain/code/labelLayout.ts';
import { ask } from '#src/api/ask.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { stopsAtFault } from '#src/resource/print/stopsAtFault.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { LabelDesigner } from './LabelDesigner.tsx';
import { sampleFacts } from './sampleFacts.ts';

/** The designer of one style; the row is read anew, so that nobody draws over another's work. */
export function DesignDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const styleId = String(row.styleId);
  const answer = useQuery({
    queryKey: [...resourceKey(codeStyle), 'design', styleId],
    queryFn: ({ signal }) => call<WireRow>('GET', servicePath('code', 'code-style/detail'), { query: { styleId }, signal, quiet: true }),
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
  });
  if (answer.data) return <Designing row={answer.data} onClose={onClose} />;
  return (
    <SideDrawer size="lg" title={label(['标签版面', 'Label layout'])} onClose={onClose}>
      {answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function Designing({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label, language } = useText();
  const queries = useQueryClient();
  const [first] = useState<LabelLayout>(() => readLayout(row.layout) ?? plainLayout);
  const [layout, setLayout] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const isFaulty = layoutFaults(layout).length > 0 || readLayout(layout) === null;

  const leave = async (): Promise<void> => {
    if (layout === first || (await confirm({ text: ['放弃未保存的版面?', 'Leave without saving the layout?'], isDanger: true }))) onClose();
  };
  const save = async (): Promise<void> => {
    if (stopsAtFault()) return;
    const overlaps = overlapWarnings(layout);
    const inOne = (at: 0 | 1, gap: string): string => overlaps.map((each) => each[at]).join(gap);
    const question = {
      title: ['版面有元素重叠', 'Elements overlap'],
      text: [`${inOne(0, '; ')}。仍要保存?`, `${inOne(1, '; ')}. Save all the same?`],
      confirmLabel: ['仍要保存', 'Save all the same'],
      cancelLabel: ['返回修改', 'Back to the layout'],
      isDanger: true,
    } as const;
    if (overlaps.length > 0 && !(await confirm(question))) return;
    setSaving(true);
    try {
      await ask('POST code/code-style/save', { body: { styleId: row.styleId, version: row.version, layout } });
      notify.success(['版面已保存', 'Layout saved']);
      void queries.invalidateQueries({ queryKey: resourceKey(codeStyle) });
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
    } finally {
      setSaving(false);
    }
  };
  return (
    <SideDrawer
      size="lg"
      title={label(['标签版面: {name}', 'Label layout: {name}'], { name: String(row.styleName) })}
      onClose={() => void leave()}
      footer={
        <Button variant="primary" isBusy={isSaving} disabled={isFaulty || layout === first} onClick={() => void save()} data-enter-end>
          {label(['保存版面', 'Save layout'])}
        </Button>
      }
    >
      <LabelDesigner layout={layout} facts={sampleFacts(Number(row.codeType), language)} onChange={setLayout} />
    </SideDrawer>
  );
}
