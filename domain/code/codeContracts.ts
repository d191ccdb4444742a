import { declareCalls, parameters } from '#domain/kernel/contract.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { codeApplyDetail, labelsOfJob, printCount, sampleCodeDetail, usableCodeRange } from './codeAnswers.ts';
import { codeStyle } from './codeStyle.ts';
import { numberSegment } from './numberSegment.ts';

const detail = {
  title: ['号码申请明细', 'Application of codes'],
  query: parameters('applyId', 'id'),
  answer: codeApplyDetail,
} as const;
const usable = {
  title: ['可用号码范围', 'Usable codes'],
  query: parameters('clientId', 'laboratoryId', 'codeType'),
  answer: usableCodeRange,
} as const;

export const codeApplyContracts = declareCalls({
  'GET code/sample-code-apply/detail': { ...detail, permission: 'sampleCodeApply_view' },
  'GET code/lab-code-apply/detail': { ...detail, permission: 'labCodeApply_view' },
  'GET code/sample-code-apply/usable-code-range': { ...usable, permission: 'sampleCodeApply_view' },
  'GET code/lab-code-apply/usable-code-range': { ...usable, permission: 'labCodeApply_view' },
  'GET code/sample-code/detail': {
    title: ['查询样本条码', 'Look up a sample code'],
    permission: 'sampleCodeApply_view',
    query: parameters('sampleCode'),
    answer: sampleCodeDetail,
  },
});

const labels = {
  title: ['打印任务的标签', 'Labels of a print job'],
  permission: 'code_print',
  query: parameters('printId'),
  answer: labelsOfJob,
} as const;

export const printContracts = declareCalls({
  'GET code/print/get-sample': labels,
  'GET code/print/get-lab': labels,
  'GET code/print/print-count': {
    title: ['打印进度', 'Progress of a print job'],
    permission: 'code_print',
    query: parameters('printId'),
    answer: printCount,
  },
});

export const codeStyleContracts = declareCalls({ 'POST code/code-style/save': savedRecord(codeStyle) });
export const numberSegmentContracts = declareCalls({ 'POST code/number-segment/save': savedRecord(numberSegment) });
