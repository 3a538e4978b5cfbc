import { NIL } from 'uuid'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import type { Context } from '../../frame/context.ts'
import { staffMailContext } from '../notices/staff-mails.ts'
import { underPresentSecret } from '../sign-in/second-factor-secrets.ts'
import type { Reencrypted } from './reencrypt-tenant.ts'
import {
  replaceSecondFactor,
  replaceStaffMail,
  secondFactorsAfter,
  staleStaffMails,
} from './rows/staff-boxes.ts'
import { BOXES_AT_ONCE } from './rows/tenant-boxes.ts'

/** Encrypts everything of staff under the current key that is not yet. A value that is written meanwhile wins. */
export async function reencryptStaff(ctx: Context): Promise<Reencrypted> {
  const [mails, factors] = [await reencryptMails(ctx), await reencryptFactors(ctx)]
  return { values: mails.values + factors.values, unreadable: mails.unreadable + factors.unreadable }
}

async function reencryptMails({ db, secretBox }: Context): Promise<Reencrypted> {
  const [current = Buffer.alloc(0)] = secretBox.beginnings()
  let values = 0
  let unreadable = 0
  for (let after: string = NIL; ; ) {
    const found = await staleStaffMails(db, after, current)
    for (const stale of found) {
      const about = staffMailContext(stale.id)
      const text = openOrNull(secretBox, stale.box, about)
      if (text === null) unreadable += 1
      else if (await replaceStaffMail(db, stale, secretBox.seal(text, about))) values += 1
    }
    if (found.length < BOXES_AT_ONCE) return { values, unreadable }
    after = found.at(-1)?.id ?? ''
  }
}

async function reencryptFactors({ db, secretBox }: Context): Promise<Reencrypted> {
  let values = 0
  let unreadable = 0
  for (let after: string = NIL; ; ) {
    const found = await secondFactorsAfter(db, after)
    for (const row of found) {
      const secret = await underPresentSecret(secretBox, row.secret)
      const backup_codes = await underPresentSecret(secretBox, row.backup_codes)
      if (secret === null || backup_codes === null) unreadable += 1
      else if (secret !== row.secret || backup_codes !== row.backup_codes) {
        if (await replaceSecondFactor(db, row, { secret, backup_codes })) values += 1
      }
    }
    if (found.length < BOXES_AT_ONCE) return { values, unreadable }
    after = found.at(-1)?.id ?? ''
  }
}
