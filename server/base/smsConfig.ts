import { sql } from 'drizzle-orm';
import { smsConfig, smsConfigType } from '#domain/base/smsConfig.ts';
import { unknownPlaces } from '#domain/base/smsContent.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/answers.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type Tx } from '#server/kernel/serve.ts';
import { readRow } from '#server/storage/readRows.ts';

const { sendSampleClientId, smsContent } = smsConfig.fields;

/** Stands in for the described save: a custom rule names its client, a default one none; every place of the text can be filled. */
export const smsConfigCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    service: 'base',
    path: 'smsConfig/saveOrUpdate',
    title: ['保存短信配置', 'Save: SMS rule'],
    permission: 'smsConfig_save',
    handle: ({ database, body, user, request }) =>
      onceOnly(database, request, user, 'smsConfig.saveOrUpdate', async (tx, opId) => {
        const { id } = await saveRow(tx, smsConfig, body ?? {}, { user, deviceId: deviceIdOf(request), opId });
        await judgeRule(tx, user.tenantId, id);
        return { id };
      }),
  }),
];

async function judgeRule(tx: Tx, tenantId: string, id: string): Promise<void> {
  const row = await readRow<{ kind: number; clientId: string | null; smsContent: string }>(
    tx,
    sql`select sms_config_type::int as kind, send_sample_client_id::text as client_id, sms_content from sms_config where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a rule was saved and is not there');
  const unknown = unknownPlaces(row.smsContent);
  const isCustom = row.kind === smsConfigType.custom;
  const problems = [
    ...(isCustom && !row.clientId ? [problemOf('sendSampleClientId', sendSampleClientId, 'requiredChoice')] : []),
    ...(!isCustom && row.clientId
      ? [problemOf('sendSampleClientId', sendSampleClientId, 'rule', { text: ['默认配置不限送检单位', 'A default rule is of no client'] })]
      : []),
    ...(unknown.length > 0
      ? [
          problemOf('smsContent', smsContent, 'rule', {
            text: [`短信内容有未知的占位: ${unknown.join('、')}`, `The text has places nothing fills: ${unknown.join(', ')}`],
          }),
        ]
      : []),
  ];
  if (problems.length > 0) throw problemsError(problems);
}
