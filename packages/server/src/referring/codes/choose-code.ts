import type { UserCode } from '@goodword/contract/codes/code'
import { Refusal } from '@goodword/contract/frame/refusal'
import { isReservedCode, MAX_CHOSEN_CODES } from '@goodword/domain/referrals/chosen-code'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { type AccountId, TEST_PREFIX, type TenantId, type UserId } from '@goodword/domain/values/ids'
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { loadCodesOf } from '../../tracking/rows/codes.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { type FullUserRow, findUser } from '../users/rows/users.ts'

/** A person who has to be known, and the code that they get. */
export type CodeChoice = {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly code: ReferralCode
  /** The merchant's server chooses any number of codes; a person only where the program allows it, and a few. */
  readonly by: 'server' | 'person'
}

export type ChosenCode = { readonly user: FullUserRow; readonly changesLeft: number }

/**
 * Makes a chosen code the one that a person shares; those of before keep working. Of two people who choose the same code at
 * once one gets it, by the unique key of codes, and the other is refused when the transaction is repeated.
 *
 * @throws Refusal USER_NOT_FOUND, CODE_TAKEN, CODE_CHOICE_OFF or CODE_CHOICES_USED
 */
export function chooseCode(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId, code, by }: CodeChoice,
): Promise<ChosenCode> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) throw userNotFound(accountId, userId)
    const { settings } = await loadProgram(tx)
    const whole = settingsOf(settings)
    const { referrersChooseCodes } = whole
    if (by === 'person' && !referrersChooseCodes) throw choiceOff()
    const isOwn = (await loadCodesOf(tx, user.id)).some((it) => it.code === code)
    if (!isOwn && (isReservedCode(code, namesOfProgram(tenantId, whole)) || offensive.hasMatch(code)))
      throw codeTaken()
    const command = { kind: 'identify', userId, newcomer: newcomer(ctx), code } as const
    const call = { accountId, source: 'server', commands: [command] } as const
    const [tracked] = await trackIn(tx, [{ call, actor: by === 'server' ? 'server' : 'browser' }])
    if (tracked === undefined) throw new Error('decision of a call not found')
    if (tracked.decision.kind === 'refused' && tracked.decision.refused.code === 'CODE_TAKEN')
      throw codeTaken()
    acceptedOf(tracked)
    // Counted behind the lock of the account, with the new code.
    const changesLeft = await choicesLeft(tx, user)
    if (by === 'person' && changesLeft < 0) throw choicesUsed()
    return { user: { ...user, code }, changesLeft: Math.max(changesLeft, 0) }
  })
}

/** The names by which friends know a program: its alias, its name, the sender of its e-mails, and the host of its page. */
function namesOfProgram(tenantId: TenantId, { name, emails, landingPage }: FullSettings): readonly string[] {
  const hosts = landingPage === null ? [] : [new URL(landingPage).hostname.replace(/\.[^.]*$/, '')]
  const alias = tenantId.startsWith(TEST_PREFIX) ? tenantId.slice(TEST_PREFIX.length) : tenantId
  return [alias, name, ...(emails?.fromName ? [emails.fromName] : []), ...hosts]
}

/** How many more codes a person can choose. */
export async function readChoicesLeft(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: Pick<CodeChoice, 'accountId' | 'userId'>,
): Promise<number> {
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    return user === null ? 0 : Math.max(await choicesLeft(tx, user), 0)
  })
}

/** The codes that a person has and had, newest first. @throws Refusal USER_NOT_FOUND */
export function readCodesOf(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<readonly UserCode[]> {
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) throw userNotFound(accountId, userId)
    const rows = await loadCodesOf(tx, user.id)
    return rows
      .map((it) => ({
        code: it.code,
        current: it.code === user.code,
        disabled: it.disabled_at !== null,
        dateExpires: it.expires_at,
        dateCreated: it.created_at,
      }))
      .toSorted(
        (one, other) => Number(other.current) - Number(one.current) || other.dateCreated - one.dateCreated,
      )
  })
}

/** The first code was given. Negative when the merchant's server gave more than a person can choose. */
async function choicesLeft(tx: Transaction, user: FullUserRow): Promise<number> {
  const { length } = await loadCodesOf(tx, user.id)
  return MAX_CHOSEN_CODES + 1 - length
}

// A kept list, with look-alike characters, for English; other languages are the merchant's to look at.
const offensive = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** A reserved or offensive word is refused like a code of another user. */
function codeTaken(): Refusal {
  return new Refusal('CODE_TAKEN', 'Another user has this referral code. Choose a different one.', 'code')
}

function userNotFound(accountId: AccountId, userId: UserId): Refusal {
  return new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
}

function choiceOff(): Refusal {
  const message =
    'The people of this program do not choose their codes. Turn "referrersChooseCodes" on, or choose the code with PUT account/{accountId}/user/{userId}/code.'
  return new Refusal('CODE_CHOICE_OFF', message)
}

function choicesUsed(): Refusal {
  const message = `This user has chosen ${MAX_CHOSEN_CODES} codes, which is the limit. Go back to one of them.`
  return new Refusal('CODE_CHOICES_USED', message, 'code')
}
