import { choices } from '#domain/kernel/choices.ts';

/** Closed sets of docs/forms.md#eclampsia; the codes are the risk model's own numbers. */
export const race = choices({
  white: [1, '白人', 'White'],
  black: [2, '黑人', 'Black'],
  southAsian: [3, '南亚', 'South Asian'],
  eastAsian: [4, '东亚', 'East Asian'],
  mixed: [5, '混合', 'Mixed'],
});
export const diabetesType = choices({ none: [0, '无', 'None'], type1: [1, '1型', 'Type 1'], type2: [2, '2型', 'Type 2'] });
export const diabetesTreatment = choices({
  diet: [1, '饮食', 'Diet'],
  insulin: [2, '胰岛素', 'Insulin'],
  both: [3, '胰岛素+二甲双胍', 'Insulin and metformin'],
  metformin: [4, '二甲双胍', 'Metformin'],
});
/** Births from 24 weeks on. */
export const parous = choices({ no: [0, '初产', 'Nulliparous'], yes: [1, '经产', 'Parous'] });
