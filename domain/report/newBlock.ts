import { contentParts, type BlockKind, type ReportBlock, type ReportContent } from './reportContent.ts';

/** A name no block of the content has. */
function freeId(content: ReportContent, kind: BlockKind): string {
  const taken = new Set(contentParts.flatMap((part) => content[part].map(({ id }) => id)));
  for (let no = 1; ; no++) if (!taken.has(`${kind}${no}`)) return `${kind}${no}`;
}

/** A block as it begins: it prints something as soon as it stands there, in the language reports are written in. */
export function newBlock(content: ReportContent, kind: BlockKind): ReportBlock {
  const common = { id: freeId(content, kind), when: null };
  const cell = (fact: string) => ({ fact, label: null, span: 1 });
  switch (kind) {
    case 'reportTitle':
      return { ...common, kind, text: '检测报告', subtitle: '{reportTitle}', code: 'qr', codeText: '{verifyAddress}' };
    case 'patient':
      return { ...common, kind, heading: '', columns: 4, cells: ['personName', 'sex', 'age', 'patientNo'].map(cell) };
    case 'sample':
      return { ...common, kind, heading: '', columns: 4, cells: ['sampleCode', 'sampleClassName', 'samplingTime', 'reportTime'].map(cell) };
    case 'resultTable':
      return {
        ...common,
        kind,
        heading: '检测结果',
        source: 'results',
        columns: ['itemName', 'value', 'unit', 'referenceRange'].map((column) => ({ column, label: null, share: 25 })),
        isOnlyAbnormal: false,
        isGrouped: false,
        emptyText: '未检出。',
      };
    case 'conclusion':
      return { ...common, kind, heading: '检测结论', text: '{conclusion}', isBoxed: true };
    case 'suggestion':
      return { ...common, kind, heading: '建议', text: '{suggestion}', isBoxed: false };
    case 'note':
      return { ...common, kind, heading: '', text: '说明文字', isBoxed: false };
    case 'guidance':
      return { ...common, kind, heading: '解读与指导' };
    case 'comments':
      return { ...common, kind, heading: '样本说明' };
    case 'amendment':
      return { ...common, kind, heading: '修订说明' };
    case 'barcode':
      return { ...common, kind, text: '{sampleCode}', height: 10, align: 'start', caption: '{sampleCode}' };
    case 'qr':
      return { ...common, kind, text: '{verifyAddress}', height: 20, align: 'end', caption: '扫码核验' };
    case 'image':
      return { ...common, kind, picture: '', height: 20, align: 'start', caption: '' };
    case 'signature':
      return { ...common, kind, slots: ['tested', 'reviewed', 'released'], isTimed: true };
    case 'pageNumber':
      return { ...common, kind, align: 'center' };
    case 'endMark':
      return { ...common, kind, text: '（以下空白）' };
    case 'pageBreak':
      return { ...common, kind };
  }
}
