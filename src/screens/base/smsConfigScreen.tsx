import { chakra } from '@chakra-ui/react';
import { Eye } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import { smsConfig, smsConfigType } from '#domain/base/smsConfig.ts';
import { exampleContent, smsCount } from '#domain/base/smsContent.ts';
import type { Resource, Screen as DescribedScreen } from '#domain/kernel/resource.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

/** A rule of the tenant is no client's: nobody is asked for one, nor shown an empty column. */
const { sendSampleClientId: _ofClient, ...houseFields } = smsConfig.fields;
const houseConfig: Resource = { ...smsConfig, fields: houseFields };

/** A list of SMS rules of one kind; each shows the message as a patient would read it. */
export function smsConfigScreen(screen: DescribedScreen): ComponentType {
  const resource = screen.fixed?.['smsConfigType'] === smsConfigType.byDefault ? houseConfig : smsConfig;
  return function Screen() {
    const [shown, setShown] = useState<WireRow | null>(null);
    const acts = useMemo((): readonly RowAct<WireRow>[] => [{ key: 'preview', label: ['预览短信', 'Preview'], icon: Eye, onAct: setShown }], []);
    return (
      <>
        <ListScreen resource={resource} screen={screen} acts={acts} />
        {shown ? <PreviewDrawer row={shown} onClose={() => setShown(null)} /> : null}
      </>
    );
  };
}

function PreviewDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const text = exampleContent(String(row.smsContent ?? ''));
  return (
    <SideDrawer size="sm" title={label(['预览短信 · {name}', 'Preview: {name}'], { name: row.smsConfigName })} onClose={onClose}>
      <chakra.p bg="bg.subtle" border="hairline" borderRadius="md" p={3} whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </chakra.p>
      <chakra.p mt={2} textStyle="dense" color="fg.muted">
        {label(
          [
            '以示例数据填充, 共 {length} 字, 按 {count} 条计费(不含签名)',
            'With invented values: {length} characters, charged as {count} (signature not counted)',
          ],
          {
            length: text.length,
            count: smsCount(text),
          },
        )}
      </chakra.p>
    </SideDrawer>
  );
}
