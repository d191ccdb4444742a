import { answered, leaveLine, type ProviderAnswer } from './sent.ts';
import type { Outgoing } from './outgoing.ts';
import { openSmtp, SmtpRefusal, type Mailbox } from './smtp.ts';

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}
/** Sends one mail and says what the server answered. Never throws for what happens outside. */
export interface MailPort {
  readonly send: (mailbox: Mailbox, mail: Mail) => Promise<ProviderAnswer>;
}

/** Hands the mail to the mailbox's own server. */
export const smtpMail = (outgoing: Outgoing): MailPort => ({
  send: (mailbox, mail) =>
    answered([mailbox.password, mailbox.password && Buffer.from(mailbox.password).toString('base64')], async () => {
      const server = await openSmtp(outgoing, mailbox);
      try {
        await server.say(`MAIL FROM:<${mailbox.email}>`, 250);
        for (const address of mail.to) await server.say(`RCPT TO:<${address}>`, 250, 251);
        await server.say('DATA', 354);
        const { status, text } = await server.say(`${dotted(mailText(mailbox, mail))}\r\n.`, 250);
        return { isAccepted: true, status, text };
      } catch (error) {
        if (error instanceof SmtpRefusal) return { isAccepted: false, status: error.status, text: error.message };
        throw error;
      } finally {
        server.end();
      }
    }),
});

/** Writes the mail to `<dir>/mail.jsonl` in a server's place. */
export const localMail = (dir: string): MailPort => ({
  send: (mailbox, mail) =>
    answered([mailbox.password], async () => {
      await leaveLine(dir, 'mail', { time: new Date().toISOString(), from: mailbox.email, ...mail });
      return { isAccepted: true, status: 250, text: 'kept in mail.jsonl' };
    }),
});

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
/** RFC 2047, in pieces short enough for a header line; a piece never cuts a character. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces: string[] = [''];
  for (const character of text) {
    const last = pieces.length - 1;
    if (Buffer.byteLength(`${pieces[last]}${character}`) > 42) pieces.push(character);
    else pieces[last] += character;
  }
  return pieces.map((piece) => `=?UTF-8?B?${base64(piece)}?=`).join('\r\n ');
}
/** Line breaks would start headers of their own. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();
const dotted = (text: string): string => text.replace(/^\./gm, '..');

/** The mail as it goes over the line: headers, then the text as base64. */
function mailText({ email, senderName }: Mailbox, { to, subject, text }: Mail): string {
  const body = base64(text).replace(/.{76}/g, '$&\r\n');
  const domain = email.slice(email.indexOf('@') + 1);
  return [
    `From: ${senderName ? `${headerText(oneLine(senderName).replace(/["<>]/g, ''))} ` : ''}<${email}>`,
    `To: ${to.map((address) => `<${address}>`).join(', ')}`,
    `Subject: ${headerText(oneLine(subject))}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${crypto.randomUUID()}@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n');
}
