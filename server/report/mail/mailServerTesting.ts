import { SMTPServer } from 'smtp-server';

/** A mail as a server got it. */
export interface Got {
  readonly to: string;
  readonly headers: string;
  readonly subject: string;
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}
/** What a recipient is refused by; null: the server hangs up once it has heard all of the mail; undefined: taken. */
export type Says = (to: string) => { readonly code: number } | null | undefined;

/** A real mail server that keeps what it gets. */
export function openMailServer(says: Says): { readonly smtp: SMTPServer; readonly got: Got[] } {
  const got: Got[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const said = says(address);
      done(said ? Object.assign(new Error('not here'), { responseCode: said.code }) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        got.push(read(to, Buffer.concat(parts).toString()));
        if (says(to) === null) for (const connection of smtp.connections) connection.close();
        else done(null);
      });
    },
  });
  smtp.on('error', () => {});
  return { smtp, got };
}

function read(to: string, raw: string): Got {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n\s+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [`${head}\r\n\r\n${rest.join('\r\n\r\n')}`];
  const bodies = parts.map((part) => {
    const at = part.indexOf('\r\n\r\n');
    return {
      name: /filename="?([^"\r\n]+)"?/.exec(part.slice(0, at))?.[1] ?? '',
      bytes: Buffer.from(part.slice(at + 4).replace(/\s/g, ''), 'base64'),
    };
  });
  return {
    to,
    headers,
    subject: /^Subject: (.*)$/m.exec(headers)?.[1]?.trim() ?? '',
    text: bodies[0]?.bytes.toString() ?? '',
    files: bodies.slice(1),
  };
}
