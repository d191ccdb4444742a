import { connect, createServer, type Socket } from 'node:net';

export interface Door {
  readonly port: number;
  /** Cuts what goes through it now: what is behind it has changed. */
  readonly cut: () => void;
  readonly close: () => void;
}

/**
 * Stands in for the proxy in front of nodes, and for the one in front of the database: each connection goes to one of `targets` in turn, to
 * the next where that one takes none.
 */
export async function openDoor(targets: () => readonly number[]): Promise<Door> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((incoming) => {
    open.add(incoming);
    incoming.on('error', () => incoming.destroy());
    incoming.on('close', () => open.delete(incoming));
    const ports = targets();
    const first = (turn += 1);
    const reach = (tried: number): void => {
      const port = ports[(first + tried) % Math.max(1, ports.length)];
      if (port === undefined || tried >= ports.length) return void incoming.destroy();
      const outgoing = connect(port, '127.0.0.1');
      outgoing.once('connect', () => {
        incoming.pipe(outgoing).pipe(incoming);
        incoming.once('close', () => outgoing.destroy());
        outgoing.once('close', () => incoming.destroy());
        outgoing.on('error', () => incoming.destroy());
      });
      outgoing.once('error', () => (outgoing.connecting || outgoing.bytesRead === 0 ? reach(tried + 1) : incoming.destroy()));
    };
    reach(0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
