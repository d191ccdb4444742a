import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';
import { DropSheet } from '#src/ui/sheet/DropSheet.tsx';
import { importDesk } from './importDesk.ts';

/** The first stage: a list of requisitions is chosen or dropped. */
export function ChooseFile({ problem }: { readonly problem: { readonly fileName: string; readonly text: Label } | null }) {
  const { label, language } = useText();
  const template = async (): Promise<void> => {
    try {
      downloadFile(await importDesk.remote.template(language), label(['送检清单模板.xlsx', 'requisitions template.xlsx']));
    } catch {
      notify.error(['模板无法生成,请刷新页面后重试', 'The template could not be made: reload the page and try again']);
    }
  };
  return (
    <DropSheet
      problem={problem}
      prompt={['把送检清单拖到这里,或选择文件', 'Drop a list of requisitions here, or choose a file']}
      note={[
        '支持 .xlsx、.xls、.csv(UTF-8 或 GB18030),最多 20 万行;断网时也可导入',
        '.xlsx, .xls, .csv (UTF-8 or GB18030), up to 200,000 rows; works without network',
      ]}
      onFile={(file) => void importDesk.open(file)}
      onTemplate={() => void template()}
    />
  );
}
