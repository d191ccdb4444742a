import type { BatchRow } from '#domain/lab/batch/sheetRows.ts';
import { ask } from '#src/api/ask.ts';
import type { PickerItem, PickerSource } from '#src/ui/picker.ts';

const asItem = ({ ruleId, batch, panelGroupName, isSubmit }: Pick<BatchRow, 'ruleId' | 'batch' | 'panelGroupName' | 'isSubmit'>): PickerItem => ({
  id: ruleId,
  name: batch,
  ...(panelGroupName ? { note: panelGroupName } : {}),
  isDisabled: isSubmit === 0,
});

/** Run sheets of every line, the newest first; what has not been submitted has not run. */
export const runSheetSource = (isAllowed: boolean): PickerSource => ({
  key: 'runSheet',
  isForbidden: !isAllowed,
  async search(batch, { limit, signal }) {
    const asked = { query: { batch, isSubmit: '1', size: limit }, quiet: true, signal };
    const pages = await Promise.all([ask('GET lab/lab-batch/page', asked), ask('GET lab/tngsSj/page', asked), ask('GET lab/mapmiSj/page', asked)]);
    const rows = pages.flatMap(({ records }) => records).toSorted((one, other) => other.createTime.localeCompare(one.createTime));
    return rows.slice(0, limit).map(asItem);
  },
  resolve: (ids) => Promise.all(ids.map(async (ruleId) => asItem(await ask('GET lab/lab-batch/detail', { query: { ruleId }, quiet: true })))),
});
