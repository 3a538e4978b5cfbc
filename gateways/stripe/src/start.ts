import { keepTime } from '@goodword/sandbox/clock/keep-time'
import { serveControl } from '@goodword/sandbox/control/control-app'
import { logRequests } from '@goodword/sandbox/http/log-requests'
import { servePage } from '@goodword/sandbox/page/page-app'
import { controlRoutes } from './control/control-routes.ts'
import { createApp } from './http/app.ts'
import type { StripeAccount } from './model/account.ts'
import { serveAuthentication } from './page/serve-authentication.ts'
import { serveCheckout } from './page/serve-checkout.ts'
import { serveInvoice } from './page/serve-invoice.ts'
import { serveLedger } from './page/serve-ledger.ts'
import { servePortal } from './page/serve-portal.ts'
import { stripe } from './stripe.ts'
import type { Gateway } from './work.ts'

export type SandboxOptions = {
  /** 0: any that is free. */
  readonly port: number
  readonly accounts?: readonly StripeAccount[]
  readonly machineNow?: () => number
  readonly log?: (line: string) => void
  readonly logsRequests?: boolean
  /** Where the chance of new accounts begins. */
  readonly seed?: number
}

export type Sandbox = {
  readonly gateway: Gateway
  readonly port: number
  /** `http://127.0.0.1:{port}` */
  readonly url: string
  close(): Promise<void>
}

/** Starts a Stripe on this machine. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController()
  const { seed = 1 } = options
  const gateway: Gateway = {
    accounts: new Map(options.accounts?.map((account) => [account.id, account])),
    machineNow: options.machineNow ?? Date.now,
    log: options.log ?? (() => undefined),
    closing: closing.signal,
    processor: stripe,
  }
  const { app, servers } = createApp(gateway, seed)
  if (options.logsRequests === true) logRequests(app, gateway.log)
  const control = { gateway, seed, changed: () => undefined }
  serveControl(app, control, controlRoutes)
  const { accounts, log } = gateway
  servePage(app, {
    word: 'account',
    hint: 'Any key sk_test_… gets one with its first request.',
    accounts,
    log,
    serve: (scope) => {
      serveLedger(scope, control)
      serveCheckout(scope, gateway)
      serveAuthentication(scope, gateway)
      serveInvoice(scope, gateway)
      servePortal(scope, gateway)
    },
  })
  await app.ready()
  const port = await servers.listen(options.port)
  keepTime(gateway)
  return {
    gateway,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing.abort()
      await servers.close()
    },
  }
}
