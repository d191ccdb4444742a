import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#carrier-screening. */
export const carrierPanel = choices({
  sma: [1, '单病: SMA', 'SMA alone'],
  fmr1: [2, '单病: FMR1', 'FMR1 alone'],
  thalassaemia: [3, '单病: 地贫', 'Thalassaemia alone'],
  deafness: [4, '单病: 耳聋', 'Deafness alone'],
  nine: [5, '9种', 'Nine diseases'],
  many: [6, '多病种(≥100)', 'A hundred diseases or more'],
  exome: [7, 'WES扩展', 'Expanded by WES'],
});
export const screeningMode = choices({
  womanFirst: [1, '女方先行(序贯)', 'The woman first'],
  together: [2, '夫妻同时', 'Both together'],
  manAfter: [3, '男方补测', 'The man afterwards'],
});
export const screeningTiming = choices({
  before: [1, '孕前', 'Before a pregnancy'],
  early: [2, '孕早期', 'First trimester'],
  middle: [3, '孕中期', 'Second trimester'],
  assisted: [4, '辅助生殖前', 'Before assisted reproduction'],
  donor: [5, '供精/供卵者', 'Donor of gametes'],
});
/** Here the history is the couple's; that of an NIPT is the pregnancy's. */
export const carrierAdverseHistory = choices({
  none: [1, '无', 'None'],
  recurrentLoss: [2, '复发流产', 'Recurrent loss'],
  missed: [3, '胚胎停育', 'Missed miscarriage'],
  infertility: [4, '不孕', 'Infertility'],
  mole: [5, '葡萄胎', 'Hydatidiform mole'],
  ovarianFailure: [6, '卵巢早衰', 'Premature ovarian failure'],
  sperm: [7, '无/少/弱/畸精', 'Azoospermia or poor sperm'],
  affectedChild: [8, '生育患儿', 'Affected child'],
});
/** No and yes are those of a question, so that a history without a transplant reads the same on every form. */
export const transplantHistory = choices({
  none: [0, '无', 'None'],
  marrow: [1, '骨髓/造血干细胞', 'Bone marrow, stem cells'],
  organ: [2, '器官', 'Organ'],
});
export const addOns = choices({
  fmr1: [1, 'FMR1 CGG', 'FMR1 CGG'],
  smn1: [2, 'SMA SMN1', 'SMA SMN1'],
  dmd: [3, 'DMD', 'DMD'],
  yMicrodeletion: [4, 'Y微缺失(男)', 'Y microdeletion (men)'],
});
export const reportMode = choices({ single: [1, '个人', 'One person'], couple: [2, '夫妻联合', 'The couple'] });
export const testedPerson = choices({ self: [1, '本人', 'The person'], partner: [2, '配偶', 'The partner'] });
export const priorCarrierResult = choices({
  carrier: [1, '携带', 'Carrier'],
  notDetected: [2, '未检出', 'Not detected'],
  uncertain: [3, '意义未明', 'Uncertain'],
  unknown: [4, '不详', 'Unknown'],
});
