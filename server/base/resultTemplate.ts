import { sql } from 'drizzle-orm';
import { resultTemplateContracts } from '#domain/base/templateContracts.ts';
import { check, problemOf } from '#domain/kernel/check.ts';
import { findHead, resultTemplate, templateFault, templateState, templateFaults, type NamedItem } from '#domain/base/resultTemplate.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { layoutOf } from '#domain/lab/rules/resultSheet.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { saveRow, setDisabled, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readSheet, type UploadedSheet } from '#server/kernel/import/uploadedSheet.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';

const largestFile = 5 * 1_048_576;
type Sheet = Omit<UploadedSheet, 'fields'>;

/** The items of a panel group, by any of its panels. */
const itemsOf = (tx: Tx, tenantId: string, panelGroupId: string): Promise<NamedItem[]> =>
  readRows<NamedItem>(
    tx,
    sql`select i.id::text as item_id, i.item_code, i.item_name, i.item_short_name from item i where i.tenant_id = ${tenantId} and i.is_deleted = 0 and i.id in
      (select unnest(p.item_ids) from panel p where p.tenant_id = ${tenantId} and p.is_deleted = 0 and p.panel_group_id = ${panelGroupId}) order by i.sort, i.id`,
  );

/** Saves name and group, and reads the sheet's header anew where one was sent. Throws UserError 422 for a header nothing can be imported by. */
async function saveTemplate(tx: Tx, sent: Readonly<Record<string, unknown>>, file: Sheet | null, writing: Writing): Promise<{ id: string }> {
  const { tenantId } = writing.user;
  const before = await readRow<{ panelGroupId: string; layout: number | null }>(
    tx,
    sql`select panel_group_id::text as panel_group_id, layout::int as layout from result_template where tenant_id = ${tenantId} and id::text = ${parameter(sent, 'resultTemplateId') || parameter(sent, 'id')}`,
  );
  const state = sent['disable'] ?? sent['isDisable'] ?? '';
  if (!before && state === '')
    throw problemsError([...check(resultTemplate.fields, sent).problems, problemOf('disable', templateState, 'requiredChoice')]);
  const { id } = await saveRow(tx, resultTemplate, sent, writing);
  if (state !== '') await setDisabled(tx, resultTemplate, [id], state === true || state === 'true' || Number(state) === 1 ? 1 : 0, writing);
  const saved = await readRow<{ panelGroupId: string; layout: number | null }>(
    tx,
    sql`select panel_group_id::text as panel_group_id, layout::int as layout from result_template where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!saved) throw new Error('a template was saved and is not there');
  if (!file) {
    if (before?.panelGroupId === saved.panelGroupId && before.layout === saved.layout) return { id };
    // Another group has other items, another layout other columns: what the old header meant says nothing there.
    throw new UserError(400, ['请上传模板文件', 'Upload the template’s file'], { refusal: 'resultTemplate.noFile' });
  }
  const head = findHead(file.sheet.rows, await itemsOf(tx, tenantId, saved.panelGroupId));
  const found = templateFault(head, layoutOf(saved.layout));
  if (found || !head) {
    const label = templateFaults[found?.fault ?? 'noHead'];
    const params = { titles: found?.titles ?? '' };
    throw new UserError(422, [fillLabel(label, params, 'zh'), fillLabel(label, params, 'en')], {
      refusal: `resultTemplate.${found?.fault ?? 'noHead'}`,
    });
  }
  const itemCount = head.columns.filter(({ itemId }) => itemId !== null).length;
  await tx.execute(sql`update result_template set file_name = ${file.fileName}, sheet_name = ${file.sheet.sheetName.slice(0, 100)}, header_row = ${file.sheet.rowNumbers[head.row] ?? 1},
    item_count = ${itemCount}, columns = ${JSON.stringify(head.columns)}::jsonb where tenant_id = ${tenantId} and id = ${id}`);
  return { id };
}

export const resultTemplateCalls: readonly Call[] = serveCalls(resultTemplateContracts, {
  'POST base/result-template/save': {
    cost: 'import',
    /** The contract's form with a sheet (.xlsx, .xls, .csv); without one, name and remark change. */
    async handle({ request, blobs, once }) {
      const { fields, bytes, fileName } = await uploadedForm(request, largestFile);
      const file = bytes ? await readSheet({ blobs }, bytes, fileName) : null;
      // What a repeat is known by: the fields and the file's content.
      request.body = { ...fields, file: file?.fileHash ?? null };
      return once((tx, writing) => saveTemplate(tx, fields, file, writing));
    },
  },
});
