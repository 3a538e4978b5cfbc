import type { Logger } from 'pino'
import { baseUrlOf, type Config } from '../config.ts'
import type { DocsExamples } from '../http/docs.ts'
import { createServiceApp } from '../http/service-app.ts'
import { tendClicks } from '../operations/clicks/tend-clicks.ts'
import { demoFile } from '../operations/demo/demo-keys.ts'
import { type Demo, type DemoTenant, ensureDemo } from '../operations/demo/ensure-demo.ts'
import { leadDemoTo } from '../operations/demo/lead-demo-to.ts'
import { type KnownDomains, openKnownDomains } from '../operations/domains/known-domains.ts'
import { countingAnswers } from '../operations/idempotency/count-answers.ts'
import { sweepAnswers } from '../operations/idempotency/sweep-answers.ts'
import { createSigningKeys } from '../operations/identification/signing-keys.ts'
import { createOperations } from '../operations/operations.ts'
import { createAllowedOrigins } from '../operations/programs/allowed-origins.ts'
import { createAuthenticator } from '../operations/tenants/authenticator.ts'
import type { Track } from '../operations/tracking/track.ts'
import { systemClock } from '../platform/clock.ts'
import { instanceId } from '../platform/derived-secret.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { lifecycleOf } from '../platform/logger.ts'
import { periodically } from '../platform/periodically.ts'
import { newReferralCode } from '../platform/random.ts'
import { createSecretBox, type SecretBox } from '../platform/secret-box.ts'
import { useTracing } from '../platform/tracing/tracing.ts'
import type { TracingSettings } from '../platform/tracing/tracing-settings.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { closeApp } from './close-app.ts'
import { chosenPort } from './free-port.ts'
import { greeting } from './greeting.ts'
import { observe } from './observe.ts'
import { type OpenStorage, openStorage } from './open-storage.ts'
import { asOwner, prepareStorage } from './prepare-storage.ts'
import { startShop } from './start-shop.ts'

/** Takes what has to be closed at the end: what was opened last is closed first. */
export type CloseLater = (close: () => Promise<void>) => void

const clock = systemClock
const keys = createIdGenerator()

const HOUR_MS = 3_600_000
/** Domains may be known as they were 5 s ago. */
const DOMAINS_PERIOD_MS = 3000

/**
 * Brings the service up and logs where it is; on a terminal a greeting for people follows. What was opened goes to
 * `closeLater`, also when it fails halfway; closing it waits for what is under way until `hurry` is aborted.
 */
export async function startService(
  config: Config,
  logger: Logger,
  closeLater: CloseLater,
  hurry: AbortSignal,
): Promise<void> {
  const lifecycle = lifecycleOf(logger)
  let isReady = false
  const say = (line: string): void => (isReady ? logger.warn(line) : logger.info(line))

  const storage = await openStorage(config, say)
  closeLater(storage.close)
  const db = openDatabase(await prepareStorage(storage, say), 'service')
  closeLater(db.close)
  const secretBox = createSecretBox(storage.secretKey)
  const signingKeys = createSigningKeys(db, clock, secretBox)
  const operations = createOperations({ db, now: clock.now, keys, signingKeys })
  const demo = await demoOf(config, storage, secretBox, operations.track)
  const { metrics, ready, build } = await observe(db, (error) =>
    logger.warn({ err: error }, 'database check failed'),
  )
  closeLater(async () => metrics.close())
  const authenticator = createAuthenticator(db, clock)
  closeLater(authenticator.settled)
  // As late as possible: until it is bound, another process can take the port.
  const port = await chosenPort(config.port, config.host)
  const baseUrl = baseUrlOf(config, port)
  const domains = await openKnownDomains(db, baseUrl)
  closeLater(refreshDomains(domains))
  if (config.process !== 'web') {
    closeLater(sweepHourly(db, logger))
    closeLater(tendHourly(db, logger))
  }
  if (config.tracing !== null) closeLater(await startTracing(config.tracing, build.version))
  const stopping = new AbortController()
  const app = createServiceApp({
    baseUrl,
    logger,
    trustedProxies: config.trustedProxies,
    rateLimits: config.rateLimits,
    isWorker: config.process === 'worker',
    stopping: stopping.signal,
    instance: instanceId(storage.secretKey),
    ready: async () => (stopping.signal.aborted ? { process: 'shutting down' } : ready()),
    observer: metrics.requests,
    metrics,
    metricsToken: config.metricsToken,
    docsExamples: demo === null ? null : docsExamples(demo.test),
    domains,
    callers: { ...authenticator, allowedOrigins: createAllowedOrigins(db, clock) },
    operations: { ...operations, answerOnce: countingAnswers(operations.answerOnce, metrics.countKeyed) },
    now: clock.now,
    keys,
    newReferralCode,
    countClick: metrics.countClick,
  })
  closeLater(async () => {
    lifecycle.info('draining: not ready, finishing open requests')
    await closeApp(app, stopping, hurry)
    lifecycle.info('drained: all connections closed')
  })
  await app.listen({ port, host: config.host })

  const shop = demo === null ? null : await startShop(config.shopPort, baseUrl, demo.live, say)
  if (demo !== null && shop !== null) {
    closeLater(shop.close)
    await leadDemoTo({ db, clock }, demo.live.alias, `${shop.url}/`)
  }
  isReady = true
  lifecycle.info(
    {
      ...build,
      baseUrl,
      listening: app.listeningOrigin,
      database: storage.location === null ? 'external' : 'embedded',
      dataDirectory: storage.location ?? undefined,
      processMode: config.process,
      shopUrl: shop?.url,
      demoFile: demo === null ? undefined : demoFile(config.dataDir),
    },
    'service started',
  )
  if (process.stdout.isTTY) {
    for (const line of greeting({ baseUrl, location: storage.location, demo, shop })) console.log(line)
  }
}

/** The SDK of OpenTelemetry is loaded here, and nowhere while tracing is off. Returns how to end it. */
async function startTracing(settings: TracingSettings, version: string): Promise<() => Promise<void>> {
  const { openTracing } = await import('../platform/tracing/open-tracing.ts')
  const { startSpan, close } = openTracing(settings, version)
  useTracing(startSpan)
  return async () => {
    useTracing(null)
    await close()
  }
}

/** Processes that only answer leave it to the others. */
function sweepHourly(db: Database, logger: Logger): () => Promise<void> {
  return periodically(
    HOUR_MS,
    (signal) => sweepAnswers({ db, clock }, signal),
    (error) => logger.warn({ err: error }, 'cleanup of Idempotency-Keys failed'),
  )
}

function tendHourly(db: Database, logger: Logger): () => Promise<void> {
  return periodically(
    HOUR_MS,
    () => tendClicks({ db, clock }),
    (error) => logger.warn({ err: error }, 'click partition maintenance failed'),
  )
}

function refreshDomains({ refresh }: KnownDomains): () => Promise<void> {
  // It fails with the database, which readiness reports; the previous domains stay in use.
  return periodically(DOMAINS_PERIOD_MS, refresh, () => undefined)
}

/** The example shop uses the live program, so that requests from the documentation do not affect it. */
function docsExamples({ alias, people }: DemoTenant): DocsExamples {
  const [{ accountId, userId, code }] = people.referrers
  return { alias, accountId, userId, referralCode: code }
}

async function demoOf(
  { demo, dataDir }: Config,
  storage: OpenStorage,
  secretBox: SecretBox,
  track: Track,
): Promise<Demo | null> {
  if (!demo || storage.location === null) return null
  return asOwner(storage, (db) => ensureDemo({ db, clock, keys, secretBox, dataDir, track, now: clock.now }))
}
