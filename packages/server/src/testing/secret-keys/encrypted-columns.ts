import type { Database } from '../../engine/driver/database.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import type { SecretKeys } from '../../engine/secrets/secret-keys.ts'

/** The columns with a value that was encrypted under the current one of some keys. */
export async function columnsUnder(owner: Database, ring: SecretKeys): Promise<readonly string[]> {
  const [beginning = Buffer.alloc(0)] = createSecretBox(ring).beginnings()
  const columns = await owner.query<{ table_name: string; column_name: string; data_type: string }>(
    {
      name: '',
      text: `select table_name, column_name, data_type from information_schema.columns
        where table_schema = 'app' and data_type in ('bytea', 'text')`,
    },
    [],
  )
  const found: string[] = []
  for (const { table_name: table, column_name: column, data_type: type } of columns) {
    const isUnder =
      type === 'text'
        ? `${column} like '${beginning.toString('base64').slice(0, 6)}%'`
        : `substring(${column} from 1 for 5) = '\\x${beginning.toString('hex')}'`
    const text = `select 1 from app.${table} where ${isUnder}`
    if ((await owner.query({ name: '', text }, [])).length > 0) found.push(`${table}.${column}`)
  }
  return found.sort()
}

/** All columns with encrypted values, but for those of the secret keys themselves. */
export const encryptedColumns: readonly string[] = [
  'erasure.wanted_box',
  'idempotent_request.answer',
  'processor_connection.credentials_box',
  'signing_key.secret_box',
  'staff_mail.text_box',
  'webhook_receiver.previous_secret_box',
  'webhook_receiver.secret_box',
]
