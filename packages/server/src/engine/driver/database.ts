import type { Brand } from '@goodword/domain/values/brand'
import type { TenantId } from '@goodword/domain/values/ids'
import pg from 'pg'
import { type Clock, stopwatch } from '../foundation/clock.ts'
import { noteWork } from '../tracing/loop-time.ts'
import { currentActivity } from '../tracing/tracing.ts'
import { CircuitBreaker, type Responsiveness } from './circuit-breaker.ts'
import { connectionError, DatabaseUnavailable, isNoResponse, isWithoutRoom } from './database-error.ts'
import { NodeBulkheads } from './node-bulkheads.ts'
import { fail, Session, transactionSpan } from './session.ts'
import type { Statement } from './statement.ts'
import { type DatabaseTimeouts, Deadline, databaseTimeouts } from './timeouts.ts'
import { type TurnKind, TurnTimeout } from './turns/fair-turns.ts'
import { poolTurns } from './turns/pool-turns.ts'
import { parserOf } from './wire-values.ts'

/** The address of PostgreSQL: the operator's `DATABASE_URL`, or the embedded server's socket. */
export type DatabaseAddress = {
  readonly isDistributed?: boolean
  /** Tried in this order in place of the password of the address, which may have changed. */
  readonly passwords?: () => readonly string[]
} & (
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password?: string
      readonly database: string
    }
)

/** An address whose user is the service's login role: it owns nothing, and row-level security applies to it. */
export type ServiceAddress = Brand<DatabaseAddress, 'ServiceAddress'>

/** `service` owns nothing, and row-level security applies to it; `owner` migrates and runs the operator's commands. */
export type DatabaseRole = 'service' | 'owner'

export type Database = {
  readonly pool: pg.Pool
  /** Whether Citus distributes it, if it was opened as the service's role. */
  readonly isDistributed: boolean
  /**
   * Runs work with a connection of the pool. The deadline includes the wait for the connection. Throws DatabaseUnavailable when none
   * is available, immediately while the circuit breaker is open. Tenants get connections in turn, and so does the directory; on a
   * cluster, work for a tenant is limited by the bulkhead of the tenant's node as well.
   */
  connected<T>(work: (session: Session) => Promise<T>, tenantId?: TenantId): Promise<T>
  /** Runs work on the directory that takes a connection of the pool itself, in its turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Why writes fail for lack of room, as far as that was seen in the last half minute; null if it was not. */
  writeProblem(): string | null
  /** How many transactions wait for their turn because all connections that they may have are in use. */
  waiting(): number
  /** Runs one statement outside any tenant: the directory's tables only. */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Opens a pool. Its connections log in as the role that they work as, so none of them can become another. */
export function openDatabase(
  address: ServiceAddress,
  role: 'service',
  connections?: number,
  timeouts?: DatabaseTimeouts,
): Database
export function openDatabase(
  address: DatabaseAddress,
  role: 'owner',
  connections?: number,
  timeouts?: DatabaseTimeouts,
): Database
export function openDatabase(
  address: DatabaseAddress,
  role: DatabaseRole,
  connections = 8,
  timeouts: DatabaseTimeouts = databaseTimeouts[role],
): Database {
  const breaker = new CircuitBreaker()
  const failures = new WriteFailures(stopwatch)
  const { isDistributed = false, passwords = () => [], ...server } = address
  const options: pg.PoolConfig = {
    ...server,
    max: connections,
    connectionTimeoutMillis: timeouts.connectionMs,
    idleTimeoutMillis: 60_000,
    application_name: 'goodword',
    options: Object.entries(sessionSettings(role, isDistributed, timeouts))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  }
  const pool = new LoginPool(options, passwords)
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  // A connection that is lost in use reports that here too: its statements fail.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const nodes =
    role === 'service' && isDistributed
      ? new NodeBulkheads({ connections, waitMs: timeouts.connectionMs })
      : null

  const turns = role === 'service' ? poolTurns(connections, timeouts.connectionMs) : null

  const newDeadline = () => new Deadline(timeouts.transactionMs === 0 ? null : timeouts.transactionMs)

  function connected<T>(work: (session: Session) => Promise<T>, tenantId?: TenantId): Promise<T> {
    return noting(connect(work, tenantId))
  }

  /** The promise, with its failure handled. */
  function noting<T>(work: Promise<T>): Promise<T> {
    work.catch((error: unknown) => failures.note(error))
    return work
  }

  function connect<T>(work: (session: Session) => Promise<T>, tenantId?: TenantId): Promise<T> {
    const deadline = newDeadline()
    const since = performance.now()
    if (turns === null) return breaker.during(() => use(work, deadline, since))
    if (tenantId === undefined) {
      return breaker.during(
        () => turns.directory.during('', 'call', () => use(work, deadline, since)),
        ofTurn,
      )
    }
    if (nodes !== null) return atNode(nodes, tenantId, work, deadline, since)
    const kind = turnKind()
    return breaker.during(
      () => turns.tenants.during(tenantId, kind, () => use(work, deadline, since)),
      ofTurn,
    )
  }

  async function atNode<T>(
    bulkheads: NodeBulkheads,
    tenantId: TenantId,
    work: (session: Session) => Promise<T>,
    deadline: Deadline,
    since: number,
  ): Promise<T> {
    const bulkhead = await bulkheads.of(tenantId, (it, values) =>
      breaker.during(() => use((session) => rowsOf(session, it, values), deadline, performance.now())),
    )
    return bulkhead.during(tenantId, turnKind(), () => {
      let isConnected = false
      const begin = (session: Session) => {
        isConnected = true
        return work(session)
      }
      // After that it may be the node of the tenant that does not respond.
      const classify = (error: unknown): Responsiveness => {
        if (!isNoResponse(error)) return 'response'
        return isConnected ? 'unknown' : 'no response'
      }
      return breaker.during(() => use(begin, deadline, since), classify)
    })
  }

  async function use<T>(
    work: (session: Session) => Promise<T>,
    deadline: Deadline,
    waitingSince: number,
  ): Promise<T> {
    const activity = currentActivity()
    const span = transactionSpan()
    noteWork(activity ?? null)
    const client = await pool
      .connect()
      .catch((error: unknown) => {
        if (span) fail(span, error)
        span?.end()
        throw connectionError(error)
      })
      .finally(() => {
        if (activity) activity.connectionWaitMs += performance.now() - waitingSince
        noteWork(null)
      })
    const session = new Session(client, deadline, span)
    if (activity === undefined) return session.use(work)
    const startedAt = performance.now()
    span?.addEvent('connection acquired')
    return session.use(work).finally(() => {
      noteWork(activity)
      activity.databaseMs += performance.now() - startedAt
      activity.transactions += 1
      activity.statements += session.statements
      span?.end()
    })
  }

  return {
    pool,
    isDistributed,
    connected,
    inTurn: (work) => noting(turns === null ? work() : turns.directory.during('', 'call', work)),
    writeProblem: () => failures.problem(),
    waiting: () => (nodes?.waiting ?? turns?.tenants.waiting ?? 0) + (turns?.directory.waiting ?? 0),
    query: <Row>(it: Statement, values: readonly unknown[]) =>
      connected((session) => rowsOf<Row>(session, it, values)),
    close: () => pool.end(),
  }
}

/** Whether the transaction belongs to a request for a report. */
function turnKind(): TurnKind {
  return currentActivity()?.isReport === true ? 'report' : 'call'
}

/** A transaction whose turn did not come has sent the database nothing. */
function ofTurn(error: unknown): Responsiveness {
  if (error instanceof TurnTimeout) return 'unknown'
  return isNoResponse(error) ? 'no response' : 'response'
}

async function rowsOf<Row>(session: Session, it: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await session.send(it, values)
  return rows as Row[]
}

/** Where every table is. */
export const SEARCH_PATH = 'app'

function sessionSettings(
  role: DatabaseRole,
  isDistributed: boolean,
  { lockMs, statementMs, idleMs }: DatabaseTimeouts,
): Record<string, string> {
  const common = {
    search_path: SEARCH_PATH,
    timezone: 'UTC',
    synchronous_commit: 'on',
    lock_timeout: `${lockMs}`,
    statement_timeout: `${statementMs}`,
    idle_in_transaction_session_timeout: `${idleMs}`,
    // Else the nodes of a distributed PostgreSQL do not know which tenant a transaction serves. It is any name without Citus.
    'citus.propagate_set_commands': 'local',
  }
  if (role === 'owner') return common
  return { ...common, ...planning, ...(isDistributed ? distributedPlanning : {}) }
}

/**
 * Every statement of the service looks up few rows by key. PostgreSQL plans each once per connection, for any values.
 * A sequential scan, or an index scan of all rows of a tenant, may look cheaper when the tables are small or most tenants
 * are, and is slow for a large tenant; these costs rule both out.
 */
export const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // What a statement looks up is hardly ever the same twice: remembering it took a third of a statement with many look-ups.
  enable_memoize: 'off',
  // A parallel worker is a process that starts for one statement: the count of a list took several times as long with one.
  max_parallel_workers_per_gather: '0',
  // Looking up ten keys must cost less than reading a tenant's average number of rows, however small that is: before
  // version 17 the planner also considers an index scan of the tenant alone for a condition '= any(…)' on the next column.
  random_page_cost: '1.1',
  cpu_tuple_cost: '10',
  cpu_index_tuple_cost: '0.05',
}

/** Citus chooses the node by the value of the tenant, which a plan for any values does not have. */
const distributedPlanning = { plan_cache_mode: 'auto' }

function getTypeParser(typeOid: number, format?: 'text' | 'binary') {
  return format === 'binary' ? pg.types.getTypeParser(typeOid, format) : parserOf(typeOid)
}

/**
 * How long a write that failed for lack of room is held against the database. While requests come, or jobs run, others fail
 * meanwhile, so that the answer stays the same until there is room.
 */
export const HELD_MS = 30_000

/** Remembers that the database could not write its files. No write is made to find out: see docs/design/monitoring.md. */
export class WriteFailures {
  readonly #stopwatch: Clock
  #last: { readonly at: number; readonly message: string } | null = null

  constructor(stopwatch: Clock) {
    this.#stopwatch = stopwatch
  }

  note(error: unknown): void {
    if (!isWithoutRoom(error) || !(error instanceof DatabaseUnavailable)) return
    this.#last = { at: this.#stopwatch.now(), message: error.message }
  }

  /** Why writes fail; null when none has failed for a while. */
  problem(): string | null {
    if (this.#last === null || this.#stopwatch.now() - this.#last.at >= HELD_MS) return null
    return `writes fail: ${this.#last.message}`
  }
}

/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01'

/**
 * A pool whose connections log in by any of some passwords: while a secret key is rotated, the password that follows from it
 * changes under processes at work. The one that was accepted last is tried first, and that of the address before all.
 */
class LoginPool extends pg.Pool {
  readonly #passwords: () => readonly string[]
  /** Null for the password of the address. */
  readonly #chosen: { password: string | null }

  constructor(options: pg.PoolConfig, passwords: () => readonly string[]) {
    const chosen: { password: string | null } = { password: null }
    // The pool makes each of its connections by this class.
    class Client extends pg.Client {
      constructor(own: pg.ClientConfig = {}) {
        super(chosen.password === null ? own : withPassword(own, chosen.password))
      }
    }
    const all: pg.PoolConfig & { Client: typeof pg.Client } = { ...options, Client }
    super(all)
    this.#passwords = passwords
    this.#chosen = chosen
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#login(null)
    super.connect(callback)
    return undefined
  }

  /** The passwords are derived only when one was refused: nearly every connection is open already. */
  async #login(untried: readonly string[] | null): Promise<pg.PoolClient> {
    const tried = this.#chosen.password
    try {
      return await super.connect()
    } catch (error) {
      if (Object(error).code !== WRONG_PASSWORD) throw error
      const left = (untried ?? this.#passwords()).filter((it) => it !== tried)
      if (left.length === 0) throw error
      // Another connection may have found the right one meanwhile.
      if (this.#chosen.password === tried) this.#chosen.password = left[0] ?? null
      return this.#login(left)
    }
  }
}

/** How to log in to the same address with another password. A parameter of an address takes precedence over its other parts. */
export function withPassword<Config extends pg.ClientConfig>(config: Config, password: string): Config {
  if (config.connectionString === undefined) return { ...config, password }
  const url = new URL(config.connectionString)
  url.searchParams.set('password', password)
  return { ...config, connectionString: url.href }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void
