import { contentParts, contentShape, type ReportContent } from '#domain/report/reportContent.ts';
import { reportTemplate } from '#domain/report/reportTemplate.ts';
import { templateState } from '#domain/base/resultTemplate.ts';
import { imageMimeOf } from '#domain/kernel/imageKind.ts';
import { check, problemOf } from '#domain/kernel/check.ts';
import { checkTemplate, type TemplateFinding } from '#domain/report/templateCheck.ts';
import { templateContracts, type TemplateDetail } from '#domain/report/templateCalls.ts';
import { whyNotReleased, type TemplateRefusal } from '#domain/report/templateMoves.ts';
import type { Label } from '#domain/kernel/label.ts';
import { malformed, problemsError, UserError } from '#server/kernel/core/answers.ts';
import { idsIn, idsOf } from '#server/kernel/core/idList.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { notFound, refuseForeignLaboratory, removeRows, saveRow, setDisabled, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { previewInvented, previewSample, tryOnSamples } from './trial.ts';
import {
  findTemplate,
  refused,
  templateOf,
  versionOf,
  versionsOf,
  writeDraft,
  writeRelease,
  type StoredTemplate,
  type StoredVersion,
} from './templateStore.ts';

const enableNames = ['templateId', 'templateIds', 'id', 'ids'] as const;

export const templateCalls: readonly Call[] = serveCalls(templateContracts, {
  'GET report/report-template/detail': { handle: (context) => detailOf(context) },
  'POST report/report-template/save': {
    async write(tx, { body, now, writing }) {
      return saveTemplate(tx, body, writing, now);
    },
  },
  'POST report/report-template/enable': {
    /** Releases drafts, else switches on. What is to be released is set for real samples first, outside the transaction. */
    async handle({ db, blobs, user, query, body, now, once }) {
      const reason = (body?.reason ?? query.reason ?? '').trim();
      const tried = new Map<string, string>();
      const given: Readonly<Record<string, unknown>> = { ...query, ...body };
      // What is not there is refused where a repeat is known.
      for (const id of enableNames.flatMap((name) => idsIn(given[name]))) {
        const template = await findTemplate(db, user, id);
        if (!template) continue;
        const draft = await draftOf(db, user.tenantId, template.id, template.draftNo);
        if (!draft || (reason === '' && isOnlySwitched(template))) continue;
        refuseRelease(draft, user.id, reason);
        await tryOnSamples(db, blobs, user, template, draft);
        tried.set(id, draft.contentSha256);
      }
      return once(async (tx, writing) => {
        for (const id of idsOf({ query, body }, ...enableNames)) await enableOne(tx, id, { reason, tried: tried.get(id) }, writing, now);
        return true as const;
      });
    },
  },
  'POST report/report-template/remove': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, ...enableNames);
      for (const id of ids) {
        const template = await templateOf(tx, user, id, true);
        if (template.liveNo !== null) throw refused('reportTemplate.printed');
      }
      return removeRows(tx, reportTemplate, ids, writing);
    },
  },
  'POST report/report-template/preview': {
    async handle({ db, blobs, user, body, reply }) {
      const given = { content: body.content, paper: body.paper ?? 'A4' };
      const sampleCode = body.sampleCode?.trim() ?? '';
      // Who draws templates is not by that alone somebody who reads patients' results.
      if (sampleCode !== '') requirePermission(user, 'labTask_view');
      const { pdf, pages } =
        sampleCode === ''
          ? await previewInvented(blobs, user.tenantId, given, body.example ?? null)
          : await previewSample(db, blobs, user, given, { sampleCode, panelGroupId: body.panelGroupId ?? null });
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', 'inline; filename="preview.pdf"')
        .header('cache-control', 'no-store')
        .header('x-pages', String(pages))
        .send(Buffer.from(pdf));
    },
  },
});

const findingShape = ({ level, code, text, blockId }: TemplateFinding) => ({ level, code, text: [text[0], text[1]] as [string, string], blockId });
const draftOf = async (reader: Parameters<typeof versionOf>[0], tenantId: string, templateId: string, draftNo: number | null) =>
  draftNo === null ? undefined : versionOf(reader, tenantId, templateId, draftNo);

async function detailOf({ db, user, query }: CallContext<{ templateId?: string; id?: string; versionNo?: string }>): Promise<TemplateDetail> {
  const template = await templateOf(db, user, query.templateId ?? query.id ?? '');
  const asked = query.versionNo ?? '';
  if (asked !== '' && !/^\d{1,6}$/.test(asked)) throw malformed('versionNo');
  const versions = await versionsOf(db, user.tenantId, template.id);
  const version = await versionOf(db, user.tenantId, template.id, asked === '' ? (template.draftNo ?? template.liveNo) : Number(asked));
  if (asked !== '' && !version) throw notFound(reportTemplate);
  return {
    ...template,
    templateId: template.id,
    disable: template.isDisable === 1,
    versionNo: version?.versionNo ?? null,
    content: version?.content ?? null,
    findings: version ? checkTemplate(version.content).map(findingShape) : [],
    versions,
  };
}

async function saveTemplate(tx: Tx, sent: Readonly<Record<string, unknown>>, writing: Writing, now: string): Promise<{ id: string }> {
  const { content: given, disable, isDisable, ...fields } = sent;
  const state = disable ?? isDisable ?? '';
  const isNew = parameter(sent, 'templateId') === '' && parameter(sent, 'id') === '';
  if (isNew && state === '')
    throw problemsError([...check(reportTemplate.fields, fields).problems, problemOf('disable', templateState, 'requiredChoice')]);
  const content = given === undefined || given === null ? null : contentShape.safeParse(given);
  if (content && !content.success) throw malformed(`content.${content.error.issues[0]?.path.join('.') ?? ''}`);
  if (content?.success) refuseOddPictures(content.data);
  const { id } = await saveRow(tx, reportTemplate, fields, writing);
  if (state !== '') await setDisabled(tx, reportTemplate, [id], state === true || state === 'true' || Number(state) === 1 ? 1 : 0, writing);
  const template = await templateOf(tx, writing.user, id, true);
  // Another paper is another version, whatever stands on it.
  const standing = content?.data ?? (await versionOf(tx, writing.user.tenantId, id, template.draftNo ?? template.liveNo))?.content;
  if (standing) await writeDraft(tx, template, standing, writing, now);
  return { id };
}

/** Throws UserError 400 where a block shows what is no picture of ours, whatever it is called. */
function refuseOddPictures(content: ReportContent): void {
  for (const block of contentParts.flatMap((part) => content[part]))
    if (block.kind === 'image' && block.picture !== '' && imageMimeOf(Buffer.from(block.picture, 'base64')) === null)
      throw new UserError(400, [`图片块“${block.id}”: 只接收 JPEG、PNG、WebP 图片`, `Picture “${block.id}”: only JPEG, PNG and WebP are taken`]);
}

/** What printed before it was switched off prints again, whatever is being drawn. */
const isOnlySwitched = ({ isDisable, liveNo }: StoredTemplate): boolean => isDisable === 1 && liveNo !== null;

/** Throws UserError why this person may not release the draft. */
function refuseRelease(draft: StoredVersion, userId: string, reason: string): readonly TemplateFinding[] {
  const findings = checkTemplate(draft.content);
  const refusal: TemplateRefusal | null = whyNotReleased({ editorIds: draft.editorIds, findings }, userId, reason);
  if (!refusal) return findings;
  const forbids = findings.filter(({ level }) => level === 'B');
  const inOne = (at: 0 | 1): string => forbids.map(({ text }) => text[at]).join('; ');
  const told: Label = [inOne(0), inOne(1)];
  throw refused(refusal, { findings: told }, refusal === 'reportTemplate.ownDraft' ? 409 : 422);
}

async function enableOne(
  tx: Tx,
  id: string,
  { reason, tried }: { readonly reason: string; readonly tried: string | undefined },
  writing: Writing,
  now: string,
): Promise<void> {
  const { tenantId, id: userId } = writing.user;
  const template = await templateOf(tx, writing.user, id, true);
  await refuseForeignLaboratory(tx, reportTemplate, writing.user, [template.laboratoryId]);
  const draft = await draftOf(tx, tenantId, id, template.draftNo);
  if (draft && tried !== undefined) {
    const findings = refuseRelease(draft, userId, reason);
    // What was tried is what is released.
    if (draft.contentSha256 !== tried) throw refused('reportTemplate.changed');
    return writeRelease(tx, template, draft, { reason, findings: findings.map(findingShape) }, writing, now);
  }
  if (tried !== undefined) throw refused('reportTemplate.changed');
  if (template.liveNo === null) throw refused(draft ? 'reportTemplate.changed' : 'reportTemplate.noContent', {}, draft ? 409 : 422);
  await setDisabled(tx, reportTemplate, [id], 0, writing);
}
