import { byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A column whose values are encrypted under the secret key, in a table of tenants. */
export type BoxColumn = {
  readonly table: keyof Tables
  readonly column: string
  readonly purpose: 'signing-key' | 'processor-credentials' | 'webhook-secret' | 'erasure'
  readonly stale: Statement
  readonly replace: Statement
}

/** How many boxes are read at a time. */
export const BOXES_AT_ONCE = 500
/** Comes before the first ID. */
// A box begins with its version and the ID of its key, five bytes in all.
const beginning = (box: string): string => `substring(${box} from 1 for 5)`

/** A row by its place, because the plan of an update by key is not certain on an empty table that may have many rows. */
function byCtid(table: string, key: string): string {
  return `x.ctid = (
    select y.ctid
    from ${table} y
    where y.tenant_id = $1
      and ${byKey(`y.${key}`, '$2')}
  )`
}

function boxColumn(
  table: keyof Tables,
  key: string,
  column: string,
  purpose: BoxColumn['purpose'],
): BoxColumn {
  return {
    table,
    column,
    purpose,
    stale: statement(
      `${table}.stale_${column}`,
      `
select x.${key} as id, x.${column} as box
from ${table} x
where x.tenant_id = $1
  and x.${key} > $2
  and ${beginning(`x.${column}`)} <> $3
order by x.${key}
limit $4`,
    ),
    replace: statement(
      `${table}.replace_${column}`,
      `
update ${table} x
set ${column} = $4
where x.tenant_id = $1
  and x.${column} = $3
  and ${table === 'erasure' ? byCtid(table, key) : `x.${key} = $2`}
returning x.${key}`,
    ),
  }
}

/** All columns of tenants with boxes; the answers of repeated requests are text, see below. */
export const boxColumns: readonly BoxColumn[] = [
  boxColumn('signing_key', 'id', 'secret_box', 'signing-key'),
  boxColumn('processor_connection', 'id', 'credentials_box', 'processor-credentials'),
  boxColumn('webhook_receiver', 'id', 'secret_box', 'webhook-secret'),
  boxColumn('webhook_receiver', 'id', 'previous_secret_box', 'webhook-secret'),
  boxColumn('erasure', 'user_id', 'wanted_box', 'erasure'),
]

export type StaleBox = { readonly id: string; readonly box: Buffer }

/** Boxes of the tenant, by their IDs after one, that do not begin like those of the current key. */
export function staleBoxes(
  tx: TenantTx,
  { stale }: BoxColumn,
  after: string,
  current: Buffer,
): Promise<StaleBox[]> {
  return tx.rows<StaleBox>(stale, [after, current, BOXES_AT_ONCE])
}

/** Replaces a box, unless another took its place meanwhile: false then. */
export async function replaceBox(
  tx: TenantTx,
  { replace }: BoxColumn,
  { id, box }: StaleBox,
  by: Buffer,
): Promise<boolean> {
  return (await tx.rows(replace, [id, box, by])).length === 1
}

const staleAnswersAfter = statement(
  'idempotent_request.stale_answers',
  `
select x.key as id, x.answer
from idempotent_request x
where x.tenant_id = $1
  and x.key > $2
  and left(x.answer, 6) = any($3::text[])
order by x.key
limit $4`,
)

export type StaleAnswer = { readonly id: string; readonly answer: string }

/**
 * Encrypted answers to repeated requests, by their keys after one, that begin like the boxes of earlier keys; others are JSON, which
 * never begins like base64. The first six characters tell 36 of the 40 bits.
 */
export function staleAnswers(
  tx: TenantTx,
  after: string,
  earlier: readonly Buffer[],
): Promise<StaleAnswer[]> {
  const texts = earlier.map((it) => it.toString('base64').slice(0, 6))
  return tx.rows<StaleAnswer>(staleAnswersAfter, [after, texts, BOXES_AT_ONCE])
}

const replaceText = statement(
  'idempotent_request.replace_answer',
  `
update idempotent_request x
set answer = $4
where x.tenant_id = $1
  and x.answer = $3
  and ${byCtid('idempotent_request', 'key')}
returning x.key`,
)

export async function replaceAnswer(tx: TenantTx, { id, answer }: StaleAnswer, by: string): Promise<boolean> {
  return (await tx.rows(replaceText, [id, answer, by])).length === 1
}

const beforeRotation = statement(
  'processor_connection.before_rotation',
  `
update processor_connection
set hook_mark = $2
where tenant_id = $1
  and hook_mark is null
  and connected_at <= $3`,
)

/** Notes of a connection that was made before a rotation which key its notification URL follows from. */
export function noteEarlierHook(tx: TenantTx, mark: string, connectedUntil: number): void {
  tx.write(beforeRotation, [mark, isoTime(connectedUntil)])
}
