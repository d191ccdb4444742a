import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#monogenic. */
export const geneProduct = choices({
  panel: [1, 'panel', 'Panel'],
  wesProband: [2, 'WES先证者', 'WES, proband'],
  wesFamily: [3, '家系WES', 'WES, family'],
  wgs: [4, 'WGS', 'WGS'],
  cnvSeq: [5, 'CNV-seq', 'CNV-seq'],
  mlpa: [6, 'MLPA', 'MLPA'],
  expansion: [7, '动态突变', 'Repeat expansion'],
  sanger: [8, 'Sanger验证', 'Sanger'],
  mitochondrial: [9, '线粒体', 'Mitochondrial'],
});
export const familyRelation = choices({
  self: [1, '本人', 'Proband'],
  father: [2, '父亲', 'Father'],
  mother: [3, '母亲', 'Mother'],
  brother: [4, '兄弟', 'Brother'],
  sister: [5, '姐妹', 'Sister'],
  spouse: [6, '配偶', 'Spouse'],
  son: [7, '儿子', 'Son'],
  daughter: [8, '女儿', 'Daughter'],
  fathersFather: [9, '祖父', "Father's father"],
  fathersMother: [10, '祖母', "Father's mother"],
  mothersFather: [11, '外祖父', "Mother's father"],
  mothersMother: [12, '外祖母', "Mother's mother"],
  fetus: [13, '胎儿', 'Fetus'],
  other: [14, '其他', 'Other'],
});
export const affectedStatus = choices({ affected: [1, '患病', 'Affected'], healthy: [2, '未患病', 'Healthy'], unknown: [3, '未知', 'Unknown'] });
export const samplePurpose = choices({ test: [1, '检测', 'Test'], verify: [2, '验证', 'Verify'], control: [3, '对照', 'Control'] });
export const onsetAgeUnit = choices({
  years: [1, '岁', 'years'],
  months: [2, '月', 'months'],
  days: [3, '天', 'days'],
  birth: [4, '出生', 'at birth'],
  fetal: [5, '胎儿期', 'before birth'],
});
export const priorGeneticMethod = choices({
  none: [0, '无', 'None'],
  karyotype: [1, '核型', 'Karyotype'],
  cma: [2, 'CMA', 'CMA'],
  panel: [3, 'panel', 'Panel'],
  metabolic: [4, '代谢', 'Metabolic'],
  other: [5, '其他', 'Other'],
});
export const invasiveProcedure = choices({
  amnio: [1, '羊水穿刺', 'Amniocentesis'],
  villus: [2, '绒毛活检', 'Villus sampling'],
  cord: [3, '脐血穿刺', 'Cord blood'],
});
export const secondaryFindingsConsent = choices({ yes: [1, '同意', 'Consents'], no: [2, '不同意', 'Declines'] });
