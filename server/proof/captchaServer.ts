import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import svgCaptcha from 'svg-captcha';

/*
 * The product itself with captchas on. What each of its pictures says is noted beside its data, for a test that logs in by
 * one: no line of the product tells.
 */
const { create } = svgCaptcha;
svgCaptcha.create = (options) => {
  const picture = create(options);
  appendFileSync(join(process.env['DATA_DIR'] ?? './data', 'captchas.txt'), `${JSON.stringify(picture)}\n`);
  return picture;
};
await import('#server/main.ts');
