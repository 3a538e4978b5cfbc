import type { Config } from '../../config.ts'
import { findUnreadableKeys } from '../../operations/connections/find-unreadable-keys.ts'
import { findSealedUnderAnother } from '../../operations/identification/sealed-under-another.ts'
import { type ReplacedSecretKey, replaceLostKey } from '../../operations/secret-keys/replace-lost-key.ts'
import { findUnreadableSecrets } from '../../operations/webhooks/find-unreadable-secrets.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OpenStorage } from '../../start/open-storage.ts'
import type { Database } from '../../store/driver/database.ts'
import { confirm } from '../confirm.ts'
import { operatorContext } from '../session.ts'
import type { Terminal } from '../terminal.ts'

/** Lets the database go on with the present key, once it is confirmed what is lost by that. */
export async function continueWithoutKey(
  config: Config,
  storage: OpenStorage,
  db: Database,
  terminal: Terminal,
  isConfirmed: boolean,
): Promise<ReplacedSecretKey> {
  const { shut } = await findSealedUnderAnother(db, storage.keys, systemClock.now())
  const ctx = operatorContext(config, storage, db)
  const lost = [
    ...lostSigningKeys(shut.length),
    ...lostProcessorKeys((await findUnreadableKeys(ctx)).length),
    ...lostWebhookSecrets((await findUnreadableSecrets(ctx)).length),
  ]
  if (lost.length > 0) await confirm(terminal, isConfirmed, lost.join(' '))
  return replaceLostKey(ctx, storage.keys)
}

function lostSigningKeys(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [`Signed calls of ${tenants} tenants then fail until you run "signing-key roll" for them.`]
}

function lostProcessorKeys(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `${tenants} connections to a payment processor are then broken until you run "connection set" for them and replace the URL of their webhook, which changes.`,
  ]
}

function lostWebhookSecrets(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `Webhooks of ${tenants} tenants are then not sent until you run "webhook rotate" for their receivers.`,
  ]
}
