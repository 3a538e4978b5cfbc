import { addStaff, signedIn } from '@goodword/server/testing/staff/team'
import type { TestService } from '@goodword/server/testing/test-service'
import { type Chance, chanceOf } from '../crash/chance.ts'
import type { Life } from './lives.ts'

/** The share of what waits that staff decide; the rest waits on. */
const DECIDED = 0.7
/** The share of their decisions that are wrong. */
export const WRONG = 0.05
const MAX_LISTED = 100

export type StaffDecision = 'APPROVE' | 'DENY'
type Waiting = { readonly id: string; readonly referredAccountId: string }

/** Staff who find out in most cases whether a friend is honest, and decide a share of what waits. */
export class Staff {
  /** The decisions of staff, by the friend's account. */
  readonly decisions = new Map<string, StaffDecision>()
  readonly #service: TestService
  readonly #isHonest: ReadonlyMap<string, boolean>
  readonly #seen = new Set<string>()
  readonly #members = new Set<string>()
  readonly #chance: Chance = chanceOf(1)

  constructor(service: TestService, lives: readonly Life[]) {
    this.#service = service
    this.#isHonest = new Map(lives.map((it) => [it.friend, it.isHonest]))
  }

  /** Looks once at each referral that waits for a decision. */
  async review(): Promise<void> {
    const actions = (await this.#waiting()).flatMap(({ id, referredAccountId: friend }) => {
      const isLooked = this.#seen.has(friend) || !this.#chance.happens(DECIDED)
      this.#seen.add(friend)
      if (isLooked) return []
      const isRight = !this.#chance.happens(WRONG)
      const action = (this.#isHonest.get(friend) === true) === isRight ? 'APPROVE' : 'DENY'
      this.decisions.set(friend, action)
      return [{ referralId: id, action }]
    })
    for (let from = 0; from < actions.length; from += MAX_LISTED) {
      const body = { actions: actions.slice(from, from + MAX_LISTED) }
      const { status } = await this.#service.call('POST', '/referrals/moderate', { body })
      if (status !== 200) throw new Error(`moderation answered ${status}`)
    }
  }

  /** A member of staff signs in and approves the referral of a friend of their own. */
  async approveOwn(email: string, friend: string): Promise<void> {
    const { ctx, app, live, call } = this.#service
    if (!this.#members.has(email)) await addStaff(ctx, live, 'reviewer', email)
    this.#members.add(email)
    const { body } = await call('GET', `/referrals?referredAccountId=${friend}`)
    const [referral] = body.referrals as Waiting[]
    if (referral === undefined) throw new Error(`the referral of ${friend} not found`)
    const browser = await signedIn(app, email)
    const actions = [{ referralId: referral.id, action: 'APPROVE' }]
    const path = `/api/v1/${live.alias}/referrals/moderate`
    const { status } = await browser.request('POST', path, { body: { actions } })
    if (status !== 200) throw new Error(`moderation answered ${status}`)
    this.decisions.set(friend, 'APPROVE')
    this.#seen.add(friend)
  }

  async #waiting(): Promise<readonly Waiting[]> {
    const found: Waiting[] = []
    for (let cursor = ''; ; ) {
      const path = `/referrals?waitsFor=DECISION&limit=${MAX_LISTED}${cursor}`
      const { body } = await this.#service.call('GET', path)
      found.push(...(body.referrals as Waiting[]))
      if (body.nextCursor === null) return found
      cursor = `&cursor=${encodeURIComponent(String(body.nextCursor))}`
    }
  }
}
