import { programDefaults } from '@goodword/contract/program'
import { findMerchantName } from '../../../store/directory/directory.ts'
import { type DirectoryTx, inDirectory } from '../../../store/driver/directory-tx.ts'
import type { Context } from '../../foundation/context.ts'
import { insertTenantKeys } from '../keys/tenant-keys.ts'
import { insertPair, type NamedKeys, type TenantPair } from '../tenants/create-tenant.ts'
import { DEMO_ALIAS, loadDemoKeys } from './demo-keys.ts'
import { createDemoPeople, type DemoPeople } from './demo-people.ts'

/** The demo merchant's tenants with their keys and the people to try things out on. */
export type Demo = { readonly live: DemoTenant; readonly test: DemoTenant }
export type DemoTenant = NamedKeys & { readonly people: DemoPeople }

export const DEMO_MERCHANT = 'Demo merchant'
/** The colors of the example shop. */
const theme = { accentColor: '#a4431f', darkBackgroundColor: '#26201b' }
/** Where share links lead until a shop is there. */
export const DEMO_LANDING_PAGE = 'https://www.example.com/welcome'

/**
 * Creates the demo merchant, or completes what an earlier start left unfinished: its keys first, which are a file, then
 * everything that they open. Null when the alias belongs to a merchant of the operator's own.
 */
export async function ensureDemo(ctx: Context, dataDir: string): Promise<Demo | null> {
  const pair = await loadDemoKeys(dataDir)
  const isOurs = await inDirectory(ctx.db, (tx) => ensureTenants(tx, ctx, pair))
  if (!isOurs) return null
  const [live, test] = await Promise.all(
    [pair.live, pair.test].map((keys) => createDemoPeople(ctx, keys.alias)),
  )
  if (live === undefined || test === undefined) throw new Error('live or test tenant of the demo not found')
  return { live: { ...pair.live, people: live }, test: { ...pair.test, people: test } }
}

async function ensureTenants(tx: DirectoryTx, ctx: Context, pair: TenantPair): Promise<boolean> {
  const merchant = await findMerchantName(tx, pair.live.alias)
  if (merchant === null) {
    const settings = {
      ...programDefaults,
      // The people of the demo are made up.
      showReferrerName: true,
      name: `Referrals of ${DEMO_ALIAS}`,
      landingPage: DEMO_LANDING_PAGE,
      theme,
    }
    await insertPair(tx, ctx, pair, DEMO_MERCHANT, settings)
    return true
  }
  if (merchant !== DEMO_MERCHANT) return false
  // The file was lost and made anew: the tenants take its keys beside those that they have.
  for (const { alias, ...keys } of [pair.live, pair.test]) {
    await insertTenantKeys(tx, ctx, alias, keys)
  }
  return true
}
