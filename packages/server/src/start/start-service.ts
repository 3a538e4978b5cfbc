import type { Logger } from 'pino'
import { demoFile } from '../administration/demo/demo-keys.ts'
import type { DemoRewards } from '../administration/demo/demo-rewards.ts'
import type { Demo, DemoTenant } from '../administration/demo/ensure-demo.ts'
import { createDemoLink } from '../administration/demo/ensure-demo-staff.ts'
import { lettersSent } from '../administration/notices/staff-mails.ts'
import { createWelcomeLink } from '../administration/sign-in/one-time-links.ts'
import { baseUrlOf, type Config } from '../config.ts'
import { scheduledBackups, watchErasures } from '../engine/backups/scheduled-backups.ts'
import { openDatabase } from '../engine/driver/database.ts'
import { systemClock } from '../engine/foundation/clock.ts'
import { watchDisk } from '../engine/foundation/disk-space.ts'
import { createIdGenerator } from '../engine/foundation/id-generator.ts'
import { periodically } from '../engine/foundation/periodically.ts'
import { lifecycleOf } from '../engine/logging/logger.ts'
import type { MailServer } from '../engine/mail-server/mail-server.ts'
import { openMailServer } from '../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../engine/mail-server/smtp-address.ts'
import { nameServers } from '../engine/network/name-servers.ts'
import { withinOpenFiles } from '../engine/network/open-files.ts'
import { isLoopbackHost } from '../engine/network/public-address.ts'
import { instanceId } from '../engine/secrets/derived-secret.ts'
import { replacePrivateFile } from '../engine/secrets/private-file.ts'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { observeWebhooks } from '../engine/signals/webhook-activity.ts'
import { startTracing } from '../engine/tracing/start-tracing.ts'
import { Context } from '../frame/context.ts'
import { keyUsesWritten } from '../frame/tenants/find-caller.ts'
import { drainClockMove } from '../jobs/drain-tenant.ts'
import { runCustomerJob } from '../jobs/run-customer-job.ts'
import type { Worker } from '../jobs/worker.ts'
import type { DocsExamples } from '../pages/docs/docs.ts'
import { enqueueLongLedgers } from '../referring/rewards/close-ledger.ts'
import { refreshDomains } from '../referring/share-links/known-domains.ts'
import { writeIntegrationActivity } from '../reporting/integration/write-integration-activity.ts'
import { createServiceApp } from '../routes/service-app.ts'
import { closerOf } from './close-app.ts'
import type { DemoGateway, DemoProcessor } from './demo/local-gateway.ts'
import { openDemo, openGateway } from './demo/open-demo.ts'
import { startDemo } from './demo/start-demo.ts'
import { startSampleYear } from './demo/start-sample-year.ts'
import { chosenPort } from './free-port.ts'
import { observe } from './observe.ts'
import type { OpenStorage } from './open-storage.ts'
import { laterBuilds } from './portal/portal-build.ts'
import { prepareStorage } from './prepare-storage.ts'
import { requireSecretKey, SecretKeyMismatch } from './require-secret-key.ts'
import { startEarly } from './start-early.ts'
import { jobRunner, startJobs } from './start-jobs.ts'
import { greeting, type PortalLinks, portalFile } from './terminal/greeting.ts'
import type { StartReports } from './terminal/start-reports.ts'

/** Takes resources to close at the end, the last one first. */
export type CloseLater = (close: () => Promise<void>) => void

const clock = systemClock
const ids = createIdGenerator()

const MINUTE_MS = 60_000
/** A gateway waits for its barrier; a request may take 15 s in all. */
const DRAIN_MS = 12_000
/** Domains may be known as they were 5 s ago. */
const DOMAINS_PERIOD_MS = 3000
/** A rotation of the secret key relies on each process knowing the current key within 5 s. */
const SECRET_KEYS_PERIOD_MS = 3000
/** Each of them is written at most once in some minutes. */
const ACTIVITY_PERIOD_MS = 5000

export type RunningService = {
  /** Rejects when the process cannot go on. */
  readonly failed: Promise<never>
}

export type ServiceStart = {
  /** It may still be opening. */
  readonly storage: Promise<OpenStorage>
  readonly logger: Logger
  /** The logger writes only warnings and errors of these tenants. */
  readonly quietTenants: Set<string>
  readonly logFile: string | null
  /** The local payment processor of the demo. */
  readonly processor: DemoProcessor
  /** What the demo's referrers get from now on; null for what they have. */
  readonly rewards: DemoRewards | null
  readonly reports: StartReports
}

/**
 * Starts the service and logs its address; on a terminal a greeting follows, which names `logFile`. Opened resources are passed
 * to `closeLater`, also when the start fails halfway; closing waits for requests in flight until `force` is aborted.
 */
export async function startService(
  config: Config,
  { storage: opening, logger, quietTenants, logFile, processor, rewards, reports }: ServiceStart,
  closeLater: CloseLater,
  force: AbortSignal,
): Promise<RunningService> {
  const lifecycle = lifecycleOf(logger)
  const { report, notice, notices } = reports
  const storage = await opening
  const openingGateway = openGateway(config, storage, processor, reports)
  if (openingGateway !== null) startEarly(openingGateway, closeLater)
  const db = openDatabase(await prepareStorage(storage, report), 'service')
  closeLater(db.close)
  const secretBox = createSecretBox(storage.keys)
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // This promise is awaited only once the service has started.
  failed.catch(() => undefined)
  closeLater(
    periodically(
      SECRET_KEYS_PERIOD_MS,
      () => requireSecretKey(db, storage.keys, storage.readKeys),
      (error) => {
        if (error instanceof SecretKeyMismatch) fail(error)
        else logger.warn({ err: error }, 'the current secret key could not be read')
      },
    ),
  )
  const demo = await openDemo(config, storage, { clock, ids, secretBox })
  const serving = demo === null ? logger : logger.child({}, { level: levelAtStart(logger) })
  let worker: Worker | null = null
  const disk = storage.location === null ? null : watchDisk(storage.location)
  const { metrics, ready, build } = await observe(db, {
    report: (error) => logger.warn({ err: error }, 'database check failed'),
    workerStalledMs: () => worker?.stalledMs() ?? 0,
    disk,
    backups: config.process === 'web' ? null : config.backups,
  })
  closeLater(async () => metrics.close())
  // As late as possible: until it is bound, another process can take the port.
  const port = await chosenPort(config.port, config.host)
  const baseUrl = baseUrlOf(config, port)
  // The gateway that the demo opens is on this machine.
  const allowLocalTargets = config.allowLocalTargets || openingGateway !== null
  const { discountSweepHours, hosts, mailFrom: mailSender, sso } = config
  const mailServer = configuredMailServer(config)
  const names = nameServers(config.nameServers)
  const settings = {
    baseUrl,
    hosts,
    allowLocalTargets,
    discountSweepHours,
    mailServer,
    mailSender,
    sso,
    ...names,
    limits: config.operationLimits,
    diskSpace: disk?.space ?? null,
  }
  const ctx = new Context({ db, clock, ids, secretBox, ...settings })
  closeLater(() => keyUsesWritten(ctx))
  closeLater(() => lettersSent(ctx))
  await refreshDomains(ctx)
  for (const task of tasksOf(ctx, logger)) closeLater(task)
  closeLater(logDisabledReceivers(logger))
  if (config.tracing !== null) closeLater(await startTracing(config.tracing, build.version))
  const stopping = new AbortController()
  let gateway: DemoGateway | null = null
  const erasures = watchErasures(metrics.observeJob)
  const runner = jobRunner(ctx, serving, erasures.observe)
  const builds = laterBuilds(logger)
  const app = createServiceApp(ctx, {
    logger: serving,
    portal: { underWay: builds?.portal ?? null },
    docsUnderWay: builds?.docs ?? null,
    trustedProxies: config.trustedProxies,
    rateLimits: config.rateLimits,
    uploadsOfMerchant: config.uploadsOfMerchant,
    connections: { ...config.connections, ofProcess: withinOpenFiles(config.connections.ofProcess) },
    isWorker: config.process === 'worker',
    stopping: stopping.signal,
    instance: () => instanceId(storage.keys.current),
    ready: async () => (stopping.signal.aborted ? { process: 'shutting down' } : ready()),
    observer: metrics.requests,
    metrics,
    metricsToken: config.metricsToken,
    docsExamples: demo === null ? null : docsExamples(demo.test),
    countKeyed: metrics.countKeyed,
    localGateway: () => gateway,
    countClick: metrics.countClick,
    runCustomer: (tenantId, customerId, late) => runCustomerJob(runner, tenantId, customerId, late),
    drainJobs: (tenantId, drain) => drainClockMove(runner, tenantId, { ...drain, limitMs: DRAIN_MS }),
  })
  const closeApp = closerOf(app, storage.location === null ? 'besideOthers' : 'alone')
  closeLater(async () => {
    lifecycle.info('draining: not ready, finishing open requests')
    await Promise.all([closeApp(stopping, force), worker?.stop(force)])
    lifecycle.info('drained: all connections closed')
  })
  await app.listen({ port, host: config.host })
  // Pages are served while it opens; jobs call it.
  gateway = await openingGateway
  if (config.process !== 'web') worker = await startJobs(runner)

  const backups = config.process === 'web' ? null : scheduledBackups(config.backups, logger, erasures.take)
  if (backups !== null) closeLater(backups)
  const shop = demo === null ? null : await startDemo(ctx, demo, gateway, rewards, config, reports)
  if (shop !== null) closeLater(shop.close)
  if (demo !== null && !isLoopbackHost(config.host)) notice(demoIsOpen(config.host))
  const portal = await portalLinks(ctx, config, storage, demo)
  serving.level = logger.level
  reports.complete()
  lifecycle.info(
    {
      ...build,
      baseUrl,
      listening: app.listeningOrigin,
      database: storage.location === null ? 'external' : 'embedded',
      dataDirectory: storage.location ?? undefined,
      processMode: config.process,
      shopUrl: shop?.url,
      gatewayUrl: gateway?.url,
      demoFile: demo === null ? undefined : demoFile(config.dataDir),
    },
    'service started',
  )
  if (process.stdout.isTTY) {
    const { location } = storage
    const hasSampleYear = config.demo === 'on'
    const started = { baseUrl, location, logFile, notices, demo, shop, gateway, hasSampleYear, portal }
    for (const line of greeting(started)) console.log(line)
  }
  builds?.begin('portal')
  if (demo !== null && config.demo === 'on') {
    const log = { logger, quietTenants, status: reports.status }
    const sampleYear = startSampleYear(ctx, demo.test, gateway, config.dataDir, log)
    closeLater(sampleYear.close)
    // Its reader waits for the year in the portal.
    void sampleYear.ended.then((byItself) => byItself && builds?.begin('docs'))
  } else builds?.begin('docs')
  return { failed }
}

function demoIsOpen(host: string): string {
  return `HOST is ${host}, so other machines reach this demo. Its portal link signs in whoever opens it first, for a day, and its test program sends requests to addresses of this machine. Set HOST=127.0.0.1, or DEMO=off.`
}

/**
 * One-time links to the portal, made anew at each start: for the first owner while there is none, and for the demo. With the
 * embedded database they are also kept in a file that only this user may read.
 */
async function portalLinks(
  ctx: Context,
  { process: role, dataDir }: Config,
  storage: OpenStorage,
  demo: Demo | null,
): Promise<PortalLinks> {
  if (role === 'worker') return { welcome: null, demo: null }
  const links = {
    welcome: await createWelcomeLink(ctx),
    demo: demo === null ? null : await createDemoLink(ctx, demo.live.alias),
  }
  if (storage.location !== null) await replacePrivateFile(portalFile(dataDir), `${JSON.stringify(links)}\n`)
  return links
}

/** Logs webhook receivers that the service disables. Returns how to end it. */
function logDisabledReceivers(logger: Logger): () => Promise<void> {
  const end = observeWebhooks((activity) => {
    if (activity.kind !== 'disabled') return
    const { tenantId, receiverId, reason } = activity
    logger.warn({ tenantId, webhookId: receiverId, reason }, 'webhook receiver disabled')
  })
  return async () => end()
}

/** Starts what every process does for itself from time to time. Returns how to end each of them. */
function tasksOf(ctx: Context, logger: Logger): readonly (() => Promise<void>)[] {
  return [
    // It fails with the database, which readiness reports; the previous domains stay in use.
    periodically(
      DOMAINS_PERIOD_MS,
      () => refreshDomains(ctx),
      () => undefined,
    ),
    // Writes the activity of pages and servers, for the integration checker.
    periodically(
      ACTIVITY_PERIOD_MS,
      (signal) => writeIntegrationActivity(ctx, signal),
      (error) => logger.warn({ err: error }, 'activity of integrations could not be written'),
    ),
    // The ledgers that this process has read.
    periodically(
      MINUTE_MS,
      (signal) => enqueueLongLedgers(ctx, signal),
      (error) =>
        logger.warn(
          { err: error },
          'long ledgers could not be enqueued; the next reading of each tries again',
        ),
    ),
  ]
}

/** The example shop uses the live program, so that requests from the documentation do not affect it. */
function docsExamples({ alias, users }: DemoTenant): DocsExamples {
  const [{ accountId, userId, code }] = users.referrers
  return { alias, accountId, userId, referralCode: code }
}

/** The demo's requests during the start are not logged; warnings and errors are. */
function levelAtStart({ level }: Logger): string {
  return level === 'info' ? 'warn' : level
}

/** The mail server of the configuration; null for none. No connection is made before the first e-mail. */
function configuredMailServer({
  smtpUrl,
  smtpRateLimit,
}: Pick<Config, 'smtpUrl' | 'smtpRateLimit'>): MailServer | null {
  const settings = smtpUrl === null ? null : parseSmtpAddress(smtpUrl)
  return settings === null ? null : openMailServer(settings, { perSecond: smtpRateLimit })
}
