import { keepTime } from '@goodword/sandbox/clock/keep-time'
import { serveControl } from '@goodword/sandbox/control/control-app'
import { logRequests } from '@goodword/sandbox/http/log-requests'
import type { Delivery, DoneWork, Outgoing, Processor } from '@goodword/sandbox/model/world'
import { servePage } from '@goodword/sandbox/page/page-app'
import type { Control } from './control/control-route.ts'
import { controlRoutes } from './control/control-routes.ts'
import type { Fixture } from './control/fixtures/read-fixtures.ts'
import type { Gateway } from './gateway.ts'
import { createApp } from './http/app.ts'
import { commitAnswers } from './http/commit-answers.ts'
import type { Merchant } from './model/merchant.ts'
import { servePosts } from './page/page-posts.ts'
import { servePages } from './page/pages.ts'
import { nextBillingAt, runBilling } from './resources/billing/run-billing.ts'
import { nextDisputeAt, runDisputes } from './resources/disputes/run-disputes.ts'
import { nextSettlementAt, runSettlement } from './resources/transactions/settle.ts'
import { forgetful, keepState, type StateKeeper } from './state/keep-state.ts'
import type { StoredState } from './state/read-state.ts'
import type { Snapshots } from './state/snapshots.ts'
import { payloadOf, signatureOf } from './webhooks/sign.ts'

export type SandboxOptions = {
  /** 0: any that is free. */
  readonly port: number
  readonly merchants: readonly Merchant[]
  readonly machineNow?: () => number
  readonly log?: (line: string) => void
  /** The fixtures that merchants are reset to; by default their present state. */
  readonly fixtures?: ReadonlyMap<string, Fixture>
  /** Where the state is kept; without it, in memory alone. */
  readonly file?: string | null
  /** The content of the state file; its merchants are among the merchants. Without it the file is created. */
  readonly stored?: StoredState | null
  /** Whether each request is logged. */
  readonly logsRequests?: boolean
}

export type Sandbox = {
  readonly gateway: Gateway
  readonly port: number
  /** `http://127.0.0.1:{port}` */
  readonly url: string
  close(): Promise<void>
}

/** Starts a gateway on this machine. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController()
  const gateway: Gateway = {
    accounts: new Map(options.merchants.map((merchant) => [merchant.id, merchant])),
    machineNow: options.machineNow ?? Date.now,
    log: options.log ?? (() => undefined),
    closing: closing.signal,
    processor: braintree,
  }
  const snapshots: Snapshots = options.stored?.snapshots ?? new Map()
  const fixtures = fixturesOf(options)
  const keeper = keeperOf(gateway, snapshots, options)
  const control = { gateway, snapshots, fixtures, changed: () => keeper.commit() }
  const { app, servers } = createApp(gateway)
  commitAnswers(app, keeper)
  if (options.logsRequests === true) logRequests(app, gateway.log)
  serveControl(app, control, controlRoutes)
  servePage(app, {
    word: 'merchant',
    hint: 'Bring one in a fixtures file.',
    accounts: gateway.accounts,
    log: gateway.log,
    serve: (scope) => {
      servePages(scope, control)
      servePosts(scope, control)
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
      await keeper.close()
    },
  }
}

function keeperOf(
  { accounts: merchants, log }: Gateway,
  snapshots: Snapshots,
  { file = null, stored = null }: SandboxOptions,
): StateKeeper {
  if (file === null) return forgetful
  return keepState({ file, state: { merchants, snapshots }, stored, log })
}

function fixturesOf({ fixtures, merchants }: SandboxOptions): Control['fixtures'] {
  const made = new Map(fixtures)
  for (const merchant of merchants) {
    if (made.has(merchant.id)) continue
    const first = structuredClone(merchant)
    made.set(merchant.id, () => structuredClone(first))
  }
  return made
}

/** The behavior of Braintree; a merchant has no clock beside its own. */
export const braintree: Processor<Merchant> = {
  timed: (merchant) => merchant,
  nextDueAt: (merchant) => nextWorkAt(merchant),
  doWhatIsDue: (gateway, merchant, _clockId, now) => doWork(gateway, merchant, now),
  outgoing: (_gateway, merchant, delivery) => formOf(merchant, delivery),
  resendsForHours: ({ settings }) => settings.resendsForHours,
}

function formOf({ keys }: Merchant, { body }: Delivery): Outgoing {
  const payload = payloadOf(body)
  return {
    type: 'application/x-www-form-urlencoded',
    body: `bt_signature=${encodeURIComponent(signatureOf(keys, payload))}&bt_payload=${encoded(payload)}`,
  }
}

/** Encodes the characters of base64 that forms escape; `encodeURIComponent` would look at each letter of a long text. */
function encoded(payload: string): string {
  return payload.replace(/\n/g, '%0A').replace(/\+/g, '%2B').replace(/\//g, '%2F').replace(/=/g, '%3D')
}

/** The next moment at which the gateway bills, settles or decides by itself; null while there is nothing. */
function nextWorkAt(merchant: Merchant): number | null {
  const moments = [nextBillingAt(merchant), nextSettlementAt(merchant), nextDisputeAt(merchant)]
  const due = moments.filter((each) => each !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** Does the due work: bills before transactions settle, then disputes. */
function doWork(gateway: Gateway, merchant: Merchant, now: number): DoneWork {
  const others = [nextBillingAt(merchant), nextDisputeAt(merchant)]
  const settled = isDue(nextSettlementAt(merchant), now) ? 'settlement' : 'nothing'
  const done = others.some((it) => isDue(it, now)) ? 'more' : settled
  if (isDue(nextBillingAt(merchant), now)) runBilling(gateway, merchant, now)
  if (isDue(nextSettlementAt(merchant), now)) runSettlement(merchant, now)
  if (isDue(nextDisputeAt(merchant), now)) runDisputes(gateway, merchant, now)
  return done
}

function isDue(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now
}
