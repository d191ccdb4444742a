import { sql } from 'drizzle-orm';
import {
  appliedType,
  applyLabCodes,
  applySampleCodes,
  reprintLabCodes,
  reprintSampleCodes,
  voidLabCodes,
  voidSampleCodes,
  type ApplyKind,
  type ReprintState,
} from '#domain/code/codeApply.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { plainLayout, readLayout } from '#domain/code/labelLayout.ts';
import { jobKind } from '#domain/code/printJob.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { inSight, requireCodes } from '#server/spine/loading.ts';
import { codeApplyTable } from '#server/storage/codeTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import {
  appliedCodes,
  blocksOfApply,
  insertJob,
  isHolderKnown,
  lockSpaces,
  writeAllotted,
  writeVoided,
  type AppliedBlock,
  type Holder,
} from './codeApplyStore.ts';
import { labelStyleOf, type LabelStyle } from './labelStyle.ts';

interface ApplyRow {
  readonly applyId: string;
  readonly codeType: number;
  readonly clientId: string | null;
  readonly laboratoryId: string | null;
  readonly styleId: string | null;
  readonly styleName: string;
  readonly layout: unknown;
}

/** An application of a kind with the style of its first print; its row is locked where it is to be changed. */
export async function applyOf(reader: Reader, user: ActingUser, kind: ApplyKind, applyId: string, isLocked: boolean): Promise<ApplyRow | undefined> {
  if (!isId(applyId)) return undefined;
  const ofKind = kind === 'lab' ? sql`a.code_type = ${codeType.lab}` : sql`a.code_type <> ${codeType.lab}`;
  return readRow<ApplyRow>(
    reader,
    sql`select a.id::text as apply_id, a.code_type, a.send_sample_client_id::text as client_id, a.laboratory_id::text as laboratory_id,
        j.style_id::text as style_id, j.style_name, j.layout
      from code_apply a join print_job j on j.tenant_id = a.tenant_id and j.id = a.print_id
      where a.tenant_id = ${user.tenantId} and a.id = ${applyId} and ${ofKind} and ${inSight(user, sql`a.laboratory_id`)}${isLocked ? sql` for update of a` : sql``}`,
  );
}

interface LoadedApply {
  readonly isHolderKnown: boolean;
  readonly isStyleKnown: boolean;
  readonly spaces: Awaited<ReturnType<typeof lockSpaces>>;
  readonly holder: Holder;
  readonly style: LabelStyle | null;
}

const applying = (kind: ApplyKind): ServedCommand =>
  serveCommand(kind === 'lab' ? applyLabCodes : applySampleCodes, {
    async load(tx, input, { user }): Promise<LoadedApply> {
      const holder: Holder = {
        kind,
        codeType: appliedType(kind, input.codeType),
        clientId: kind === 'lab' ? null : (input.clientId ?? null),
        // The contract names whom numbers are for by `clientId` on both.
        laboratoryId: kind === 'lab' ? (input.laboratoryId ?? input.clientId ?? null) : null,
      };
      if (!(await isHolderKnown(tx, user, holder))) return { isHolderKnown: false, isStyleKnown: true, spaces: [], holder, style: null };
      const style = await labelStyleOf(tx, user.tenantId, { ...holder, styleId: input.styleId ?? null });
      return {
        isHolderKnown: true,
        isStyleKnown: style !== null,
        spaces: style ? await lockSpaces(tx, user.tenantId, holder, input.quantity) : [],
        holder,
        style,
      };
    },
    async write(tx, { input, state, change, acting }) {
      const { holder, style } = state as LoadedApply;
      if (!style) throw new Error('labels without a style');
      const applyId = newId();
      const { codes } = change;
      const printId = await insertJob(tx, acting, {
        applyId,
        kind: jobKind.first,
        codeType: holder.codeType,
        codes,
        oldCodes: null,
        style,
        reason: null,
      });
      await tx.insert(codeApplyTable).values({
        id: applyId,
        tenantId: acting.user.tenantId,
        codeType: holder.codeType,
        sendSampleClientId: holder.clientId,
        laboratoryId: holder.laboratoryId,
        quantity: codes.length,
        firstCode: codes[0] ?? '',
        lastCode: codes.at(-1) ?? '',
        printId,
        remark: input.remark ?? null,
        createUserId: acting.user.id,
        createUserName: acting.user.name,
        createTime: acting.now,
      });
      await writeAllotted(tx, acting, applyId, change.allotted);
      return { applyId, printId, quantity: codes.length, firstCode: codes[0] ?? '', lastCode: codes.at(-1) ?? '' };
    },
  });

interface LoadedReprint extends ReprintState {
  readonly apply: ApplyRow | null;
  readonly blocks: readonly AppliedBlock[];
}
async function loadReprint(
  tx: Tx,
  kind: ApplyKind,
  user: ActingUser,
  { applyId, codes, replace }: { readonly applyId: string; readonly codes: readonly string[]; readonly replace: boolean },
): Promise<LoadedReprint> {
  const apply = await applyOf(tx, user, kind, applyId, true);
  const nothing = { isHolderKnown: true, spaces: [], applyId: null, known: [], apply: null, blocks: [] };
  if (!apply) return nothing;
  const holder: Holder = { ...apply, kind };
  if (kind === 'lab' && !(await isHolderKnown(tx, user, holder))) return nothing;
  if (kind === 'sample') await requireCodes(tx, user, codes);
  const spaces = replace ? await lockSpaces(tx, user.tenantId, holder, codes.length) : [];
  const blocks = await blocksOfApply(tx, user.tenantId, applyId);
  const known = await appliedCodes(tx, user.tenantId, apply.codeType, blocks, codes);
  return { isHolderKnown: true, spaces, applyId, known, apply, blocks };
}

const reprinting = (kind: ApplyKind): ServedCommand =>
  serveCommand(kind === 'lab' ? reprintLabCodes : reprintSampleCodes, {
    load: (tx, input, { user }) => loadReprint(tx, kind, user, input),
    async write(tx, { input, state, change, acting, opId }) {
      const { apply, blocks } = state as LoadedReprint;
      if (!apply) throw new Error('printed again of no application');
      const { applyId, codeType: type, styleId, styleName, layout } = apply;
      await writeVoided(tx, acting, blocks, change.voided, input.reason, opId);
      await writeAllotted(tx, acting, applyId, change.allotted);
      const printId = await insertJob(tx, acting, {
        applyId,
        kind: change.kind,
        codeType: type,
        codes: change.codes,
        oldCodes: change.voided.length > 0 ? change.voided.map(({ code }) => code) : null,
        style: { styleId, styleName, layout: readLayout(layout) ?? plainLayout },
        reason: input.reason,
      });
      return { printId, codes: change.codes };
    },
  });

const voiding = (kind: ApplyKind): ServedCommand =>
  serveCommand(kind === 'lab' ? voidLabCodes : voidSampleCodes, {
    load: (tx, input, { user }) => loadReprint(tx, kind, user, { ...input, replace: false }),
    async write(tx, { input, state, change, acting, opId }) {
      await writeVoided(tx, acting, (state as LoadedReprint).blocks, change, input.reason, opId);
      return { voided: change.length };
    },
  });

export const servedApplies: readonly ServedCommand[] = (['sample', 'lab'] as const).flatMap((kind) => [
  applying(kind),
  reprinting(kind),
  voiding(kind),
]);
