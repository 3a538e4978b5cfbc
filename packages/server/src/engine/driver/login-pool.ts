import pg from 'pg'

/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01'

/**
 * A pool whose connections log in by any of some passwords: while a secret key is rotated, the password that follows from it
 * changes under processes at work. The one that was accepted last is tried first, and that of the address before all.
 */
export class LoginPool extends pg.Pool {
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
