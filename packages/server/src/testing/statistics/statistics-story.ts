import type { Statistics } from '@goodword/contract/statistics/statistics'
import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import { countStatistics } from '../../reporting/statistics/counting/count-statistics.ts'
import { type AskedStatistics, readStatistics } from '../../reporting/statistics/read-statistics.ts'
import { type Merchant, merchantAt } from '../merchant.ts'
import type { TestService } from '../test-service.ts'
import { START } from '../test-tenant.ts'

/** The events of a tenant of a test service, with clicks at moments of the story's own. */
export class StatisticsStory {
  readonly merchant: Merchant
  readonly #service: TestService
  readonly #signal = new AbortController().signal
  /** Clicks come one after the other, and all of them are committed when they are counted. */
  #clickedAt = START - 3_600_000
  #months: Promise<unknown> | null = null
  #names = 0

  constructor(service: TestService) {
    this.#service = service
    this.merchant = merchantAt(service.call, service.live)
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#service.owner.query<Row>({ name: '', text }, values)
  }

  async read(
    alias: TenantId = this.#service.live.alias,
    range: Partial<AskedStatistics> = {},
  ): Promise<Statistics> {
    const asked = { from: null, to: null, interval: 'DAY' as const, ...range }
    return readStatistics(this.#service.ctx, alias, asked)
  }

  /** Publishes and counts everything. */
  async settle(alias: TenantId = this.#service.live.alias): Promise<void> {
    await this.publish(alias)
    this.#clickedAt += 1000
    await countStatistics(this.#service.ctx, alias, this.#signal, async () => this.#clickedAt)
  }

  publish(alias: TenantId = this.#service.live.alias): Promise<void> {
    return publishEvents(this.#service.ctx, alias, this.#signal)
  }

  /** A new referrer, with the key of the user. */
  async referrer(merchant = this.merchant) {
    this.#names += 1
    const account = `referrer_${this.#names}`
    const code = await merchant.user(account)
    const text = 'select id from app.account_user where code = $1'
    const [row] = await this.query<{ id: UserKey }>(text, [code])
    return { account, code, key: row?.id ?? '' }
  }

  /** A referral that converts. */
  async convert(merchant = this.merchant): Promise<void> {
    const { code } = await this.referrer(merchant)
    this.#names += 1
    const friend = `friend_${this.#names}`
    await merchant.friend(friend, code)
    await merchant.pay(friend)
  }

  /** Clicks of one moment by as many visitors. */
  async click(alias: string, user: string, count = 1): Promise<void> {
    this.#clickedAt += 1000
    this.#months ??= this.query('select app.open_click_months($1)', [new Date(this.#clickedAt)])
    await this.#months
    await this.query(
      `insert into app.click
       select $1, $3, gen_random_uuid(), $2, null, gen_random_uuid() from generate_series(1, $4::int)`,
      [alias, user, new Date(this.#clickedAt), count],
    )
  }
}
