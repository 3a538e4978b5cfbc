import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { ProcessorClients } from '../connectors/processor-clients.ts'
import type { Database } from '../engine/driver/database.ts'
import {
  inTenant,
  readTenant,
  readTenantAtOnce,
  retryOnConflict,
  type TenantTx,
  type TimedTx,
} from '../engine/driver/tenant-tx.ts'
import type { Clock } from '../engine/foundation/clock.ts'
import type { DiskSpace } from '../engine/foundation/disk-space.ts'
import type { IdGenerator } from '../engine/foundation/id-generator.ts'
import type { MailServer } from '../engine/mail-server/mail-server.ts'
import {
  nameServers,
  type ResolveHost,
  type ResolveRecords,
  type ResolveTexts,
} from '../engine/network/name-servers.ts'
import type { SecretBox } from '../engine/secrets/secret-box.ts'
import { defaultOperationLimits, type OperationLimits } from '../engine/signals/operation-limits.ts'
import { type Actor, actorNamed } from './actor.ts'
import { loadTestClock } from './rows/test-clocks.ts'

/** The OpenID provider of an installation, as the operator configured it. */
type SsoSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The label on the sign-in page. */
  readonly name: string
}

/** A transaction of one tenant, at one moment of that tenant's clock. */
export type Transaction = TimedTx & {
  /** The time by which the tenant's clock is ahead of the machine's; 0 on a live tenant. */
  readonly aheadMs: number
  /** A new ID whose time is `now`. The type argument is the kind of ID. */
  readonly newId: <Id extends string>() => Id
  /** A new ID of what happened at another time. */
  readonly newIdAt: <Id extends string>(time: number) => Id
  /** A value that is created once per context: that of the context that made the transaction. */
  readonly singleton: <T>(make: (ctx: Context) => T) => T
}

export type ContextOptions = {
  /** Open as the service's role, or as its owner for the operator's commands. */
  readonly db: Database
  /** The machine's clock. Keys, signatures, limits and leases use it; a tenant's data uses `tx.now`. */
  readonly clock: Clock
  readonly ids: IdGenerator
  readonly secretBox: SecretBox
  /** Where the service is reached from outside, without a slash at the end. */
  readonly baseUrl: string
  /** Who acts, for the audit log. */
  readonly actor?: Actor
  /** Whether outgoing calls may reach this machine. */
  readonly allowLocalTargets?: boolean
  /** How often all discounts of the next month's bills are compared with the payment processor; every 24 hours without. */
  readonly discountSweepHours?: number
  /** How payment processors are called; those of the process unless said otherwise. */
  readonly processors?: Pick<ProcessorClients, 'open'> | null
  /** Sends e-mails; none without. */
  readonly mailServer?: MailServer | null
  /** The sender of e-mails to staff; null for an address at the host of the service. */
  readonly mailSender?: string | null
  /** Single sign-on of staff; none without. */
  readonly sso?: SsoSettings | null
  /** Further hosts of the operator's, beside that of `baseUrl`: no tenant can claim them. */
  readonly hosts?: readonly string[]
  /** How names of webhook receivers are resolved; by the name servers of the machine unless said otherwise. */
  readonly resolveHost?: ResolveHost
  /** How the records that prove custom domains are read; the same. */
  readonly resolveTexts?: ResolveTexts
  /** How the hosts of custom domains and landing pages are compared; the same. */
  readonly resolveRecords?: ResolveRecords
  /** The disk of the database; null, or none, where it cannot be seen. */
  readonly diskSpace?: (() => Promise<DiskSpace | null>) | null
  /** The limits on a merchant's usage; omitted ones have their defaults. */
  readonly limits?: Partial<OperationLimits>
}

const ofMachine = nameServers()

/**
 * The first argument of every operation. A process creates one at its start; handlers, jobs, the operator's
 * commands and tests call the same operations with it.
 */
export class Context {
  readonly db: Database
  readonly clock: Clock
  readonly ids: IdGenerator
  readonly secretBox: SecretBox
  readonly baseUrl: string
  readonly actor: Actor
  readonly allowLocalTargets: boolean
  readonly discountSweepHours: number
  readonly processors: Pick<ProcessorClients, 'open'> | null
  readonly mailServer: MailServer | null
  readonly mailSender: string | null
  readonly sso: SsoSettings | null
  readonly hosts: readonly string[]
  readonly resolveHost: ResolveHost
  readonly resolveTexts: ResolveTexts
  readonly resolveRecords: ResolveRecords
  readonly diskSpace: (() => Promise<DiskSpace | null>) | null
  readonly limits: OperationLimits
  readonly #options: ContextOptions
  readonly #singletons = new Map<unknown, unknown>()
  /** The context that has the singletons: a singleton outlives the request that asked for it first. */
  #origin: Context = this

  constructor(options: ContextOptions) {
    const { db, clock, ids, secretBox, baseUrl, allowLocalTargets = false } = options
    this.#options = options
    this.db = db
    this.clock = clock
    this.ids = ids
    this.secretBox = secretBox
    this.baseUrl = baseUrl
    this.actor = options.actor ?? actorNamed('operator')
    this.allowLocalTargets = allowLocalTargets
    this.discountSweepHours = options.discountSweepHours ?? 24
    this.processors = options.processors ?? null
    this.mailServer = options.mailServer ?? null
    this.mailSender = options.mailSender ?? null
    this.sso = options.sso ?? null
    this.hosts = options.hosts ?? []
    this.resolveHost = options.resolveHost ?? ofMachine.resolveHost
    this.resolveTexts = options.resolveTexts ?? ofMachine.resolveTexts
    this.resolveRecords = options.resolveRecords ?? ofMachine.resolveRecords
    this.diskSpace = options.diskSpace ?? null
    this.limits = { ...defaultOperationLimits, ...options.limits }
  }

  /**
   * Runs the work in one transaction of a tenant, and repeats all of it after a serialization conflict or a lost connection:
   * a repeat must be harmless, because the commit may have succeeded. With `retry: 'never'` the caller sees these failures.
   */
  writeTenant<T>(
    tenantId: TenantId,
    work: (tx: Transaction) => Promise<T>,
    options: { readonly retry?: 'on conflict' | 'never' } = {},
  ): Promise<T> {
    const write = () => inTenant(this.db, tenantId, (tx) => this.#atTenantTime(tx, work))
    return options.retry === 'never' ? write() : retryOnConflict(write)
  }

  /** Reads in one transaction of a tenant: every statement sees the same moment, and writing fails. */
  readTenant<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return readTenant(this.db, tenantId, (tx) => this.#atTenantTime(tx, work))
  }

  /**
   * Reads as `readTenant` does, for work that sends all its statements before it waits for any of them: on a live tenant
   * they are sent with begin and commit as one message. A statement that is sent later is a defect, and fails.
   */
  readTenantAtOnce<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (modeOf(tenantId) === 'test') return this.readTenant(tenantId, work)
    return readTenantAtOnce(this.db, tenantId, (tx) => work(this.#transaction(tx, this.clock.now(), 0)))
  }

  /** The value of `make`, created once per process: state that outlives a call, such as a batch or a cache. */
  singleton<T>(make: (ctx: Context) => T): T {
    const singletons = this.#origin.#singletons
    if (!singletons.has(make)) singletons.set(make, make(this.#origin))
    // Only what `make` returned is stored under it.
    return singletons.get(make) as T
  }

  /** This context for the changes of an actor; it shares everything else. */
  actingAs(actor: Actor): Context {
    const acting = new Context({ ...this.#options, processors: this.processors, actor })
    acting.#origin = this.#origin
    return acting
  }

  async #atTenantTime<T>(tx: TenantTx, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const machineNow = this.clock.now()
    const aheadMs = modeOf(tx.tenantId) === 'test' ? await loadTestClock(tx) : 0
    return work(this.#transaction(tx, machineNow, aheadMs))
  }

  #transaction(tx: TenantTx, machineNow: number, aheadMs: number): Transaction {
    const now = machineNow + aheadMs
    const newId = <Id extends string>() => this.ids.make<Id>(now)
    const newIdAt = <Id extends string>(time: number) => this.ids.make<Id>(time)
    return { ...tx, now, aheadMs, newId, newIdAt, singleton: (make) => this.singleton(make) }
  }
}
