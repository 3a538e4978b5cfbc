import type { ProgramSettings } from '@goodword/contract/program'
import { ProcessorClients } from '../../../connectors/processor-clients.ts'
import type { WireAnswer } from '../../requests/wire-rules.ts'
import type { TestService } from '../../test-service.ts'
import type { BillingStory } from '../billing-story.ts'

const DESTINATION = 'service'

/** What happens to a tenant and its shop, and so to all accounts of it. */
export class TenantActions {
  readonly story: BillingStory
  readonly #service: TestService

  constructor(service: TestService, story: BillingStory) {
    this.#service = service
    this.story = story
  }

  /** The answer of a call that succeeds, and everything that comes of it. */
  async ok(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<WireAnswer['body']> {
    const answer = await this.story.call(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    await this.story.runJobs()
    return answer.body
  }

  /** Fields that are left out have their defaults. */
  async setProgram(settings: ProgramSettings): Promise<void> {
    const { version } = await this.ok('GET', '/program')
    await this.ok('PUT', '/program', { ...settings, version })
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
    await this.ok('DELETE', '/connection')
  }

  async connect(): Promise<void> {
    const { webhookUrl } = await this.ok('PUT', '/connection', this.story.tenant.shop.credentials)
    await this.receiveNotifications(new URL(String(webhookUrl)).pathname)
  }

  /** Makes the gateway send its notifications to this path of the service, and to no other one. */
  async receiveNotifications(path: string): Promise<void> {
    const { app } = this.#service
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the service has no port')
    const { items } = await this.#control('GET', '/destinations')
    if (Array.isArray(items) && items.length > 0)
      await this.#control('DELETE', `/destinations/${DESTINATION}`)
    const url = `http://127.0.0.1:${address.port}${path}`
    await this.#control('POST', '/destinations', { id: DESTINATION, url })
    this.story.hasNotifications = false
  }

  async loseNotifications(): Promise<void> {
    await this.#control('PATCH', '/deliveries', { losses: 1 })
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
    Object.assign(this.#service.ctx, { processors: new ProcessorClients({ allowLocalTargets: true }) })
  }

  get #control() {
    return this.story.tenant.shop.control
  }
}
