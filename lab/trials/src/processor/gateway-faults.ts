import type { Gateway } from './gateway.ts'

/** Shares of the requests, and of the notifications, that go wrong. */
export type FaultShares = {
  readonly answerLost: number
  readonly status503: number
  readonly appliedLate: number
  readonly losses: number
  readonly duplicates: number
}

export type GatewayFaults = {
  begin(): Promise<void>
  /** Every request of the connector is answered with 503 until the returned function is called. */
  beginOutage(): Promise<() => Promise<void>>
  /** All of them, until they are delivered again as the shares say. */
  loseNotifications(): Promise<void>
  deliverNotifications(): Promise<void>
  end(): Promise<void>
  /** How many requests were hit, by what happened to them. */
  hits(): Promise<Readonly<Record<string, number>>>
}

/** A request that is answered with an error is carried out so much later. */
export const LATE_MS = 300

export function gatewayFaults({ control, requests }: Gateway, shares: FaultShares): GatewayFaults {
  const { reads, writes } = requests
  const ended: Record<string, number> = {}
  const rules = [...reads, ...writes].flatMap((request) => [
    { ...request, probability: shares.answerLost, action: { kind: 'answer_lost' } },
    { ...request, probability: shares.status503, action: { kind: 'status', status: 503 } },
  ])
  const late = writes.map((request) => ({
    ...request,
    probability: shares.appliedLate,
    action: { kind: 'applied_late', ms: LATE_MS },
  }))

  return {
    async begin() {
      await beginShares()
      await deliver()
    },
    async beginOutage() {
      await endRules()
      for (const request of [...reads, ...writes]) {
        await control('POST', '/faults', { ...request, action: { kind: 'status', status: 503 } })
      }
      return async () => {
        await endRules()
        await beginShares()
      }
    },
    deliverNotifications: deliver,
    loseNotifications: async () => void (await control('PATCH', '/deliveries', { losses: 1 })),
    async end() {
      await endRules()
      await control('PATCH', '/deliveries', { losses: 0, duplicates: 0, reorders: false })
    },
    async hits() {
      const sums = { ...ended }
      for (const rule of await current()) add(sums, rule)
      return sums
    },
  }

  async function current(): Promise<readonly object[]> {
    return (await control('GET', '/faults')).items as readonly object[]
  }

  async function deliver(): Promise<void> {
    const { losses, duplicates } = shares
    await control('PATCH', '/deliveries', { losses, duplicates, reorders: duplicates > 0 })
  }

  async function beginShares(): Promise<void> {
    for (const rule of [...rules, ...late]) {
      if (rule.probability > 0) await control('POST', '/faults', rule)
    }
  }

  async function endRules(): Promise<void> {
    for (const rule of await current()) add(ended, rule)
    await control('DELETE', '/faults')
  }
}

function add(sums: Record<string, number>, rule: object): void {
  const { action, hits } = rule as { readonly action: { readonly kind: string }; readonly hits: number }
  sums[action.kind] = (sums[action.kind] ?? 0) + hits
}
