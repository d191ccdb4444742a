import { localBi, tencentBi, type BiPort } from './bi.ts';
import type { ErpAccount, ErpPort } from './erp.ts';
import { kingdeeErp } from './erpKingdee.ts';
import { localErp } from './erpLocal.ts';
import { yonyouErp } from './erpYonyou.ts';
import { localMail, smtpMail, type MailPort } from './mail.ts';
import { openOutgoing, type Outgoing } from './outgoing.ts';
import { localCourier, sfCourier, type CourierPort } from './parcels.ts';
import { httpPartner, localPartner, type PartnerPort } from './partner.ts';
import { httpSms, localSms, type SmsPort } from './sms.ts';

/** Everything that is sent to others. */
export interface Ports {
  readonly sms: SmsPort;
  readonly mail: MailPort;
  readonly erp: ErpPort;
  readonly partner: PartnerPort;
  readonly bi: BiPort;
  readonly courier: CourierPort;
  /** Asks other servers (login providers, partners). */
  readonly outgoing: Pick<Outgoing, 'ask'>;
}

/** The address that means "nobody outside": a stand-in takes what is sent. */
export const localAddress = 'local';

/** The real adapters; what is addressed to `local` stays in files below `dir`. */
export function openPorts(dir: string, outgoing: Outgoing = openOutgoing()): Ports {
  const [sms, mail] = [localSms(dir), localMail(dir)];
  const [realSms, realMail] = [httpSms(outgoing), smtpMail(outgoing)];
  const [partner, realPartner] = [localPartner(dir), httpPartner(outgoing)];
  const [courier, realCourier] = [localCourier(dir), sfCourier(outgoing)];
  const realBi = tencentBi(outgoing);
  const biOf = ({ apiUrl }: { readonly apiUrl: string }): BiPort => (apiUrl === localAddress ? localBi : realBi);
  const erps = { local: localErp(dir), kingdee: kingdeeErp(outgoing), yonyou: yonyouErp(outgoing) };
  const erpOf = ({ url, kind }: ErpAccount): ErpPort => erps[url === localAddress ? 'local' : kind];
  return {
    outgoing,
    erp: {
      find: (account, doc) => erpOf(account).find(account, doc),
      push: (account, doc) => erpOf(account).push(account, doc),
      void: (account, doc) => erpOf(account).void(account, doc),
    },
    sms: { send: (account, message) => (account.url === localAddress ? sms : realSms).send(account, message) },
    partner: { send: (account, message) => (account.url === localAddress ? partner : realPartner).send(account, message) },
    bi: {
      createToken: (asked) => biOf(asked.account).createToken(asked),
      renewToken: (asked) => biOf(asked.account).renewToken(asked),
    },
    courier: { routes: (account, numbers) => (account.apiUrl === localAddress ? courier : realCourier).routes(account, numbers) },
    mail: { send: (mailbox, letter) => (mailbox.host === localAddress ? mail : realMail).send(mailbox, letter) },
  };
}
