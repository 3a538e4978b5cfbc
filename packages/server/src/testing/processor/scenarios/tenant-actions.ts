import type { ProgramSettings } from '@goodword/contract/program/program'
import { reportedBillsOf } from '../../../billing/connections/processor-client.ts'
import { ProcessorClients } from '../../../connectors/processor-clients.ts'
import type { ProcessorStory } from '../processor-story.ts'

/** Events of a tenant and its shop, and so of all its accounts. */
export class TenantActions {
  readonly story: ProcessorStory

  constructor(story: ProcessorStory) {
    this.story = story
  }

  /** Fields that are left out have their defaults. */
  async setProgram(settings: ProgramSettings): Promise<void> {
    const { version } = await this.story.ok('GET', '/program')
    await this.story.ok('PUT', '/program', { ...settings, version })
  }

  /** The days of the bills that the service calls wrong, by subscription. */
  async wrongBills(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { body } = await this.story.call('GET', '/bills?state=WRONG&limit=100')
    const bills = body.bills as readonly { readonly subscriptionId: string; readonly date: number }[]
    const days = new Map<string, readonly string[]>()
    for (const { subscriptionId, date } of bills.toReversed()) {
      const day = new Date(date).toISOString().slice(0, 10)
      days.set(subscriptionId, [...(days.get(subscriptionId) ?? []), day])
    }
    return days
  }

  async disconnect(): Promise<void> {
    await this.story.ok('DELETE', '/connection')
  }

  async connect(): Promise<void> {
    const { webhookUrl } = await this.story.ok('PUT', '/connection', this.story.tenant.shop.credentials)
    await this.story.receiveNotifications(new URL(String(webhookUrl)).pathname)
  }

  async loseNotifications(): Promise<void> {
    await this.#control('PATCH', '/deliveries', { losses: 1 })
  }

  /** Half of the notifications come twice and in another order, and every third answer to a change of a subscription is lost. */
  async disturb(): Promise<void> {
    await this.#control('PATCH', '/deliveries', { duplicates: 0.5, reorders: true })
    await this.#control('POST', '/faults', {
      ...{ method: 'POST', path: '/subscriptions/*', probability: 0.33 },
      action: { kind: 'answer_lost' },
    })
  }

  /** Makes the gateway refuse every request with this status from now on. */
  async failAll(status: number): Promise<void> {
    await this.#control('POST', '/faults', { action: { kind: 'status', status } })
  }

  /**
   * It answers again. The circuit breaker goes by the machine's time, of which months take seconds here: its failures are
   * forgotten.
   */
  async recover(): Promise<void> {
    await this.#control('DELETE', '/faults')
    const { ctx } = this.story.service
    const reportedBills = (tenant: string) => reportedBillsOf(ctx.db, tenant)
    Object.assign(ctx, { processors: new ProcessorClients({ allowLocalTargets: true, reportedBills }) })
  }

  get #control() {
    return this.story.tenant.shop.control
  }
}
