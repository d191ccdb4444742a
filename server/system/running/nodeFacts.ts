import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { z } from 'zod';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { lastBackup, lastDrill, type NodeFacts } from '#domain/system/running/operations.ts';
import { backupMark, drillMark } from '#server/backup/marks.ts';
import type { Database } from '#server/storage/database.ts';

export interface OwnNode {
  readonly database: Database;
  readonly dataDir: string;
  readonly port: number;
  readonly version: string;
  /** PEM of the certificate it speaks TLS by. */
  readonly tls: Buffer | null;
  /** The last day of the certificate reports are signed by. */
  readonly reportCertificateEnds: string | null;
}

/** The certificate of a PEM file as an operator needs it. */
const endOf = (pem: Buffer): string => formatDateTime(Date.parse(new X509Certificate(pem).validTo));

/** What a node says of itself; each call answers for the time since the one before. */
export function openNodeFacts({ database, dataDir, port, version, tls, reportCertificateEnds }: OwnNode): () => Promise<NodeFacts> {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  let [before, cpu] = [performance.now(), process.cpuUsage()];
  const certificates: NodeFacts['certificates'] = [
    ...(tls ? [{ use: 'tls' as const, notAfter: endOf(tls) }] : []),
    ...(reportCertificateEnds ? [{ use: 'report' as const, notAfter: reportCertificateEnds }] : []),
  ];
  return async () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const cpuPercent = Math.round((user + system) / 10 / Math.max(1, now - before));
    [before, cpu] = [now, process.cpuUsage()];
    const loopDelayMs = Math.round(loop.percentile(99) / 1e6);
    loop.reset();
    const disk = await statfs(dataDir).catch(() => null);
    const { rss, heapUsed } = process.memoryUsage();
    const backup = readMark(join(dataDir, backupMark), lastBackup);
    return {
      host: hostname(),
      port,
      pid: process.pid,
      version,
      runtime: process.version,
      memory: rss,
      heap: heapUsed,
      cpuPercent,
      loopDelayMs,
      poolWaiting: database.pool.waitingCount,
      diskFree: disk ? disk.bavail * disk.bsize : null,
      diskSize: disk ? disk.blocks * disk.bsize : null,
      certificates,
      backup,
      drill: backup ? readMark(join(backup.folder, drillMark), lastDrill) : null,
    };
  };
}

/** What another programme left in a file; null where there is none, or none that can be read. */
function readMark<Mark>(path: string, shape: z.ZodType<Mark>): Mark | null {
  if (!existsSync(path)) return null;
  try {
    return shape.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Under which a node is known: it comes back under the same after a start. */
export const nodeIdOf = (port: number): string => `${hostname()}:${port}`;
