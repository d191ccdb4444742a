import { localMail, smtpMail, type MailPort } from './mail.ts';
import { httpSms, localSms, type SmsPort } from './sms.ts';

/** Everything that goes out of the house. */
export interface Ports {
  readonly sms: SmsPort;
  readonly mail: MailPort;
}

/** The address that means "nobody outside": a stand-in takes what is sent. */
export const localAddress = 'local';

/** The real adapters; what is addressed to `local` stays in files below `dir`. */
export function openPorts(dir: string): Ports {
  const [sms, mail] = [localSms(dir), localMail(dir)];
  return {
    sms: { send: (account, message) => (account.url === localAddress ? sms : httpSms).send(account, message) },
    mail: { send: (mailbox, letter) => (mailbox.host === localAddress ? mail : smtpMail).send(mailbox, letter) },
  };
}
