import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callPath } from '#domain/kernel/services.ts';
import { linkState, mostLinkTries, verifyWord, type LinkShown, type LinkState, type Verified, type VerifyWord } from '#domain/report/publicReport.ts';
import { reportVersionState } from '#domain/report/reportState.ts';
import { ok, UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { chainedSha256, readReport } from '#server/report/reports/reportBytes.ts';
import { sendPhoneCode, takePhoneCode } from '#server/session/phoneCode.ts';
import type { SessionCore } from '#server/session/sessionCore.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRow } from '#server/storage/readRows.ts';
import { giveTryBack, linkByToken, noteOpened, stateOfLink, takeTry, type StoredLink } from './openLink.ts';
import { isProven, proofOf, type Proof } from './linkProof.ts';

interface Token {
  Params: { token: string };
}
const verifyIsOpen = { openBecause: 'whoever holds a printed report verifies it by the 128 bits in its code', cost: 'verify' } as const;
const linkIsOpen = { openBecause: 'a reader without account opens a report by the 128 bits that were sent to them', cost: 'reportLink' } as const;

const words: Readonly<Record<number, VerifyWord>> = {
  [reportVersionState.issued]: verifyWord.genuine,
  [reportVersionState.replaced]: verifyWord.superseded,
  [reportVersionState.withdrawn]: verifyWord.superseded,
};

/** What readers without account ask of reports (docs/report.md#verification, #links). Nothing of it is kept by anybody on the way. */
export function registerPublicReports(
  app: FastifyInstance,
  { core, blobs, product }: { readonly core: SessionCore; readonly blobs: BlobStore; readonly product: string },
): void {
  const { database } = core;
  const at = (path: string): string => callPath('report', path, product);
  const quiet = (reply: FastifyReply): FastifyReply =>
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');

  app.get<Token & { Querystring: { sha256?: string } }>(at('verify/:token'), { config: verifyIsOpen }, async (request, reply) => {
    const { token } = request.params;
    const version = await readRow<{ state: number; pdfSha256: string | null }>(
      database.orm,
      sql`select v.state::int as state, ${chainedSha256} as pdf_sha256 from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
        where v.verify_token = ${token.toLowerCase()}`,
    );
    const { sha256 } = request.query;
    // Whoever asks brings the hash: what lies here is told to nobody, only whether it is the same.
    const isSame = sha256 === undefined ? (version?.pdfSha256 ?? null) !== null : version?.pdfSha256 === String(sha256).toLowerCase();
    const word = (version && isSame && words[version.state]) || verifyWord.unknown;
    void quiet(reply);
    return ok({ word } satisfies Verified);
  });

  app.get<Token>(at('report-link/:token'), { config: linkIsOpen }, async (request, reply) => {
    void quiet(reply);
    const link = await linkByToken(database.orm, request.params.token);
    const state = stateOfLink(link, nowText());
    const proof = link && state === linkState.open ? await proofOf(database, link) : null;
    return ok({
      state,
      proof: proof?.kind ?? null,
      phone: proof?.kind === 'phone' ? proof.value.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') : null,
    } satisfies LinkShown);
  });

  app.post<Token>(at('report-link/:token/send-code'), { config: linkIsOpen }, async (request, reply) => {
    void quiet(reply);
    const { link, proof } = await opened(request.params.token);
    if (proof.kind !== 'phone')
      throw new UserError(400, ['此链接不用短信验证码', 'This link takes no code by SMS'], { refusal: 'reportLink.noPhone' });
    const { tenantId, linkId } = link;
    return ok(await sendPhoneCode(core, { tenantId, phone: proof.value, address: request.ip, use: { linkId } }));
  });

  app.post<Token & { Body: unknown }>(at('report-link/:token/open'), { config: linkIsOpen }, async (request, reply) => {
    void quiet(reply);
    const { link, proof } = await opened(request.params.token);
    const { code, codeId } = (request.body ?? {}) as { code?: unknown; codeId?: unknown };
    if (!(await takeTry(database, link))) throw notOpen(linkState.locked);
    const isRight =
      typeof code === 'string' &&
      (proof.kind === 'phone'
        ? await takePhoneCode(core, {
            tenantId: link.tenantId,
            phone: proof.value,
            id: String(codeId ?? ''),
            value: code,
            use: { linkId: link.linkId },
          })
        : isProven(proof, code));
    if (!isRight) throw wrongCode(mostLinkTries - link.tries - 1);
    await giveTryBack(database, link);
    const bytes = await readReport(blobs, link.tenantId, link.pdfSha256);
    const state = await noteOpened(database, link, nowText());
    if (state !== linkState.open) throw notOpen(state);
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${encodeURIComponent(link.fileName)}.pdf"`)
      .send(bytes);
  });

  /** The link of a token and what proves its reader. Throws UserError 409 where it cannot be opened now. */
  async function opened(token: string): Promise<{ readonly link: StoredLink; readonly proof: Proof }> {
    const link = await linkByToken(database.orm, token);
    const state = stateOfLink(link, nowText());
    if (!link || state !== linkState.open) throw notOpen(state);
    const proof = await proofOf(database, link);
    if (!proof) throw notOpen(linkState.locked);
    return { link, proof };
  }
}

const notOpen = (state: LinkState): UserError =>
  new UserError(state === linkState.unknown ? 404 : 409, linkState.labelOf(state) ?? ['无此报告', 'No such report'], {
    refusal: `reportLink.${state}`,
  });
const wrongCode = (left: number): UserError =>
  left > 0
    ? new UserError(403, [`查验码不正确, 还可尝试 ${left} 次`, `The code is not right; ${left} tries are left`], {
        refusal: 'reportLink.code',
        params: { left },
      })
    : notOpen(linkState.locked);
