import { chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { removeUpload, removeUploadRefusal } from '#domain/report/upload/uploadActs.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { ReportPagesPart } from '../audit/ReportPagesPart.tsx';
import { useReportPages } from '../audit/useReportPages.ts';
import { UploadWord } from './uploadCells.tsx';

interface UploadDrawerProps {
  readonly uploadId: string;
  readonly mayRemove: boolean;
  readonly onRemove: (uploadId: string) => void;
  readonly onClose: () => void;
}
/** A file beside the sample it is the report of. */
export function UploadDrawer({ uploadId, mayRemove, onRemove, onClose }: UploadDrawerProps) {
  const { label } = useText();
  const { data: upload, failure, retry } = useAsked('GET report/report-upload/detail', { uploadId });
  const [again, setAgain] = useState(0);
  const drawn = useReportPages(upload?.versionId ?? null, again);
  const facts: readonly (readonly [Label, string | number | null | undefined])[] = upload
    ? [
        [['样本条码', 'Sample code'], upload.sampleCode],
        [['受检者姓名', 'Patient name'], upload.personName],
        [['性别', 'Sex'], label(sex.labelOf(upload.sex) ?? ['', ''])],
        [['年龄', 'Age'], upload.age],
        [['采样时间', 'Sampling time'], upload.samplingTime],
        [['产品', 'Commodities'], upload.commodityNames],
        [['送检单位', 'Sending client'], upload.sendSampleClientName],
        [['受委托检验所', 'Referral laboratory'], upload.entrustedLaboratoryName],
        [['外部报告编号', 'Report number of the other house'], upload.externalReportNo],
        [['报告编号', 'Report number'], upload.reportNo],
        [['文件名', 'File'], upload.fileName],
        [['页数', 'Pages'], upload.pages],
        [['上传人', 'Uploaded by'], `${upload.uploadUserName} ${upload.createTime}`],
        [['报告审核人', 'Released by'], upload.auditorName],
        [['原因', 'Reason'], upload.reason],
      ]
    : [];
  return (
    <SideDrawer
      size="lg"
      title={upload?.fileName ?? ''}
      aside={upload ? <UploadWord state={upload.state} /> : null}
      onClose={onClose}
      footer={
        mayRemove && upload && allowedBy(removeUpload, removeUploadRefusal(upload)) === true ? (
          <Button variant="danger" icon={Trash2} onClick={() => onRemove(upload.uploadId)}>
            {label(['删除', 'Remove'])}
          </Button>
        ) : null
      }
    >
      {upload ? (
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1.7fr) minmax(260px, 1fr)' }} gap={3} h="full" minH={0}>
          <ReportPagesPart versionId={upload.versionId} drawn={drawn} onRetry={() => setAgain(again + 1)} />
          <chakra.div overflow="auto" minH={0} display="grid" gap={3} alignContent="start">
            {upload.checks.length > 0 ? (
              <chakra.ul textStyle="dense" display="grid" gap={0.5}>
                {upload.checks.map((check) => (
                  <chakra.li key={check[0]} color="warning.text">
                    {label(check)}
                  </chakra.li>
                ))}
              </chakra.ul>
            ) : null}
            <chakra.dl display="grid" gap={1} textStyle="dense">
              {facts.flatMap(([title, value]) =>
                value === null || value === undefined || value === ''
                  ? []
                  : [
                      <chakra.div key={title[0]} display="grid" gridTemplateColumns="112px minmax(0, 1fr)" gap={2}>
                        <chakra.dt color="fg.muted">{label(title)}</chakra.dt>
                        <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
                      </chakra.div>,
                    ],
              )}
            </chakra.dl>
          </chakra.div>
        </chakra.div>
      ) : failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}
