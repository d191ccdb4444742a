import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp, version } from './app.ts';
import { deskWatch } from './desk/watchDesks.ts';
import { qualifiedProcess } from './base/qualifiedJob.ts';
import { followingMaster } from './bill/lines/followMaster.ts';
import { lineBackfill } from './bill/lines/lineBackfill.ts';
import { packing } from './bill/packs/packJob.ts';
import { repricing } from './bill/lines/repriceLines.ts';
import { taskBackfill } from './lab/tasks/backfillJob.ts';
import { listExportJobs } from './kernel/export/exportJob.ts';
import { blobSweep } from './kernel/http/blobJobs.ts';
import { openMetrics } from './kernel/http/metrics.ts';
import { openBlobStore } from './kernel/core/blobStore.ts';
import { importFileJobKind } from '#server/lab/results/importFile.ts';
import { chainCheck } from '#server/report/reports/chainCheck.ts';
import { openPdfSigning } from '#server/report/engine/pdfSigning.ts';
import { downloadJobs } from '#server/report/download/downloadJob.ts';
import { reportBackfill } from '#server/report/reports/backfill.ts';
import { interfacePruning } from '#server/op/logs/pruneLogs.ts';
import { erpPushing } from '#server/bill/erp/pushDocuments.ts';
import { erpReconciling } from '#server/bill/erp/reconcileErp.ts';
import { autoStatements } from '#server/bill/mail/autoStatements.ts';
import { statementJob } from '#server/bill/mail/sendStatements.ts';
import { innerPricing } from '#server/bill/related/innerPriceJob.ts';
import { smsSending } from '#server/report/sms/sendMessages.ts';
import { mailJob } from '#server/report/mail/sendMails.ts';
import { replaying } from '#server/op/replay/replayJob.ts';
import { resultPushing } from '#server/op/results/pushResults.ts';
import { parcelFollowing } from '#server/sample/parcel/followParcels.ts';
import { caseReminding } from '#server/sample/abnormal/remindCases.ts';
import { noticeJob } from '#server/sample/reject/sendNotices.ts';
import { autoGenerate, generateJobKind } from '#server/report/reports/generate.ts';
import { countedBackfill, countedNightly } from '#server/report/search/countedBackfill.ts';
import { periodBackfill } from '#server/report/search/periodBackfill.ts';
import { readFileJobKind } from '#server/lab/results/readFile.ts';
import { qualityCounting } from '#server/search/qualityMonths.ts';
import { startJobs, type Jobs } from './kernel/http/jobs.ts';
import { demoUsers } from './session/demoUsers.ts';
import { findAuthor } from './session/findAuthor.ts';
import { logPruning } from './session/pruneLogs.ts';
import { sessionSweep } from './session/sweepSession.ts';
import { sessionSettingsOf } from './session/sessionSettings.ts';
import type { SessionSettings } from './session/sessionRoutes.ts';
import { openOutgoing, type Outgoing } from './ports/outgoing.ts';
import { openPorts } from './ports/ports.ts';
import { prepare, type Seeded } from './prepare.ts';
import { rightsOf } from './session/findAuthor.ts';
import { findSource } from './steps.ts';
import { DataInUseError } from './storage/dataLock.ts';
import { blobFilesOf, checkS3, s3PlaceOf, type S3Place } from './ports/s3Files.ts';
import { trustedProxies, type TrustedProxies } from './trustProxy.ts';
import { untilThere, type Need } from './untilThere.ts';
import { checkPostgres, openDatabase } from './storage/database.ts';
import { closeDataDir } from './storage/closeDataDir.ts';
import { InstallationKeyError, keyPlaceOf, type KeyPlace } from './storage/installationKey.ts';
import { tellWithPlan } from './storage/slowStatements.ts';
import { foreignOrder } from './storage/textOrder.ts';
import { keepVacuumed } from './storage/vacuum.ts';
import { keepNode } from './system/running/keepNode.ts';
import { installationWatch } from './system/running/watchInstallation.ts';

// Business dates are Shanghai's, wherever the machine stands.
process.env['TZ'] = 'Asia/Shanghai';

/** Longest wait for calls under way when stopping. */
const stopMs = 20_000;

interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly clientDir: string;
  readonly databaseUrl: string | undefined;
  readonly keyPlace: KeyPlace;
  /** Where pictures and files lie; null: in `dataDir`. */
  readonly s3: S3Place | null;
  readonly product: string;
  readonly isDemo: boolean;
  readonly isCaptchaOn: boolean | undefined;
  readonly seedPassword: string | undefined;
  readonly logLevel: string;
  /** A statement that takes longer stands in the log, with its plan; 0: none does. */
  readonly slowMs: number;
  /** Where figures are asked for; null: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  readonly trustedProxies: TrustedProxies;
  readonly outgoing: Outgoing;
  readonly session: Partial<SessionSettings>;
  readonly tls: { cert: Buffer; key: Buffer } | null;
  /** The laboratory's certificate, which issued reports are signed by. */
  readonly certificate: { readonly file: Buffer; readonly password: string } | null;
}

function portOf(env: NodeJS.ProcessEnv, name: string, usual = ''): number {
  const port = Number(env[name] ?? usual);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port number: ${env[name]}`);
  return port;
}

/** The settings of the environment. Throws with the variable's name where one is malformed. */
function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env, 'PORT', '8080');
  const product = env['PRODUCT'] ?? 'accession';
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(product)) throw new Error(`PRODUCT must be lower-case letters, digits and dashes: ${product}`);
  const { TLS_CERT: cert, TLS_KEY: key } = env;
  if (Boolean(cert) !== Boolean(key)) throw new Error('TLS_CERT and TLS_KEY belong together: both name a PEM file');
  const dataDir = env['DATA_DIR'] ?? './data';
  const session = sessionSettingsOf(env);
  return {
    port,
    product,
    host: env['HOST'] ?? '0.0.0.0',
    dataDir,
    keyPlace: keyPlaceOf(dataDir, env),
    clientDir: env['DIST_DIR'] ?? fileURLToPath(new URL('../dist', import.meta.url)),
    databaseUrl: env['DATABASE_URL'] || undefined,
    s3: s3PlaceOf(env),
    isDemo: env['DEMO'] !== '0',
    isCaptchaOn: env['CAPTCHA'] ? env['CAPTCHA'] !== '0' : undefined,
    seedPassword: env['SEED_PASSWORD'] || undefined,
    logLevel: env['LOG_LEVEL'] ?? 'info',
    // The embedded engine's statements wait for each other: there one that is slow would be told with all behind it.
    slowMs: Number(env['SLOW_STATEMENT_MS'] ?? (env['DATABASE_URL'] ? 1000 : 0)) || 0,
    metrics: env['METRICS_PORT'] ? { port: portOf(env, 'METRICS_PORT'), host: env['METRICS_HOST'] ?? '127.0.0.1' } : null,
    trustedProxies: trustedProxies(env['TRUST_PROXY']),
    session,
    outgoing: openOutgoing({ allow: env['OUTGOING_ALLOW'], ownHosts: session.publicUrl ? [new URL(session.publicUrl).hostname] : [] }),
    certificate: env['REPORT_CERTIFICATE']
      ? { file: readFileSync(env['REPORT_CERTIFICATE']), password: env['REPORT_CERTIFICATE_PASSWORD'] ?? '' }
      : null,
    tls: cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : null,
  };
}

/** What is beside the server and must answer before it begins. */
function needsOf({ databaseUrl, s3 }: Settings): readonly Need[] {
  const needs: Need[] = [];
  if (databaseUrl) needs.push({ name: 'database', ask: () => checkPostgres(databaseUrl) });
  if (s3) needs.push({ name: 'store', ask: () => checkS3(s3) });
  return needs;
}

async function start(settings: Settings): Promise<void> {
  await untilThere(settings, needsOf(settings));
  const open = closeDataDir(settings.dataDir);
  if (open.length > 0) console.error(`无法收紧权限 / left open to other accounts of this machine: ${open.join(', ')}`);
  const database = await openDatabase(settings);
  const order = await foreignOrder(database);
  if (order !== null)
    console.error(
      `数据库按 ${order} 而非字节排序, 按编码查询会读全表 / the database is ordered by ${order}, not by bytes: searches by code read whole tables`,
    );
  const stops: (() => Promise<void>)[] = [() => database.close()];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    const files = blobFilesOf(join(settings.dataDir, 'blobs'), settings.s3);
    const seeded = await prepare(database, { ...settings, files, client: settings.session.client });
    // The embedded engine gives the files of a new database rights of its own choice.
    closeDataDir(settings.dataDir, ['db']);
    const blobs = openBlobStore(database, files);
    const sign = settings.certificate ? await openPdfSigning(settings.certificate.file, settings.certificate.password) : undefined;
    const ports = openPorts(join(settings.dataDir, 'sent'), settings.outgoing);
    const jobs: Jobs = await startJobs(
      database,
      [
        blobSweep(blobs),
        logPruning(database),
        sessionSweep(database),
        deskWatch(database),
        qualifiedProcess(database),
        readFileJobKind(database, blobs),
        importFileJobKind(database),
        generateJobKind(database, blobs, sign),
        autoGenerate(database, blobs, sign),
        smsSending(database, ports.sms),
        mailJob(database, blobs, ports.mail),
        noticeJob(database, ports),
        caseReminding(database),
        parcelFollowing({ database, courier: ports.courier }),
        resultPushing(database, ports.partner),
        replaying(database),
        erpPushing(database, ports.erp),
        erpReconciling(database, ports.erp),
        autoStatements(database),
        statementJob(database, blobs, ports.mail),
        reportBackfill(database),
        chainCheck(database, blobs),
        periodBackfill(database),
        countedBackfill(database),
        countedNightly(database),
        ...downloadJobs(database, blobs, () => jobs),
        taskBackfill(database),
        lineBackfill(database),
        followingMaster(database),
        interfacePruning(database),
        qualityCounting(database),
        repricing(database),
        packing(database, (tenantId, userId, roleIds) => findAuthor(database.orm, tenantId, userId, roleIds)),
        innerPricing(database),
        installationWatch(database, ports),
        ...listExportJobs(database, blobs, () => jobs, findSource, rightsOf(database)),
      ],
      (error) => console.error(error instanceof Error ? error.message : error),
    );
    stops.push(() => jobs.stop());
    const vacuuming = keepVacuumed(database);
    stops.push(async () => vacuuming.stop());
    const app = await createApp({
      database,
      jobs,
      blobs,
      sign,
      ports,
      product: settings.product,
      isCaptchaOn: settings.isCaptchaOn,
      demoPassword: seeded.demoPassword,
      clientDir: settings.clientDir,
      logLevel: settings.logLevel,
      session: settings.session,
      tls: settings.tls,
      trustedProxies: settings.trustedProxies,
    });
    stops.push(() => app.close());
    if (settings.slowMs > 0)
      database.watchSlow({
        ms: settings.slowMs,
        tell: tellWithPlan(database.pool, ({ requestId, ...told }) => app.log.warn({ reqId: requestId, ...told }, 'slow statement')),
      });
    if (settings.metrics) {
      const metrics = openMetrics({ database, jobs, version });
      metrics.watch(app);
      const { port: at, close } = await metrics.listen(settings.metrics);
      stops.push(close);
      console.log(`  metrics http://${settings.metrics.host}:${at}/metrics`);
    }
    await app.listen({ port: settings.port, host: settings.host });
    const { port } = app.server.address() as { port: number };
    const { dataDir, tls } = settings;
    const node = await keepNode({ database, dataDir, port, version, tls: tls?.cert ?? null, reportCertificateEnds: sign?.notAfter ?? null });
    stops.push(() => node.stop());
    announce(settings, port, seeded);
    stopOnSignals(stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The names it can be asked by, as far as its own machine knows them: those it listens on, no other. */
function namesOf(host: string): readonly string[] {
  if (host === '127.0.0.1' || host === 'localhost') return ['localhost'];
  if (host !== '0.0.0.0' && host !== '::') return [host.includes(':') ? `[${host}]` : host];
  const all = Object.values(networkInterfaces()).flatMap((ones) => ones ?? []);
  return ['localhost', ...all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)];
}

function announce({ tls, host, databaseUrl, dataDir, ...asked }: Settings, port: number, { isDemo, demoPassword, oneTimePassword }: Seeded): void {
  const lines = [
    '',
    `  接样台 Accession ${version}`,
    ...namesOf(host).map((name) => `  ${tls ? 'https' : 'http'}://${name}:${port}`),
    `  ${databaseUrl ? 'PostgreSQL' : `数据目录 data: ${dataDir}`}`,
  ];
  if (demoPassword) lines.push(`  演示账号 accounts: ${demoUsers.map(({ account }) => account).join(' ')}`, `  密码 password: ${demoPassword}`);
  if (asked.isDemo && !isDemo)
    lines.push('  此数据库不是演示库, 未写入任何演示数据。 Not a demo database: started without demo, nothing was changed. (DEMO=0)');
  if (asked.seedPassword && demoPassword && asked.seedPassword !== demoPassword)
    lines.push('  SEED_PASSWORD 只用于新建账号, 现有密码不变。 SEED_PASSWORD is for new databases; these accounts keep their passwords.');
  if (oneTimePassword) lines.push(`  管理员 admin, 一次性密码 one-time password: ${oneTimePassword}`);
  console.log([...lines, ''].join('\n'));
}

/** Finishes calls under way, then jobs, then the database; a second signal ends at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

try {
  await start(settingsOf(process.env));
} catch (error) {
  console.error(
    error instanceof DataInUseError || error instanceof InstallationKeyError || (error as { code?: unknown }).code === 'EADDRINUSE'
      ? (error as Error).message
      : error,
  );
  process.exit(1);
}
