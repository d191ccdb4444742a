import { expect, it } from 'vitest';
import { guidanceOf, type Guidance, type GuidedReport } from './guidanceChoice.ts';

const guidance: Guidance = {
  id: '1',
  cancerType: '肺癌',
  icdCode: 'C34',
  geneSymbol: 'EGFR',
  variantClass: 'P',
  qualitativeResult: 2,
  sex: null,
  ageFrom: 18,
  ageTo: null,
  guidance: '建议咨询专科',
  drugAdvice: '吉非替尼',
  evidenceLevel: 'A',
  citation: 'NCCN 2026',
};
const report: GuidedReport = {
  names: ['肺癌靶向用药基因检测'],
  qualitativeResult: 2,
  sex: 1,
  age: 60,
  variants: [{ gene: 'EGFR', variantClass: 'P' }],
};
const has = (asked: Partial<GuidedReport>, one: Partial<Guidance> = {}): boolean =>
  guidanceOf([{ ...guidance, ...one }], { ...report, ...asked }).length > 0;

it('is for reports of its cancer where all that it asks for holds', () => {
  expect(has({})).toBe(true);
  expect(has({ names: ['诊断 c34.9'] })).toBe(true);
  for (const asked of [
    { names: ['乳腺癌'] },
    { qualitativeResult: 1 },
    { age: 17 },
    { age: null },
    { variants: [] },
    { variants: [{ gene: 'EGFR', variantClass: 'VUS' }] },
    { variants: [{ gene: 'KRAS', variantClass: 'P' }] },
  ])
    expect(has(asked)).toBe(false);
  expect(has({ sex: 1 }, { sex: 2 })).toBe(false);
  expect(has({ variants: [] }, { geneSymbol: null, variantClass: null })).toBe(true);
  expect(has({ variants: [{ gene: 'KRAS', variantClass: 'P' }] }, { geneSymbol: null })).toBe(true);
});

it('prints what it advises with its evidence and source', () => {
  expect(guidanceOf([guidance], report)).toEqual([
    { id: '1', title: '肺癌 EGFR', text: '建议咨询专科\n用药提示：吉非替尼\n证据等级：A　参考文献：NCCN 2026' },
  ]);
});
