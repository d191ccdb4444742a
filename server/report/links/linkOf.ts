import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { usualStrategy, type reportChannel } from '#domain/report/reportStrategy.ts';
import { policies } from '#domain/system/policies.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { reportLinkTable } from '#server/storage/deliveryTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

const dayMs = 86_400_000;

/** Where readers outside reach this house, `https://host`; null: nobody has said so. */
export async function publicAddress(reader: Parameters<typeof policyValues>[0]): Promise<string | null> {
  const { reportAddress } = await policyValues(reader);
  return reportAddress === policies.reportAddress.usual ? null : reportAddress;
}

/** What a report's code leads to: with the house's public address where there is one, else without a host. */
export async function verifyAddressOf(reader: Parameters<typeof policyValues>[0], verifyToken: string): Promise<string> {
  return [await publicAddress(reader), 'verify', verifyToken].filter(Boolean).join('/');
}

/** What a token of an address is known by; the token itself is kept nowhere. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface LinkFor {
  readonly channel: CodeOf<typeof reportChannel>;
  /** Whose it is, as the house calls them. */
  readonly receiverName: string;
  /** A receiver whose own password opens it. */
  readonly receiverId?: string | null;
  readonly mailId?: string;
}
export interface ReportLink {
  readonly linkId: string;
  /** `https://host/r/<token>`: told once, to whom it is for. */
  readonly address: string;
  readonly expireTime: string;
}

/**
 * A fresh address by which one reader opens a version, for as long as its strategy says (docs/report.md#links). Null where the house has no
 * public address.
 */
export async function linkOf(tx: Tx, tenantId: string, versionId: string, link: LinkFor, now: string): Promise<ReportLink | null> {
  const origin = await publicAddress(tx);
  const version = await readRow<{ reportId: string; linkDays: number | null }>(
    tx,
    sql`select v.report_id::text as report_id, s.link_days::int as link_days from report_version v
      left join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
      where v.tenant_id = ${tenantId} and v.id = ${versionId}`,
  );
  if (origin === null || !version) return null;
  const [linkId, token] = [newId(), randomBytes(16).toString('hex')];
  const expireTime = formatDateTime(toMs(now) + (version.linkDays ?? usualStrategy.linkDays) * dayMs);
  const { reportId } = version;
  const row = { ...link, id: linkId, tenantId, reportId, versionId, tokenSha256: tokenHash(token), expireTime, createTime: now };
  await tx.execute(insertMany(reportLinkTable, [row]));
  return { linkId, address: `${origin}/r/${token}`, expireTime };
}
