import type { ImpossibleWhen } from '../../rules/entryForm.ts';
import {
  adversePregnancyHistory,
  allogeneicTreatment,
  conceptionMode,
  fetusCount,
  parentalChromosomeAbnormal,
  serumScreeningResult,
  vanishingTwin,
} from '../../rules/formChoices.ts';

/** What a NIPT form has no answer to once another one is given. A singleton may still have lost its twin. */
export const niptImpossible: readonly ImpossibleWhen[] = [
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'conceptionMode', is: [conceptionMode.natural, conceptionMode.induced, conceptionMode.iui] },
  { fields: ['donorGamete'], field: 'conceptionMode', is: [conceptionMode.natural] },
  { fields: ['chorionicity'], field: 'fetusCount', is: [fetusCount.one] },
  { fields: ['reductionDate'], field: 'vanishingTwin', is: [vanishingTwin.none] },
  { fields: ['adversePregnancyText'], field: 'adversePregnancyHistory', is: [adversePregnancyHistory.none] },
  {
    fields: ['parentalChromosomeText'],
    field: 'parentalChromosomeAbnormal',
    is: [parentalChromosomeAbnormal.none, parentalChromosomeAbnormal.unknown],
  },
  { fields: ['geneticFamilyText'], field: 'geneticFamilyHistory', is: [0] },
  { fields: ['allogeneicDate'], field: 'allogeneicTreatment', is: [allogeneicTreatment.none] },
  { fields: ['malignancyText'], field: 'malignancyInPregnancy', is: [0] },
  { fields: ['ultrasoundAbnormalText'], field: 'ultrasoundAbnormal', is: [0] },
  { fields: ['serumRiskT21', 'serumRiskT18', 'ontdRisk'], field: 'serumScreeningResult', is: [serumScreeningResult.notDone] },
  { fields: ['consentCode', 'consentDate'], field: 'consentSigned', is: [0] },
];
