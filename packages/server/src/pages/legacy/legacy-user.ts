import { createHash } from 'node:crypto'
import type { Account } from '@goodword/contract/accounts/account'
import type { ShareLinks, User } from '@goodword/contract/users/user'

/** The program of those that have only one, as the former service names it. */
const PROGRAM = 'classic'

/** A user in an answer: beside the IDs and the code only the fields that the caller may read. */
export type KnownUser = Pick<User, 'accountId' | 'id' | 'referralCode' | 'shareLinks'> &
  Partial<User> & {
    readonly cookieId?: string
    /** Whether a code would still attribute the account; absent where the caller may not know. */
    readonly isOpen?: boolean
    readonly account?: Account
  }

/** A user in the shape of the former service. */
export function legacyUser({ account, isOpen, ...user }: KnownUser) {
  const { id, accountId, email = null, firstName = null, lastName = null, referralCode } = user
  const referral = account?.referral ?? null
  return {
    id,
    accountId,
    firstName,
    lastName,
    lastInitial: lastName === null ? null : ([...lastName][0] ?? null),
    email,
    emailHash: email === null ? null : createHash('md5').update(email.trim().toLowerCase()).digest('hex'),
    imageUrl: null,
    cookieId: user.cookieId ?? null,
    paymentProviderId: account?.paymentProviderId ?? null,
    locale: user.locale?.replace('-', '_') ?? null,
    countryCode: null,
    referralCode,
    referralCodes: { [PROGRAM]: referralCode },
    referable: account === undefined ? (isOpen ?? null) : account.standing === 'OPEN',
    referredBy:
      referral === null ? null : { code: referral.code, isConverted: referral.dateConverted !== null },
    referredByCodes: referral === null ? [] : [referral.code],
    firstSeenIP: null,
    lastSeenIP: null,
    dateCreated: user.dateCreated ?? null,
    dateBlocked: user.dateBlocked ?? null,
    shareLinks: legacyShareLinks(user.shareLinks),
    programShareLinks: { [PROGRAM]: { cleanShareLink: user.shareLinks.direct } },
    customFields: {},
    segments: [],
  }
}

/** Links per medium; a medium that we have no link for gets the plain one. */
function legacyShareLinks({ direct, email, twitter, facebook, linkedin, whatsapp }: ShareLinks) {
  return {
    shareLink: direct,
    emailShareLink: email,
    facebookShareLink: facebook,
    twitterShareLink: twitter,
    linkedinShareLink: linkedin,
    whatsappShareLink: whatsapp,
    mobileShareLink: direct,
    mobileEmailShareLink: email,
    mobileFacebookShareLink: facebook,
    mobileTwitterShareLink: twitter,
  }
}
