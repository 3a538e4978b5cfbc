/**
 * The facts of a referral that fraud rules compare. An absent fact is unknown. Facts that grow keep their greatest value,
 * others their first one.
 */
export const fraudFacts = {
  friendsInHour: fact('Friends that the referrer brought within an hour, this one included.'),
  friendsInDay: fact('Friends that the referrer brought within 24 hours, this one included.'),
  linkedFriends: growing(
    'Other friends of the referrer with whom this one shares a card, a device, a private mail domain, or a network that few others use.',
  ),
  referrerIdleDays: fact(
    'Days without a friend of the referrer, or since the code was given, before the friends of the last 24 hours.',
  ),
  referrersNetwork: growing('1 if the friend came from a network of the referrer that few accounts use.'),
  accountsOnNetwork: growing('Accounts seen on the friend’s network in the last 30 days, this one included.'),
  accountsOnNetworkInHour: fact(
    'Accounts first seen on the friend’s network within an hour, this one included.',
  ),
  friendsOnNetwork: growing('Friends of the referrer on the friend’s network, this one included.'),
  accountsOnDomainInDay: fact(
    'Accounts first seen within 24 hours with an e-mail address at the friend’s private mail domain, this one included.',
  ),
  friendsOnDomain: growing(
    'Friends of the referrer with an e-mail address at the friend’s private mail domain, this one included.',
  ),
  disposableEmail: growing('1 if an e-mail address of the friend is at a provider of disposable addresses.'),
  mailListVersion: growing(
    'Version of the list of disposable mail providers that was in use, as a number: 1026000 for 1.26.0.',
  ),
  automatedBrowser: growing(
    '1 if a call about the friend came from an automated program instead of a browser, 0 if all came from browsers.',
  ),
  sharedDevices: growing('Devices that the friend’s and the referrer’s accounts have in common.'),
  sharedCards: growing(
    'Cards or bank accounts that the friend’s and the referrer’s accounts have in common.',
  ),
  friendsOnCard: growing('Other friends of the referrer who pay with a card or bank account of the friend.'),
  samePerson: growing('1 if cards, devices or mailboxes show that friend and referrer are the same person.'),
  ringLength: growing(
    'How many referrals lead from the friend’s person back to the same person; 0 for none.',
  ),
  friendRewardsBefore: growing('Other accounts of the friend’s person that had a friend’s reward before.'),
  publicClicks: growing(
    'Clicks on the referrer’s links that came from public coupon pages or advertisements in the 7 days before the referral, or before a call in the 7 days after; at most one per visitor and day.',
  ),
  secondsToPayment: fact('Seconds between the start of the referral and the friend’s first payment.'),
  failedPayments: growing('Payments of the friend that failed before the first one that succeeded.'),
  rewardsLeft: fact('Rewards that the program still allowed the referrer after this one.'),
  daysToCap: fact('Days from the referrer’s first reward to the last one that the program allows.'),
  daysToEnd: fact('Days between the conversion and the end or the refund.'),
  disputes: growing('Payments of the friend that were disputed.'),
  yearlyRewards: fact(
    'What the referrer’s rewards of the calendar year came to when the threshold was reached, in whole units of the program’s currency.',
  ),
  ownDecisions: growing('1 if a member of staff decided about a reward of their own.'),
} as const satisfies Record<string, FactDefinition>

export type FraudFact = keyof typeof fraudFacts
export type FraudFacts = { readonly [Name in FraudFact]?: number }

type FactDefinition = { readonly description: string; readonly isGrowing: boolean }

function fact(description: string): FactDefinition {
  return { description, isGrowing: false }
}

function growing(description: string): FactDefinition {
  return { description, isGrowing: true }
}

/** The facts after others have become known; the same object if they add nothing. */
export function withFacts(known: FraudFacts, added: FraudFacts): FraudFacts {
  const news = (Object.entries(added) as [FraudFact, number | undefined][]).filter(([name, value]) => {
    const present = known[name]
    return value !== undefined && (present === undefined || (fraudFacts[name].isGrowing && value > present))
  })
  return news.length === 0 ? known : { ...known, ...Object.fromEntries(news) }
}
