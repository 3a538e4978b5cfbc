import { setTimeout as pause } from 'node:timers/promises'
import { ROTATING } from '../../administration/secret-keys/noted-keys.ts'
import {
  findLost,
  type ReplacedSecretKey,
  replaceLostKey,
} from '../../administration/secret-keys/replace-lost-key.ts'
import {
  endRotation,
  type RotatedSecretKey,
  rotateSecretKey,
} from '../../administration/secret-keys/rotate-secret-key.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Database } from '../../engine/driver/database.ts'
import {
  loadNextSecretKey,
  previousSecretKeyFile,
  readNextSecretKey,
  type SecretKey,
  settleNextSecretKey,
} from '../../engine/secrets/secret-key.ts'
import { listSecretKeys, type SecretKeyRow } from '../../frame/rows/secret-key-rows.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import type { OpenStorage } from '../../start/open-storage.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { asOwner, grantService, settleServicePassword } from '../../start/prepare-storage.ts'
import { settleSecretKey } from '../../start/require-secret-key.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { confirm } from '../confirm.ts'
import { operatorContext } from '../session.ts'
import { inStorage } from '../storage-session.ts'
import type { Terminal } from '../terminal.ts'

/** A process knows of the change within 5 s, and ends its work within 15 s. */
const SETTLE_S = 25

export const secretKeyRotate: Command = {
  name: 'secret-key rotate',
  parameters: '[--settle <seconds>] [--end-old-urls] [--lost [--yes]]',
  summary:
    'Encrypt everything under a new secret key, while the service runs; with --lost, continue with the current one after the original was lost.',
  async run(args, terminal) {
    const { options, flags } = readArguments(args, [], ['settle'], ['end-old-urls', 'lost', 'yes'])
    const settleMs = settleOf(options.settle) * 1000
    const config = readConfig(terminal.env())
    const answer = await inStorage(config, (storage) =>
      asOwner(storage, async (db) => {
        await prepareDatabase(db, terminal.error)
        if (flags.lost) return continueWithoutKey(config, storage, db, terminal, flags.yes)
        await settleSecretKey(db, storage.keys)
        const to = await keyToRotateTo(
          storage,
          config.dataDir,
          await listSecretKeys(db),
          flags['end-old-urls'],
        )
        const ctx = operatorContext(config, storage, db)
        const rotated = await rotateSecretKey(ctx, storage.keys, {
          to,
          endsUrls: flags['end-old-urls'],
          settleMs,
          pause,
          report: terminal.error,
        })
        await settle(storage, db, config.dataDir)
        return { ...rotated, advice: adviceFor(storage, rotated, config.dataDir) }
      }),
    )
    return { answer }
  },
}

function settleOf(text = `${SETTLE_S}`): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new UsageError('--settle is not a number of seconds from 0 to 9999.')
}

/**
 * Returns the key of a rotation which was interrupted, else `SECRET_KEY`, or where the key is in a file a new one
 * beside it.
 */
async function keyToRotateTo(
  { keys, readKeys }: OpenStorage,
  dataDir: string,
  rows: readonly SecretKeyRow[],
  isWithoutRotation: boolean,
): Promise<SecretKey> {
  if (rows.some((it) => it.id === ROTATING)) return keys.current
  if (!keys.first.equals(keys.current)) {
    const next = readKeys === null ? null : readNextSecretKey(dataDir)
    return next?.equals(keys.current) === true ? next : keys.first
  }
  if (isWithoutRotation) return keys.current
  if (readKeys === null) {
    if (keys.all.length > 1) return keys.current
    throw new OperatorError(NO_NEW_KEY)
  }
  const next = await loadNextSecretKey(dataDir)
  keys.give(readKeys())
  return next
}

/** Settles the dependencies on the earlier key beside the rows; each step may be repeated. */
async function settle(storage: OpenStorage, db: Database, dataDir: string): Promise<void> {
  if (storage.service === null) {
    await grantService(storage, db)
    await settleServicePassword(storage, db)
  }
  if (storage.readKeys !== null) await settleNextSecretKey(dataDir)
  await endRotation(db)
}

function adviceFor(
  { readKeys }: OpenStorage,
  { from, earlierUrls }: RotatedSecretKey,
  dataDir: string,
): string {
  const previous =
    readKeys === null
      ? 'Remove SECRET_KEY_PREVIOUS from the settings of all processes, and restart them one after the other.'
      : `The new key is in use, also after a restart. The key from before is in ${previousSecretKeyFile(dataDir)}.`
  const backups = from === null ? [] : [BACKUPS]
  const urls = earlierUrls.length === 0 ? [] : [URLS]
  return [previous, ...backups, ...urls].join(' ')
}

const BACKUPS =
  'Backups from before the rotation can be restored with the key from before alone, so keep it as long as them, and apart from them.'

const URLS =
  'The payment processors of the programs in "earlierUrls" may still call the URL that follows from the key from before: have it replaced by the "webhookUrl" of "connection show". It ends when a notification arrives at the new one, or with "secret-key rotate --end-old-urls".'

const NO_NEW_KEY =
  'SECRET_KEY is the key in use. To rotate it, set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the present one for all processes, restart them one after the other, and run this again.'

/** Lets the database go on with the present key, once it is confirmed what is lost by that. */
async function continueWithoutKey(
  config: Config,
  storage: OpenStorage,
  db: Database,
  terminal: Terminal,
  isConfirmed: boolean,
): Promise<ReplacedSecretKey> {
  const ctx = operatorContext(config, storage, db)
  const lost = await findLost(ctx, storage.keys)
  const sentences = [
    ...lostSigningKeys(lost.tenantsWithoutSigningKey.length),
    ...lostProcessorKeys(lost.tenantsWithoutProcessorKey.length),
    ...lostWebhookSecrets(lost.tenantsWithoutWebhookSecret.length),
    ...lostUnsubscribes(lost.tenantsWithoutUnsubscribes.length),
  ]
  if (sentences.length > 0) await confirm(terminal, isConfirmed, sentences.join(' '))
  return replaceLostKey(ctx, storage.keys, lost)
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

function lostUnsubscribes(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `The service then cannot recognize who unsubscribed from e-mails of ${tenants} tenants, so it turns all kinds of e-mails and invitations of these off.`,
  ]
}
