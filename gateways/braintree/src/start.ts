import { keepTime } from '@goodword/sandbox/clock/keep-time'
import { serveControl } from '@goodword/sandbox/control/control-app'
import { logRequests } from '@goodword/sandbox/http/log-requests'
import { servePage } from '@goodword/sandbox/page/page-app'
import { braintree } from './braintree.ts'
import type { Control } from './control/control.ts'
import { controlRoutes } from './control/control-routes.ts'
import type { Fixture } from './control/fixtures/read-fixtures.ts'
import type { Gateway } from './gateway.ts'
import { createApp } from './http/app.ts'
import { commitAnswers } from './http/commit-answers.ts'
import type { Merchant } from './model/merchant.ts'
import { servePosts } from './page/page-posts.ts'
import { servePages } from './page/pages.ts'
import { forgetful, keepState, type StateKeeper } from './state/keep-state.ts'
import type { StoredState } from './state/read-state.ts'
import type { Snapshots } from './state/snapshots.ts'

export type SandboxOptions = {
  /** 0: any that is free. */
  readonly port: number
  readonly merchants: readonly Merchant[]
  readonly machineNow?: () => number
  readonly log?: (line: string) => void
  /** What merchants are reset to; without it, to what they are now. */
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
