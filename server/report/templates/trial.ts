import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { drawReport, unaudited } from '#domain/report/drawReport.ts';
import { inventedReports, type ReportExample } from '#domain/report/inventedReports.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { renderReport, type RenderedReport } from '#server/report/engine/reportEngine.ts';
import { factImages } from '#server/report/facts/factImages.ts';
import { readFacts } from '#server/report/facts/readFacts.ts';
import { loadTasks, tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { refused, type StoredTemplate } from './templateStore.ts';

/** Where the code of a trial leads: to no report. */
const trialAddress = 'verify/preview';
const trialSamples = 3;

interface Trial {
  readonly content: ReportContent;
  readonly paper: 'A4' | 'A5';
  readonly facts: ReportFacts;
}
async function set(blobs: BlobStore, tenantId: string, { content, paper, facts }: Trial): Promise<RenderedReport> {
  const shown = { ...facts, values: { ...facts.values, verifyAddress: trialAddress } };
  return renderReport({
    report: drawReport({ content, facts: shown, paper, watermark: unaudited }),
    images: await factImages(blobs, tenantId, shown),
  });
}

/** The invented report whose rows a template's first table shows. */
function exampleFor({ blocks }: ReportContent): ReportExample {
  const table = blocks.find((block) => block.kind === 'resultTable');
  if (table?.kind !== 'resultTable') return 'routine';
  return table.source === 'pathogens' ? 'pathogen' : table.source === 'variants' ? 'variant' : 'routine';
}

export const previewInvented = (
  blobs: BlobStore,
  tenantId: string,
  given: Omit<Trial, 'facts'>,
  example: ReportExample | null,
): Promise<RenderedReport> => set(blobs, tenantId, { ...given, facts: inventedReports[example ?? exampleFor(given.content)] });

/** A report of a real sample within the actor's sight. Throws UserError 404 where it has no test task. */
export async function previewSample(
  reader: Reader,
  blobs: BlobStore,
  user: ActingUser,
  given: Omit<Trial, 'facts'>,
  { sampleCode, panelGroupId }: { readonly sampleCode: string; readonly panelGroupId: string | null },
): Promise<RenderedReport> {
  const tasks = (await loadTasks(reader, user, { codes: [sampleCode] }, false)).filter(
    (task) => panelGroupId === null || task.panelGroupId === panelGroupId,
  );
  const [first] = tasks;
  if (!first) throw new UserError(404, ['该样本没有检测任务', 'The sample has no test task'], { refusal: 'reportTemplate.noTask' });
  // One tube at a time: a lab code and a sample code may be the same text.
  const taskIds = tasks.filter(({ sampleId }) => sampleId === first.sampleId).map(({ id }) => id);
  return set(blobs, user.tenantId, { ...given, facts: await readFacts(reader, user.tenantId, taskIds) });
}

/** Sets a draft for the newest samples with results that it may be for. Throws what stands in the way, with the sample it stands in. */
export async function tryOnSamples(
  reader: Reader,
  blobs: BlobStore,
  user: ActingUser,
  { panelGroupId, laboratoryId }: Pick<StoredTemplate, 'panelGroupId' | 'laboratoryId'>,
  given: Omit<Trial, 'facts'>,
): Promise<void> {
  const tasks = await readRows<{ id: string; sampleCode: string }>(
    reader,
    sql`select t.id::text as id, t.sample_code from lab_task t where ${await tasksInSight(reader, user)} and t.result_version > 0
      ${panelGroupId === null ? sql`` : sql`and t.panel_group_id = ${panelGroupId}`} ${laboratoryId === null ? sql`` : sql`and t.laboratory_id = ${laboratoryId}`}
      order by t.lab_receive_time desc, t.id limit ${trialSamples}`,
  );
  await previewInvented(blobs, user.tenantId, given, null);
  for (const { id, sampleCode } of tasks) {
    try {
      await set(blobs, user.tenantId, { ...given, facts: await readFacts(reader, user.tenantId, [id]) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw refused('reportTemplate.trialFailed', { sampleCode, why: error.label }, 422);
    }
  }
}
