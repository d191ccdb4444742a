import { randomUUID } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { captchaTable } from '#server/storage/sessionTables.ts';
import { drawCaptcha, secureRandom } from './captchaPicture.ts';

const lifeMs = 30 * 60_000;

export interface Captcha {
  readonly key: string;
  /** A data URL. */
  readonly image: string;
}

/** A new picture of five characters, good for one try within 30 minutes. */
export async function makeCaptcha({ orm }: Database, now: number): Promise<Captcha> {
  const { text, png } = drawCaptcha(secureRandom());
  const key = randomUUID();
  await orm.insert(captchaTable).values({ key, answer: text.toLowerCase(), expireTime: new Date(now + lifeMs) });
  return { key, image: `data:image/png;base64,${png.toString('base64')}` };
}

/** True where the answer fits; either way the captcha is used up. */
export async function takeCaptcha({ orm }: Database, key: string, answer: string, now: number): Promise<boolean> {
  if (key === '') return false;
  const [taken] = await orm.delete(captchaTable).where(eq(captchaTable.key, key)).returning();
  return taken !== undefined && taken.expireTime.getTime() > now && taken.answer === answer.trim().toLowerCase();
}

/** Drops what nobody answered. */
export async function sweepCaptchas({ orm }: Database, now: number): Promise<void> {
  await orm.delete(captchaTable).where(lt(captchaTable.expireTime, new Date(now)));
}
