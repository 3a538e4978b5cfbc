import { historyRuleNames } from '@goodword/domain/fraud/history-rules'
import type { TenantId } from '@goodword/domain/values/ids'
import { replaceProgram } from '@goodword/server/administration/programs/replace-program'
import { createTenant } from '@goodword/server/administration/tenants/create-tenant'
import { type Database, openDatabase } from '@goodword/server/engine/driver/database'
import { systemClock } from '@goodword/server/engine/foundation/clock'
import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { testContext } from '@goodword/server/testing/test-context'
import type pg from 'pg'
import type { ServiceProcess } from '../processes/service-process.ts'
import { openConnections } from './connections.ts'
import type { SampleUser } from './sample-users.ts'

export type Tenant = { readonly id: TenantId; readonly apiKey: string }

/** A tenant with the requested people. */
export type LoadedTenant = Tenant & {
  readonly referrers: readonly SampleUser[]
  readonly friends: readonly SampleUser[]
}

/** The database that is loaded and looked at beside the service. */
export type Dataset = {
  /** Past row-level security: for loading and looking. */
  readonly owner: pg.Pool
  /** The database as the service connects to it, for the ceilings. */
  readonly service: Database
  readonly tenants: readonly LoadedTenant[]
  /** A number that nothing on this database had before. */
  readonly nextNumber: () => number
}

export function openDataset({ address, serviceAddress }: ServiceProcess): {
  dataset: Dataset
  close: () => Promise<void>
} {
  const owner = openConnections(address)
  const service = openDatabase(serviceAddress, 'service', 4)
  let number = 0
  return {
    dataset: { owner, service, tenants: [], nextNumber: () => ++number },
    async close() {
      await Promise.all([owner.end(), service.close()])
    },
  }
}

const LANDING_PAGE = 'https://shop.example.com/'

/** Milestones as a merchant may have them. The load has referrers below and beyond each. */
const milestones = [5, 10, 25, 50].map((friends) => ({
  friends,
  reward: { type: 'CREDIT' as const, unit: 'EUR', credit: 500 },
}))

/** People of the load have been there for years, and all of them bring friends now. */
const fraudRules = [{ rule: 'REVIVED_REFERRER' as const, mode: 'off' as const }]

export type TenantKind = {
  readonly mode?: 'live' | 'test'
  readonly hasMilestones?: boolean
  readonly areHistoryRulesOff?: boolean
}

/** Makes so many tenants with programs as they are by default but for milestones and a fraud rule, and a page that links lead to. */
export async function makeTenants(
  { address, secretKey, url: baseUrl }: ServiceProcess,
  prefix: string,
  count: number,
  { mode = 'live', hasMilestones = false, areHistoryRulesOff = false }: TenantKind = {},
): Promise<readonly Tenant[]> {
  const db = openDatabase(address, 'owner', 1)
  const ctx = testContext(db, systemClock, { secretBox: createSecretBox(secretKey), baseUrl })
  const made: Tenant[] = []
  for (let number = 1; number <= count; number += 1) {
    const alias = `${prefix}_${number}`
    const keys = await createTenant(ctx, { alias, landingPage: LANDING_PAGE })
    const off = historyRuleNames.map((rule) => ({ rule, mode: 'off' as const }))
    const program = {
      landingPage: LANDING_PAGE,
      fraudRules: areHistoryRulesOff ? off : fraudRules,
      ...(hasMilestones ? { milestones } : {}),
    }
    await replaceProgram(ctx, keys[mode].alias, program, null)
    made.push({ id: keys[mode].alias, apiKey: keys[mode].apiKey })
  }
  await db.close()
  return made
}
