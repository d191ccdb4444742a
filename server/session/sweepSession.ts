import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { sweepCaptchas } from './captcha.ts';
import { sweepFailures } from './lockOut.ts';
import { sweepLogins } from './loginState.ts';
import { sweepPhoneCodes } from './phoneCode.ts';
import { sweepSessions } from './sessionRows.ts';

/** Every hour: captchas, wrong passwords, half-done logins, codes by phone and sessions that have run out. */
export function sessionSweep(database: Database): JobKind<object> {
  return {
    name: 'session.sweep',
    cron: '7 * * * *',
    async run() {
      const at = nowMs();
      await sweepCaptchas(database, at);
      await sweepFailures(database.orm, at);
      await sweepLogins(database, at);
      await sweepPhoneCodes(database, at);
      return { refresh_session: await sweepSessions(database.orm, at) };
    },
  };
}
