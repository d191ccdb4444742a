import { sql } from 'drizzle-orm';
import { appliedType, type ApplyKind } from '#domain/code/codeApply.ts';
import { printedCode, type CodeApplyDetail, type CodeRange, type CodeRun, type UsableCodeRange } from '#domain/code/codeAnswers.ts';
import { codeApplyContracts } from '#domain/code/codeContracts.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { codeOf, countAll, countOf, type NumberRange } from '#domain/code/numberBlock.ts';
import { countFates, gapsOf, runsOf, usableRanges, type NumberRun } from '#domain/code/usableRange.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { neededId, neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inSight } from '#server/spine/loading.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { applyOf } from './codeApply.ts';
import { appliedBlocks, blocksOfApply, isHolderKnown, segmentsOf, usedIn, type AppliedBlock, type Holder } from './codeApplyStore.ts';
import { readSpace } from './numberBlockStore.ts';

const rangeOf = (block: AppliedBlock, range: NumberRange): CodeRange => ({
  segmentId: block.segmentId,
  firstCode: codeOf(block, range.first),
  lastCode: codeOf(block, range.last),
  count: countOf(range),
});

interface Fate {
  readonly runs: readonly (NumberRun & CodeRun)[];
  readonly gaps: readonly CodeRange[];
}
/** What became of the numbers of blocks: told by segment, whose blocks lie in order. */
async function fateOf(reader: Reader, tenantId: string, type: number, blocks: readonly AppliedBlock[]): Promise<Fate> {
  const runs: (NumberRun & CodeRun)[] = [];
  const gaps: CodeRange[] = [];
  for (const segmentId of new Set(blocks.map((block) => block.segmentId))) {
    const given = blocks.filter((block) => block.segmentId === segmentId);
    const [shape] = given;
    if (!shape) continue;
    const ids = given.map(({ blockId }) => blockId);
    const uses = await readRows<{ number: string; state: number }>(
      reader,
      sql`select number, state from number_use where tenant_id = ${tenantId} and block_id = any(${sql.param(ids)}::bigint[])`,
    );
    const numbersIn = (state: number): number[] => uses.filter((use) => use.state === state).map(({ number }) => Number(number));
    const used = numbersIn(numberState.bound);
    for (const block of given) used.push(...(await usedIn(reader, tenantId, type, block)));
    const told = runsOf({ given, printed: numbersIn(numberState.printed), voided: numbersIn(numberState.spoiled), used });
    runs.push(...told.map((run) => ({ ...run, ...rangeOf(shape, run) })));
    gaps.push(...gapsOf(told).map((gap) => rangeOf(shape, gap)));
  }
  return { runs, gaps };
}
const onWire = ({ segmentId, firstCode, lastCode, count, fate }: NumberRun & CodeRun): CodeRun => ({ segmentId, firstCode, lastCode, count, fate });

/** Stands in for the described verb: the application with what became of its numbers. */
const detailOf = (kind: ApplyKind) => ({
  async handle({ db, query, user }: CallContext<Query>): Promise<CodeApplyDetail> {
    const applyId = parameter(query, 'applyId') || neededParameter(query, 'id');
    const apply = await applyOf(db, user, kind, applyId, false);
    const isSeen = apply && (kind === 'sample' || (await isHolderKnown(db, user, { ...apply, kind })));
    const row = isSeen
      ? await readRow<{ printId: string }>(
          db,
          sql`select print_id::text as print_id from code_apply where tenant_id = ${user.tenantId} and id = ${applyId}`,
        )
      : undefined;
    if (!apply || !row) throw new UserError(404, ['没有此申请', 'No such application'], { refusal: 'codeApply.unknown' });
    const { runs, gaps } = await fateOf(db, user.tenantId, apply.codeType, await blocksOfApply(db, user.tenantId, applyId));
    const { clientId, laboratoryId, codeType: type } = apply;
    return { applyId, ...row, clientId, laboratoryId, codeType: type, runs: runs.map(onWire), counts: countFates(runs), gaps };
  },
});

/** The code of the client, or of the laboratory, codes are for. */
async function holderCode(db: Reader, tenantId: string, { clientId, laboratoryId }: Holder): Promise<string> {
  const row = await readRow<{ code: string | null }>(
    db,
    clientId === null
      ? sql`select laboratory_code as code from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId}`
      : sql`select client_code as code from send_sample_client where tenant_id = ${tenantId} and id = ${clientId}`,
  );
  return row?.code ?? '';
}

const usableOf = (kind: ApplyKind) => ({
  async handle({ db, query, user }: CallContext<Query>): Promise<UsableCodeRange> {
    const named = parameter(query, 'laboratoryId');
    const clientId = neededId(query, kind === 'lab' && named !== '' ? 'laboratoryId' : 'clientId');
    const type = appliedType(kind, Number(parameter(query, 'codeType')));
    const holder: Holder = { kind, codeType: type, clientId: kind === 'lab' ? null : clientId, laboratoryId: kind === 'lab' ? clientId : null };
    if (!(await isHolderKnown(db, user, holder)))
      throw new UserError(404, ['没有此送检单位或检验所', 'No such client or laboratory'], { refusal: 'codeApply.holderUnknown' });
    const ranges: (CodeRange & { segmentName: string })[] = [];
    let usableCount = 0;
    for (const segment of await segmentsOf(db, user.tenantId, holder)) {
      const usable = usableRanges(await readSpace(db, user.tenantId, segment));
      usableCount += countAll(usable);
      const { id: segmentId, segmentName } = segment;
      ranges.push(
        ...usable.map((range) => ({
          segmentId,
          segmentName,
          firstCode: codeOf(segment, range.first),
          lastCode: codeOf(segment, range.last),
          count: countOf(range),
        })),
      );
    }
    const whose = kind === 'lab' ? sql`a.laboratory_id = ${clientId}` : sql`a.send_sample_client_id = ${clientId}`;
    const blocks = await appliedBlocks(
      db,
      user.tenantId,
      sql`b.apply_id in (select a.id from code_apply a where a.tenant_id = ${user.tenantId} and a.code_type = ${type} and ${whose})`,
    );
    const { runs, gaps } = await fateOf(db, user.tenantId, type, blocks);
    return {
      clientId,
      clientCode: await holderCode(db, user.tenantId, holder),
      codeType: type,
      usableCount,
      ranges,
      counts: countFates(runs),
      gaps,
      gapCount: gaps.reduce((sum, { count }) => sum + count, 0),
    };
  },
});

export const codeApplyCalls: readonly Call[] = serveCalls(codeApplyContracts, {
  'GET code/sample-code-apply/detail': detailOf('sample'),
  'GET code/lab-code-apply/detail': detailOf('lab'),
  'GET code/sample-code-apply/usable-code-range': usableOf('sample'),
  'GET code/lab-code-apply/usable-code-range': usableOf('lab'),
  'GET code/sample-code/detail': {
    /** What is known of one printed code: whose it is, how often it was printed, whether it is void. `exists` false: of none of ours. */
    async handle({ db, query, user }) {
      const sampleCode = normalCode(neededParameter(query, 'sampleCode'));
      const row = await readRow(
        db,
        sql`select u.code as sample_code, u.state, u.print_count, u.print_time, u.check_time, u.user_name, u.spoil_reason, s.code_type, s.segment_name,
          a.id::text as apply_id, a.send_sample_client_id::text as client_id, c.client_name, c.client_code
        from number_use u join number_segment s on s.tenant_id = u.tenant_id and s.id = u.segment_id
          left join number_block b on b.tenant_id = u.tenant_id and b.id = u.block_id
          left join code_apply a on a.tenant_id = b.tenant_id and a.id = b.apply_id
          left join send_sample_client c on c.tenant_id = a.tenant_id and c.id = a.send_sample_client_id
        where u.tenant_id = ${user.tenantId} and u.code = ${sampleCode} and s.code_type <> ${codeType.lab}`,
        printedCode,
      );
      const sample = await readRow<{ receiveTime: string; isOwn: boolean }>(
        db,
        sql`select s.receive_time, ${inSight(user, sql`s.contract_laboratory_id`)} as is_own from sample s where s.tenant_id = ${user.tenantId} and s.sample_code = ${sampleCode}`,
      );
      return { ...row, sampleCode, exists: Boolean(row ?? sample), isUsed: Boolean(sample), receiveTime: sample?.isOwn ? sample.receiveTime : null };
    },
  },
});
