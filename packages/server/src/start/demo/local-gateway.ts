import type { ConnectionCredentials } from '@goodword/contract/billing/connection-credentials'
import type { LocalGateway } from '../../billing/connections/local-gateway.ts'
import type { Reports } from './child-program.ts'

/** The payment processors that a demo can have on this machine. */
export const demoProcessors = ['braintree', 'stripe'] as const
export type DemoProcessor = (typeof demoProcessors)[number]

/** The payment processor of a demo, with the merchant's account of the example shop. */
export type DemoGateway = LocalGateway & {
  /** Where data and clock of the account are controlled: `http://127.0.0.1:3001/sandbox/merchants/larkfield`. */
  readonly control: string
  /** The credentials of the demo program's connection. */
  readonly credentials: ConnectionCredentials
  /** The settings by which the example shop finds the account. */
  readonly shopSettings: Readonly<Record<string, string>>
  /** The number of a card that it charges. */
  readonly testCard: string
  readonly close: () => Promise<void>
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

/** Calls the control API of a gateway. Statuses in `alsoFine` are no failures. @throws Error with the answer */
export async function ask<Answer>(
  method: string,
  address: string,
  body: object | null = null,
  alsoFine: readonly number[] = [],
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  // The gateway is of the same release as the service.
  if (response.ok || alsoFine.includes(response.status)) return JSON.parse(text) as Answer
  throw new Error(`The local payment gateway answered ${response.status} to ${method} ${address}: ${text}`)
}
