import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { statement } from '../../engine/driver/statement.ts'

/** An allowance of `most` letters, one of which comes back every `everyMs`. */
export type LetterAllowance = {
  /** A keyed hash of whose it is. */
  readonly subject: string
  readonly most: number
  readonly everyMs: number
}

const take = statement(
  'letter_allowance.take',
  `
insert into letter_allowance as x (subject, full_at_ms)
values ($1, $3)
on conflict (subject) do update
set full_at_ms = greatest(x.full_at_ms, $2) + ($3::int8 - $2::int8)
where x.full_at_ms <= $4
returning x.full_at_ms`,
)

/** Takes a letter of an allowance, whatever else takes one at the same time; false when there is none left. */
export async function takeLetter(tx: DirectoryTx, allowance: LetterAllowance, now: number): Promise<boolean> {
  const { subject, most, everyMs } = allowance
  const taken = await tx.rows(take, [subject, now, now + everyMs, now + (most - 1) * everyMs])
  return taken.length === 1
}

const old = statement('letter_allowance.delete_full', 'delete from letter_allowance where full_at_ms <= $1')

/** Deletes those that are full, which is as good as none. */
export async function deleteFullAllowances(tx: DirectoryTx, now: number): Promise<void> {
  await tx.rows(old, [now])
}
