import { drainTenant } from '@goodword/server/jobs/drain-tenant'
import { jobHandlers } from '@goodword/server/jobs/handlers'
import type { TestService } from '@goodword/server/testing/test-service'
import { testRunner } from '@goodword/server/testing/test-worker'
import type { Corpus } from './corpus.ts'
import { type Act, type Character, DAY_MS } from './lives.ts'
import type { Referral } from './measures.ts'
import { Staff, type StaffDecision } from './staff.ts'

/** Where the lives begin on the service's clock: in January 2026. */
const FIRST_MS = Date.UTC(2026, 0, 1)
const DRAIN_MS = 60_000
const LISTED = 100
const PRICE = 30
/** The program of a corpus. A credit can be taken back, so that late rules have something to hold. */
export const corpusProgram: Parameters<TestService['setProgram']>[0] = {
  referrerReward: { type: 'CREDIT', unit: 'USD', credit: 20 },
  maxReferrerRewards: 24,
  referrerHoldDays: 14,
}

/** The outcome of a corpus: the referrals, and the decisions of staff about them, by the friend's account. */
export type LivedCorpus = {
  readonly referrals: ReadonlyMap<string, Referral>
  readonly decisions: ReadonlyMap<string, StaffDecision>
}

/** Lives a corpus through the API of a service, from `from` on. */
export async function liveCorpus(
  service: TestService,
  { acts, days, lives }: Corpus,
  from = FIRST_MS,
): Promise<LivedCorpus> {
  const { ctx, live, clock } = service
  const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
  const staff = new Staff(service, lives)
  let drainedAt = 0
  for (const act of [...acts, null]) {
    const at = act?.at ?? days * DAY_MS
    clock.now = from + at
    // Jobs run once a day, which is enough for what follows in the night, and staff decide then.
    if (at - drainedAt >= DAY_MS) {
      await drainTenant(runner, live.alias, clock.now, DRAIN_MS)
      await staff.review()
      drainedAt = at
    }
    if (act !== null) await happen(service, act, staff)
  }
  return { referrals: await referralsOf(service), decisions: staff.decisions }
}

async function happen(service: TestService, act: Act, staff: Staff): Promise<void> {
  switch (act.kind) {
    case 'join':
      await ask(service, '/user', {
        ...userOf(act.person),
        referralCode: codeOf(act.person),
        evidence: evidenceOf(act.person),
      })
      await pay(service, act.person)
      return
    case 'attribute':
      await ask(service, '/user', { ...userOf(act.friend), referralCode: codeOf(act.friend) })
      await ask(service, '/accountsync', {
        id: act.friend.account,
        referral: { code: codeOf(act.referrer) },
        evidence: evidenceOf(act.friend),
      })
      return
    case 'pay':
      await pay(service, act.friend)
      return
    case 'claim payment':
      await ask(service, '/open/identify', {
        account_id: act.friend.account,
        user_id: act.friend.account,
        account_status: 'PAID',
      })
      return
    case 'cancel':
      await ask(service, '/accountsync', {
        id: act.friend.account,
        subscription: { status: 'CANCELLED' },
      })
      return
    case 'reverse':
      await ask(service, '/payments/reversal', {
        accountId: act.friend.account,
        kind: act.how,
        reference: `${act.friend.account} ${act.how}`,
      })
      return
    case 'click':
      await click(service, act)
      return
    case 'approve own':
      await staff.approveOwn(act.staff, act.friend.account)
      return
    default:
      throw new Error(`unknown act ${JSON.stringify(act)}`)
  }
}

/** Referrers are customers as well: their cards are known like those of friends. */
async function pay(service: TestService, person: Character): Promise<void> {
  await ask(service, '/accountsync', {
    id: person.account,
    currency: 'USD',
    subscription: { status: 'PAID', value: PRICE },
    evidence: { ...evidenceOf(person), ...(person.card === '' ? {} : { cardFingerprint: person.card }) },
  })
}

async function ask({ call }: TestService, path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await call('POST', path, { body })
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`)
}

async function click({ app, live }: TestService, act: Extract<Act, { kind: 'click' }>): Promise<void> {
  const { statusCode } = await app.inject({
    url: `/r/${live.alias}/${codeOf(act.referrer)}`,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      ...(act.referer === null ? {} : { referer: act.referer }),
    },
    // Each click has an address of its own, which the limit of clicks counts.
    remoteAddress: `10.${act.at % 250}.${Math.floor(act.at / 250) % 250}.${Math.floor(act.at / 62_500) % 250}`,
  })
  if (statusCode !== 302) throw new Error(`a share link answered ${statusCode}`)
}

function userOf({ account, email }: Character) {
  return { accountId: account, id: account, email, firstName: account }
}

/** The evidence that the merchant has of a person; an empty text is unknown. */
function evidenceOf({ address, device }: Character) {
  return {
    ...(address === '' ? {} : { ipAddress: address }),
    ...(device === '' ? {} : { deviceId: device }),
  }
}

function codeOf({ account }: Character): string {
  return `CODE-${account.toUpperCase()}`
}

async function referralsOf({ call }: TestService): Promise<ReadonlyMap<string, Referral>> {
  const referrals = new Map<string, Referral>()
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/referrals?limit=${LISTED}${cursor}`)
    for (const it of body.referrals as Referral[]) referrals.set(it.referredAccountId, it)
    if (body.nextCursor === null) return referrals
    cursor = `&cursor=${encodeURIComponent(String(body.nextCursor))}`
  }
}
