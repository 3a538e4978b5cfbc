import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'

/** An allowance of `most` letters, one of which comes back every `everyMs`. */
export type LetterAllowance = {
  /** A keyed hash of whose it is. */
  readonly subject: string
  readonly most: number
  readonly everyMs: number
}

// In UTC, because the sum of a timestamptz and an interval depends on the session's time zone, which Citus refuses here.
const take = statement(
  'letter_allowance.take',
  `
insert into letter_allowance as x (subject, full_at)
values ($1, $3)
on conflict (subject) do update
set full_at =
  (greatest(x.full_at, $2) at time zone 'UTC' + ($3::timestamptz - $2::timestamptz)) at time zone 'UTC'
where x.full_at <= $4
returning x.full_at`,
)

/** Takes a letter of an allowance, whatever else takes one at the same time; false when there is none left. */
export async function takeLetter(tx: DirectoryTx, allowance: LetterAllowance, now: number): Promise<boolean> {
  const { subject, most, everyMs } = allowance
  const taken = await tx.rows(take, [
    subject,
    isoTime(now),
    isoTime(now + everyMs),
    isoTime(now + (most - 1) * everyMs),
  ])
  return taken.length === 1
}

const old = statement('letter_allowance.delete_full', 'delete from letter_allowance where full_at <= $1')

/** Deletes those that are full, which is as good as none. */
export async function deleteFullAllowances(tx: DirectoryTx, now: number): Promise<void> {
  await tx.rows(old, [isoTime(now)])
}
