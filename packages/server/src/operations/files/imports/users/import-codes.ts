import { requestedTime } from '@goodword/contract/values'
import { parseReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import { Type } from 'typebox'
import type { CodeRow, CodeState } from '../../../../store/tracking/codes.ts'
import { parsedCell } from '../parsed-cell.ts'
import { invalid, type RowFields } from '../row-fields.ts'

/** More than anybody shares. */
const MAX_FURTHER_CODES = 100

/** The codes of a user in a file with their states, the one that is shared last. */
export function readCodes(fields: RowFields, now: number): readonly CodeState[] {
  const code = parseReferralCode(fields.text('referralCode', 'referral-code') ?? '')
  const disabledAt = fields.pastDate('dateCodeDisabled', now) ?? null
  const expiresAt = fields.date('dateCodeExpires') ?? null
  const further = furtherCodes(fields.json('furtherCodes'), now)
  if (code !== null) return [...further, { code, disabledAt, expiresAt }]
  const orphan = disabledAt !== null ? 'dateCodeDisabled' : expiresAt !== null ? 'dateCodeExpires' : null
  if (orphan !== null) throw invalid(orphan, 'is of no code: the row has no "referralCode"')
  if (further.length > 0) throw invalid('furtherCodes', 'needs the "referralCode" that came after them')
  return []
}

const FurtherCodes = Type.Array(
  Type.Object({
    code: Type.String({ format: 'referral-code' }),
    dateDisabled: Type.Optional(requestedTime('When it was disabled.')),
    dateExpires: Type.Optional(requestedTime('When it expires.')),
  }),
  { maxItems: MAX_FURTHER_CODES },
)

function furtherCodes(value: unknown, now: number): readonly CodeState[] {
  if (value === undefined || value === null) return []
  return parsedCell(FurtherCodes, value, 'furtherCodes').map((it): CodeState => {
    const code = parseReferralCode(it.code)
    if (code === null) throw invalid('furtherCodes', 'has a value that is no referral code')
    const { dateDisabled: disabledAt = null, dateExpires: expiresAt = null } = it
    if (disabledAt !== null && disabledAt > now) throw invalid('furtherCodes', 'has a date in the future')
    return { code, disabledAt, expiresAt }
  })
}

/** The states that differ from what is stored. What a file does not say of a code stays as it is. */
export function changedStates(
  codes: readonly CodeState[],
  stored: ReadonlyMap<ReferralCode, CodeRow>,
): readonly CodeState[] {
  return codes.flatMap(({ code, disabledAt, expiresAt }) => {
    const row = stored.get(code)
    const before = { disabledAt: row?.disabled_at ?? null, expiresAt: row?.expires_at ?? null }
    const after = {
      disabledAt: before.disabledAt ?? disabledAt,
      expiresAt: expiresAt ?? before.expiresAt,
    }
    const isSame = before.disabledAt === after.disabledAt && before.expiresAt === after.expiresAt
    return isSame ? [] : [{ code, ...after }]
  })
}
