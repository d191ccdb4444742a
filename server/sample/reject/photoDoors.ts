import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Fields } from '#domain/kernel/fields.ts';
import { imageExtension, isPdf } from '#domain/kernel/imageKind.ts';
import { mostAtOnce, type ManyAnswer } from '#domain/kernel/many.ts';
import { mostPhotos } from '#domain/sample/reject/deskPhotos.ts';
import type { DeskOwner } from '#domain/sample/reject/rejectChoices.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { answerOfOne } from '#server/kernel/act/commandRoutes.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/act/onceOnly.ts';
import { runMany } from '#server/kernel/act/runMany.ts';
import type { CallContext, ServedCommand } from '#server/kernel/http/serve.ts';
import { uploadedFiles, type UploadedFiles } from '#server/kernel/http/uploadedFiles.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

const largestPhoto = 10 * 1_048_576;

/** A field's values: a list, or a text with commas. */
export function listOf(given: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [];
  return [...new Set(all.map((one) => String(one).trim()).filter((one) => one !== ''))];
}

/** Fields of a form as the payload has them: what comes as text of a number, a flag or nothing is that. */
export function typedFields(asks: Fields, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(asks).map(([name, field]) => {
      const value = given[name];
      if (value === undefined || value === null || value === '') return [name, null];
      const isNumber = field.kind === 'yesNo' || field.kind === 'integer' || field.choices?.options.some(({ code }) => typeof code === 'number');
      if (field.kind === 'yesNo' && (value === 'true' || value === true)) return [name, 1];
      if (field.kind === 'yesNo' && (value === 'false' || value === false)) return [name, 0];
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

/** A form's photographs, kept whole before the act that names them. */
export async function keptForm({ request, blobs, user }: Pick<CallContext<unknown>, 'request' | 'blobs' | 'user'>) {
  const { fields, files }: UploadedFiles = await uploadedFiles(request, largestPhoto, mostPhotos);
  const photos = [];
  for (const bytes of files) photos.push(await blobs.putWhole(user.tenantId, bytes, { isPaper: true }));
  return { fields, photos: [...new Map(photos.map((photo) => [photo.sha256, photo])).values()] };
}

/** The contract's door of an act with photographs: the files first, then each thing it is done to is an act of its own. */
export async function doMany(
  context: Pick<CallContext<unknown>, 'database' | 'request' | 'user' | 'blobs'>,
  served: ServedCommand,
  { of, key }: { readonly of: readonly string[]; readonly key: string },
): Promise<readonly ManyAnswer[]> {
  const { database, request, user } = context;
  const { fields, photos } = await keptForm(context);
  const ids = listOf(of.map((name) => fields[name]).find((given) => given !== undefined));
  if (ids.length === 0 || ids.length > mostAtOnce)
    throw new UserError(400, [`请选择 1 至 ${mostAtOnce} 项`, `Choose between 1 and ${mostAtOnce}`], { refusal: 'command.badInput' });
  const opId = idempotencyKeyOf(request) ?? randomUUID();
  const shared = { ...typedFields(served.command.asks ?? {}, fields), photos };
  const acts = ids.map((id) => ({
    opId: `${opId}.${id}`,
    payload: { [key]: id, ...shared },
    typeVersion: served.command.version,
    author: user,
    courierId: user.id,
    deviceId: deviceIdOf(request),
    seq: null,
    occurredAt: null,
    clockOffsetMs: 0,
  }));
  const receipts = await runMany(database, served, acts, request.log);
  const language = languageOf(request);
  return ids.map((id, at) => answerOfOne(served, id, receipts[at] ?? null, language));
}

/** Sends a photograph of what was found in the asker's sight: shown and never run, kept by nobody on the way. */
export async function sendPhoto(
  { db, user, blobs, reply }: Pick<CallContext<unknown>, 'db' | 'user' | 'blobs' | 'reply'>,
  owners: readonly DeskOwner[],
  ownerId: string,
  photoId: string,
) {
  const photo = await readRow<{ sha256: string; mime: string; size: number }>(
    db,
    sql`select p.sha256, p.mime, p.size from case_photo p where p.tenant_id = ${user.tenantId} and p.id = ${photoId} and p.owner_id = ${ownerId} and p.owner_type = ${anyId(owners.map(String))}`,
  );
  const bytes = photo ? await blobs.read(user.tenantId, photo.sha256) : null;
  if (!photo || !bytes) throw new UserError(404, ['没有此照片', 'No such photograph']);
  reply
    .header('content-type', photo.mime)
    .header('content-disposition', `${isPdf(photo.mime) ? 'attachment' : 'inline'}; filename="photo.${imageExtension(photo.mime)}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .header('content-length', photo.size);
  return reply.send(bytes);
}
