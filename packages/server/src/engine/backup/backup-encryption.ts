import { type FileHandle, open } from 'node:fs/promises'
import { Decrypter, Encrypter, identityToRecipient, Stanza } from 'age-encryption'
import { backupIdentity } from '../secrets/backup-identity.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { secretKeyMark } from '../secrets/secret-key-mark.ts'
import { BackupError } from './backup-error.ts'

/** How a file of the format of `age` begins. */
const BEGINNING = Buffer.from('age-encryption.org/v1\n')
/** The stanza of its header with the mark of the secret key, beside the one that has the key of the file. Other programs skip it. */
const MARK_STANZA = 'goodword-secret-key'

/** The library takes streams of the web, which have no common way to be made of an iterable. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** Encrypts a backup in the format of `age`, for the identity that follows from a secret key. */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  key: SecretKey,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient({
    wrapFileKey: () => [new Stanza([MARK_STANZA, secretKeyMark(key)], new Uint8Array())],
  })
  encrypter.addRecipient(await identityToRecipient(backupIdentity(key)))
  yield* await encrypter.encrypt(streamOf(content))
}

/**
 * The bytes of a backup, decrypted by one of these keys if it is encrypted.
 *
 * @throws BackupError for a file of another key, and `damaged` for one that was cut or changed
 */
export async function* openedBackup(
  file: string,
  keys: readonly SecretKey[],
  damaged: (file: string) => BackupError,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const source = handle.createReadStream({ start: 0, autoClose: false })
    if (!(await isEncrypted(handle))) {
      yield* source
      return
    }
    const decrypter = new Decrypter()
    for (const key of keys) decrypter.addIdentity(backupIdentity(key))
    decrypter.addIdentity({
      // Asked last, when none of the keys fits.
      unwrapFileKey: (stanzas: readonly Stanza[]) => {
        throw withoutKey(file, keys, stanzas) ?? damaged(file)
      },
    })
    yield* await decrypter.decrypt(streamOf(source))
  } catch (error) {
    // What the library says of a file that was cut or changed has no code of the system.
    if (error instanceof BackupError || (error instanceof Error && 'code' in error)) throw error
    throw damaged(file)
  } finally {
    await handle.close()
  }
}

async function isEncrypted(handle: FileHandle): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0)
  return buffer.equals(BEGINNING)
}

/** What to set where a file needs another key; null where one of these should have opened it. */
function withoutKey(
  file: string,
  keys: readonly SecretKey[],
  stanzas: readonly Stanza[],
): BackupError | null {
  const mark = stanzas.find(({ args }) => args[0] === MARK_STANZA)?.args[1]
  if (mark === undefined) {
    return new BackupError(
      `${file} was encrypted by another program than this one. Decrypt it by "age --decrypt" with the identity that it was encrypted for.`,
    )
  }
  if (keys.some((it) => secretKeyMark(it) === mark)) return null
  return new BackupError(
    `${file} is encrypted under another secret key, with the mark ${mark}; the marks of the keys here are ` +
      `${keys.map(secretKeyMark).join(', ')}. Set SECRET_KEY (or the file secret-key in DATA_DIR) to the key that the backed-up ` +
      'service had. If that service has rotated it since, set SECRET_KEY_PREVIOUS to the key from before, which a rotation keeps ' +
      'in the file secret-key.previous.',
  )
}
