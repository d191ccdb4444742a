import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { interfaceDefaults, opInterface, type authKind, type interfaceOperation } from '#domain/op/opInterface.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';

/** An interface as calls need it, its secret opened. */
export interface OpenInterface {
  readonly tenantId: string;
  readonly interfaceId: string;
  readonly interfaceName: string;
  readonly interfaceEncoding: string;
  readonly interfaceType: number;
  readonly thirdManufacturer: string | null;
  readonly operations: readonly CodeOf<typeof interfaceOperation>[];
  readonly apiUrl: string | null;
  readonly isJson: boolean;
  readonly authKind: CodeOf<typeof authKind>;
  readonly appKey: string | null;
  readonly appSecret: string | null;
  readonly timeoutSeconds: number;
  readonly perMinute: number;
  readonly burst: number;
  readonly maxParallel: number;
  readonly ipAllowList: string | null;
  readonly laboratoryId: string;
  readonly sendSampleClientIds: readonly string[];
  readonly payloadDays: number;
  readonly testedTime: string | null;
  readonly isDisable: boolean;
  readonly version: number;
}
type Opening = Reader & Pick<NodePgDatabase, 'select' | 'insert'>;

/** The living interface of a condition (alias i) with its secret; undefined where there is none. Callers have judged whose it is. */
export async function openInterface(reader: Opening, where: SQL): Promise<OpenInterface | undefined> {
  const { timeoutSeconds, perMinute, burst, maxParallel, payloadDays } = interfaceDefaults;
  const found = await readRow<Omit<OpenInterface, 'appSecret'>>(
    reader,
    sql`select i.tenant_id, i.id::text as interface_id, i.interface_name, i.interface_encoding, i.interface_type::int as interface_type, i.third_manufacturer,
        coalesce(i.operations, '{}') as operations, i.api_url, coalesce(i.body_format, 1) = 1 as is_json, i.auth_kind, i.app_key,
        coalesce(i.timeout_seconds, ${timeoutSeconds})::int as timeout_seconds, coalesce(i.per_minute, ${perMinute})::int as per_minute, coalesce(i.burst, ${burst})::int as burst,
        coalesce(i.max_parallel, ${maxParallel})::int as max_parallel, i.ip_allow_list, i.laboratory_id::text as laboratory_id,
        coalesce(i.send_sample_client_ids, '{}')::text[] as send_sample_client_ids, coalesce(i.payload_days, ${payloadDays})::int as payload_days, i.tested_time,
        i.is_disable = 1 as is_disable, i.version::int as version
      from op_interface i where ${where} and i.is_deleted = 0 limit 1`,
  );
  if (!found) return undefined;
  const { appSecret = null } = await openSecrets(reader, opInterface, found.tenantId, found.interfaceId);
  return { ...found, appSecret };
}
