import { sql, type SQL } from 'drizzle-orm';
import type { BindClient, BindState, CodeBind } from '#domain/code/bindCode.ts';
import type { CodePattern } from '#domain/code/codeMatch.ts';
import type { PartnerRule } from '#domain/code/thirdpartyMatch.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { requireCodes } from '#server/spine/loading.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

const bindColumns = sql`id::text as bind_id, bar_code, thirdparty_bar_code, send_sample_client_id::text as send_sample_client_id, laboratory_id::text as laboratory_id, bind_user, create_time, release_user, release_time`;

/** The one binding a condition finds, locked where it will be changed. */
async function findBind(reader: Reader, tenantId: string, condition: SQL, isLocked: boolean): Promise<CodeBind | null> {
  const lock = isLocked ? sql`for update` : sql``;
  return (
    (await readRow<CodeBind>(reader, sql`select ${bindColumns} from thirdparty_bind_entry where tenant_id = ${tenantId} and ${condition} ${lock}`)) ??
    null
  );
}

/** A binding by its id; null where there is none among the user's laboratories. */
export async function bindById(reader: Reader, user: ActingUser, bindId: string): Promise<CodeBind | null> {
  const found = await findBind(reader, user.tenantId, sql`id = ${bindId}`, true);
  return found && (await isForeignTo(reader, user, found.laboratoryId)) ? null : found;
}

async function isForeignTo(reader: Reader, user: ActingUser, laboratoryId: string | null): Promise<boolean> {
  const allowed = await laboratoriesOf(reader, user);
  return allowed !== null && laboratoryId !== null && !allowed.includes(laboratoryId);
}

async function clientOf(reader: Reader, tenantId: string, clientId: string | null | undefined): Promise<BindClient | null> {
  if (!clientId) return null;
  return (
    (await readRow<BindClient>(
      reader,
      sql`select id::text as client_id, client_code, client_name, contract_laboratory_id::text as laboratory_id
      from send_sample_client where tenant_id = ${tenantId} and id = ${clientId} and is_deleted = 0`,
    )) ?? null
  );
}

/** Whose our code is: of the sample or the requisition it names, else of the client whose number segment it comes from. */
async function ownerOf(reader: Reader, tenantId: string, barCode: string): Promise<string | null> {
  const received = await readRow<{ id: string | null }>(
    reader,
    sql`select send_sample_client_id::text as id from sample where tenant_id = ${tenantId} and sample_code = ${barCode}
    union all select send_sample_client_id::text from requisition where tenant_id = ${tenantId} and requisition_code = ${barCode} limit 1`,
  );
  if (received?.id) return received.id;
  const segments = await readRows<{ id: string; prefix: string | null; digits: string; firstNumber: string; lastNumber: string }>(
    reader,
    sql`select send_sample_client_id::text as id, prefix, digits, first_number, last_number from number_segment
    where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0 and send_sample_client_id is not null and left(${barCode}, length(coalesce(prefix, ''))) = coalesce(prefix, '')`,
  );
  const owner = segments.find(({ prefix, digits, firstNumber, lastNumber }) => {
    const rest = barCode.slice((prefix ?? '').length);
    return rest.length === Number(digits) && /^\d+$/.test(rest) && Number(rest) >= Number(firstNumber) && Number(rest) <= Number(lastNumber);
  });
  return owner?.id ?? null;
}

const rulesOf = (reader: Reader, tenantId: string, clientId: string): Promise<PartnerRule[]> =>
  readRows<PartnerRule>(
    reader,
    sql`select r.id::text as rule_id, r.affiliation_id::text as affiliation_id, a.affiliation_name, r.thirdparty_code, r.code_length::int as code_length
    from thirdparty_rule r join thirdparty_affiliation a on a.tenant_id = r.tenant_id and a.id = r.affiliation_id
    where r.tenant_id = ${tenantId} and r.send_sample_client_id = ${clientId} and r.is_deleted = 0 and r.is_disable = 0 and a.is_deleted = 0 and a.is_disable = 0`,
  );

/** Everything the rule of a binding asks about. `isLocked` for the act itself: what stands is held until it is decided. */
export async function bindStateOf(
  reader: Reader,
  user: ActingUser,
  asked: { readonly barCode: string; readonly thirdpartyBarCode: string | null; readonly sendSampleClientId?: string | null | undefined },
  isLocked: boolean,
): Promise<BindState> {
  const { tenantId } = user;
  await requireCodes(reader, user, [asked.barCode]);
  const own = await findBind(reader, tenantId, sql`bar_code = ${asked.barCode} and release_time is null`, isLocked);
  const their = asked.thirdpartyBarCode
    ? await findBind(reader, tenantId, sql`thirdparty_bar_code = ${asked.thirdpartyBarCode} and release_time is null`, isLocked)
    : null;
  const knownClient = await clientOf(reader, tenantId, await ownerOf(reader, tenantId, asked.barCode));
  const named = await clientOf(reader, tenantId, asked.sendSampleClientId);
  const namedClient = named && (await isForeignTo(reader, user, named.laboratoryId)) ? null : named;
  const client = knownClient ?? namedClient;
  const styles = await readRows<CodePattern>(
    reader,
    sql`select code_type::int as code_type, laboratory_id::text as laboratory_id, send_sample_client_id::text as send_sample_client_id, pattern, prefix, length::int as length
    from code_style where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0`,
  );
  return {
    own,
    their,
    knownClient,
    namedClient,
    rules: client ? await rulesOf(reader, tenantId, client.clientId) : [],
    styles,
    isForeign: await isForeignTo(reader, user, own?.laboratoryId ?? knownClient?.laboratoryId ?? null),
  };
}
