import { createTransport } from 'nodemailer';
import { answered, leaveLine } from './sent.ts';
import type { ProviderAnswer } from '#domain/base/senderContracts.ts';
import type { Outgoing } from './outgoing.ts';
import { nowIso } from '#server/storage/clock.ts';

/** How a mail server is spoken to. */
export type MailSecurity = 'tls' | 'startTls' | 'plain';
/** A mailbox, with its secret opened. */
export interface Mailbox {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly account: string | null;
  readonly password: string | null;
  /** The sender's address and the name before it. */
  readonly email: string;
  readonly senderName: string | null;
}
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Ours, before the @: the same for what is sent again. Without it each mail gets its own. */
  readonly messageId?: string;
  readonly attachments?: readonly Attachment[];
}
export interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}
export interface MailAnswer extends ProviderAnswer {
  /** All of it was said to the server and nothing is known of what became of it: whoever sends it again may send it twice. */
  readonly mayHaveLeft: boolean;
}
/** Sends one mail and says what the server answered. Never throws for what happens outside. */
export interface MailPort {
  readonly send: (mailbox: Mailbox, mail: Mail) => Promise<MailAnswer>;
}

const patienceMs = 20_000;
const ourName = 'accession.localhost';

/** Hands the mail to the mailbox's own server, over a connection that the outgoing guard has opened. */
export const smtpMail = (outgoing: Outgoing): MailPort => ({
  async send(mailbox, mail) {
    let isSaid = false;
    const answer = await answered([mailbox.password, mailbox.password && Buffer.from(mailbox.password).toString('base64')], async () => {
      const { host, port, security, account, password, email, senderName } = mailbox;
      const isTls = security === 'tls';
      const transport = createTransport({
        host,
        port,
        secure: isTls,
        // A mailbox that says STARTTLS gets it or nothing: a password never goes over a bare line by mistake.
        requireTLS: security === 'startTls',
        ignoreTLS: security === 'plain',
        ...(account && password ? { auth: { user: account, pass: password } } : {}),
        name: ourName,
        connectionTimeout: patienceMs,
        greetingTimeout: patienceMs,
        socketTimeout: patienceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        // Of all that it could tell, this alone: the last line of a mail went out.
        logger: { ...silent, info: (told: { readonly tnx?: string }) => (isSaid ||= told.tnx === 'message') },
        getSocket: (_options, done) =>
          void outgoing.open({ host, port, isTls }).then(
            (connection) => done(null, { connection, secured: isTls }),
            (error: Error) => done(error),
          ),
      });
      try {
        const { rejected, rejectedErrors, response } = await transport.sendMail({
          from: { name: senderName ?? '', address: email },
          to: mail.to.map((address) => ({ name: '', address })),
          subject: mail.subject,
          text: mail.text,
          textEncoding: 'base64',
          ...(mail.messageId ? { messageId: `<${mail.messageId}@${email.split('@').at(-1) ?? ourName}>` } : {}),
          attachments: (mail.attachments ?? []).map((one) => ({ ...one, contentTransferEncoding: 'base64' as const })),
        });
        const [refusal] = rejectedErrors ?? [];
        if (!refusal) return { isAccepted: true, status: 250, text: response };
        // The others have it: who did not is said.
        return { ...refusalOf(refusal), text: `${rejected.map(String).join(', ')}: ${refusalOf(refusal).text}` };
      } catch (error) {
        if (error instanceof Error && 'responseCode' in error) return refusalOf(error);
        throw error;
      } finally {
        transport.close();
      }
    });
    return { ...answer, mayHaveLeft: isSaid && answer.status === null };
  },
});

const nobodyHears = (): void => {};
const silent = { level: nobodyHears, trace: nobodyHears, debug: nobodyHears, warn: nobodyHears, error: nobodyHears, fatal: nobodyHears };

/** What a mail server says where it says no. */
const refusalOf = (error: Error & { readonly responseCode?: unknown; readonly response?: unknown }): Omit<ProviderAnswer, 'milliseconds'> => ({
  isAccepted: false,
  status: typeof error.responseCode === 'number' ? error.responseCode : null,
  text: typeof error.response === 'string' ? error.response : error.message,
});

/** Writes the mail to `<dir>/mail.jsonl` in a server's place. */
export const localMail = (dir: string): MailPort => ({
  async send(mailbox, mail) {
    const answer = await answered([mailbox.password], async () => {
      const attachments = mail.attachments?.map(({ content, ...one }) => ({ ...one, content: content.toString('base64') }));
      await leaveLine(dir, 'mail', { time: nowIso(), from: mailbox.email, ...mail, ...(attachments ? { attachments } : {}) });
      return { isAccepted: true, status: 250, text: 'kept in mail.jsonl' };
    });
    return { ...answer, mayHaveLeft: false };
  },
});
