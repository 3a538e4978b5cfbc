import type { AttributeCommand, Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { formerSpellings, meantCode, type UsedCode } from '@goodword/domain/referrals/used-code'
import type { Transaction } from '../frame/context.ts'
import type { Loaded } from './load.ts'
import { findFormerCodes } from './rows/former-codes.ts'

/**
 * The calls with the present codes of people in the place of what they shared under an earlier product; null if no call
 * names any. Unknown codes are looked up by one statement, and none is sent where every code is found, or where the
 * program has no codes of an earlier product.
 */
export async function withPresentCodes(
  tx: Transaction,
  calls: readonly Call[],
  { state: { codes }, formerCodes }: Pick<Loaded, 'state' | 'formerCodes'>,
): Promise<readonly Call[] | null> {
  if (formerCodes === null) return null
  const unknown = calls.flatMap(attributions).flatMap(({ code, spellings }) => {
    return code === null || spellings !== undefined || codes.has(code) ? [] : [code]
  })
  const former = new Map([...formerCodes, ...(await findFormerCodes(tx, formerSpellings(unknown)))])
  if (former.size === 0) return null
  const presentOf = (command: AttributeCommand) => meantCode(usedIn(command), former, (it) => codes.has(it))
  let hasPresent = false
  const present = calls.map((call): Call => {
    const commands = call.commands.map((it): Command => {
      const code = it.kind === 'attribute' ? presentOf(it) : null
      if (it.kind !== 'attribute' || code === null || code === it.code) return it
      hasPresent = true
      return withCode(it, code)
    })
    return { ...call, commands }
  })
  return hasPresent ? present : null
}

function attributions({ commands }: Call): readonly AttributeCommand[] {
  return commands.filter((it) => it.kind === 'attribute')
}

function usedIn({ code, spellings }: AttributeCommand): UsedCode {
  return { code, spellings: spellings ?? (code === null ? [] : [code]) }
}

/** The tracking cookie may have the same former code. */
function withCode({ spellings: _, ...command }: AttributeCommand, code: ReferralCode): AttributeCommand {
  const isInCookie =
    command.cookie !== undefined && command.cookie !== null && command.cookie === command.code
  return { ...command, code, ...(isInCookie ? { cookie: code } : {}) }
}
