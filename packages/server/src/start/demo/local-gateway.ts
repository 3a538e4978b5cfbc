import type { ConnectionCredentials } from '@goodword/contract/connection-credentials'
import type { Reports } from './child-program.ts'

/** The payment processors that a demo can have on this machine. */
export const demoProcessors = ['braintree', 'stripe'] as const
export type DemoProcessor = (typeof demoProcessors)[number]

/** A payment processor on this machine, and the merchant's account of the example shop there. */
export type LocalGateway = {
  /** `http://127.0.0.1:3001` */
  readonly url: string
  /** Where data and clock of the account are controlled: `http://127.0.0.1:3001/sandbox/merchants/larkfield`. */
  readonly control: string
  /** What the demo's program is connected with. */
  readonly credentials: ConnectionCredentials
  /** The settings by which the example shop finds the account. */
  readonly shopSettings: Readonly<Record<string, string>>
  /** Whether customers and subscriptions are there again after the next start. */
  readonly isKept: boolean
  /** The number of a card that it charges. */
  readonly testCard: string
  /** Sends notifications to the service, and moves time on only after the service has followed. */
  readonly follow: (service: Follower) => Promise<void>
  readonly close: () => Promise<void>
}

/** The service, as a gateway reaches it. */
export type Follower = {
  readonly webhookUrl: string
  /** Null for live programs. */
  readonly clockUrl: string | null
  /** The time of the program: milliseconds since the epoch. */
  readonly now: number
}

/** The ID that connectors ask for when they try rights. */
const setupCheck = /goodword[-_]setup[-_]check/

/** Leaves out the refusals of what the service tries with nothing that is there, to learn which rights the key has. */
export function withoutSetupChecks(reports: Reports): Reports {
  return {
    ...reports,
    report: (text) => {
      const lines = text.split('\n').filter((line) => !setupCheck.test(line))
      if (lines.some((line) => line.trim() !== '')) reports.report(lines.join('\n'))
    },
  }
}

/** Calls the control API of a gateway. Statuses in `alsoFine` are no failures. @throws {Error} with what was answered */
export async function ask(
  method: string,
  address: string,
  body: object | null = null,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const response = await fetch(address, {
    method,
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.ok || alsoFine.includes(response.status)) return
  throw new Error(`The local payment gateway answered ${response.status} to ${method} ${address}: ${text}`)
}
