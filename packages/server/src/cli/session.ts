import { userInfo } from 'node:os'
import { baseUrlOf, type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../engine/driver/database.ts'
import { systemClock } from '../engine/foundation/clock.ts'
import { createIdGenerator } from '../engine/foundation/id-generator.ts'
import { nameServers } from '../engine/network/name-servers.ts'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { actorNamed } from '../frame/actor.ts'
import { Context } from '../frame/context.ts'
import { joinStorage, type OpenStorage } from '../start/open-storage.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { grantService } from '../start/prepare-storage.ts'
import { settleSecretKey } from '../start/require-secret-key.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs a command's work on the storage, with the service running or not, and leaves nothing open. The schema is that of this
 * release then; `migrated` are the migrations that ran because of it.
 */
export async function inSession<T>(
  terminal: Terminal,
  work: (ctx: Context, migrated: readonly string[]) => Promise<T>,
): Promise<T> {
  const config = readConfig(terminal.env())
  const storage = await joinStorage(config)
  let db: Database | null = null
  try {
    db = openDatabase(storage.owner, 'owner', 2)
    const migrated = await prepareDatabase(db, terminal.error)
    await settleSecretKey(db, storage.keys)
    // A process that starts without the owner's address finds all that its role needs.
    await grantService(storage, db)
    return await work(operatorContext(config, storage, db), migrated)
  } finally {
    await db?.close()
    await storage.close()
  }
}

/** The context in which the operator's commands call operations: the database is open as its owner. */
export function operatorContext(config: Config, { keys }: OpenStorage, db: Database): Context {
  return new Context({
    db,
    clock: systemClock,
    ids: createIdGenerator(),
    secretBox: createSecretBox(keys),
    baseUrl: baseUrlOf(config, config.port),
    hosts: config.hosts,
    ...nameServers(config.nameServers),
    actor: actorNamed(operatorName()),
    allowLocalTargets: config.allowLocalTargets,
    discountSweepHours: config.discountSweepHours,
  })
}

/** The author of a command in the audit log: the user of the machine. */
function operatorName(): string {
  try {
    return `operator ${userInfo().username}`
  } catch {
    // In a container the user may have a number and no name.
    return `operator ${process.getuid?.() ?? 'unknown'}`
  }
}
