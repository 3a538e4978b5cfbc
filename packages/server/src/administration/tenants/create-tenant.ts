import { textFormats } from '@goodword/contract/frame/formats'
import { programDefaults } from '@goodword/contract/program/program'
import {
  isShortText,
  isTenantAlias,
  type MerchantId,
  modeOf,
  type TenantId,
} from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { insertMerchant, insertTenant } from '../../frame/rows/directory.ts'
import { insertProgram } from '../../frame/rows/programs.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { insertTenantKeys, makeTenantKeys, type TenantKeys } from '../keys/tenant-keys.ts'

export type TenantRequest = {
  /** The live tenant's; the test tenant's is `test_` and the same. */
  readonly alias: string
  /** The merchant's name; defaults to the alias. */
  readonly merchant?: string
  /** Where share links of both modes lead. */
  readonly landingPage?: string
}

export type CreatedTenant = {
  readonly merchant: string
  readonly live: NamedKeys
  readonly test: NamedKeys
}
export type NamedKeys = TenantKeys & { readonly alias: TenantId }

/** Both tenants of a program: their aliases and the keys that they get. */
export type TenantPair = { readonly live: NamedKeys; readonly test: NamedKeys }

/**
 * Makes a merchant with one program: a live and a test tenant, each with keys and a program that works.
 *
 * @throws OperatorError when the alias is taken or something has no possible value
 */
export async function createTenant(ctx: Context, request: TenantRequest): Promise<CreatedTenant> {
  const pair = newTenantPair(request.alias)
  const merchant = request.merchant ?? request.alias
  if (!isShortText(merchant) || merchant.trim() === '') {
    throw new OperatorError("The merchant's name must have 1 to 256 characters and no control characters.")
  }
  const landingPage = request.landingPage ?? null
  if (landingPage !== null && !textFormats['page-address'].check(landingPage)) {
    throw new OperatorError(`The landing page must be ${textFormats['page-address'].rule}.`)
  }
  const settings = { ...programDefaults, publicName: request.merchant ?? null, landingPage }
  await inDirectory(ctx.db, async (tx) => {
    await insertPair(tx, ctx, pair, merchant, settings)
    for (const { alias } of [pair.live, pair.test]) {
      await audit(tx, ctx, alias, 'tenant.create', { merchant, landingPage })
    }
  })
  return { merchant, ...pair }
}

/** @throws OperatorError when the text cannot be the alias of a live tenant */
export function newTenantPair(alias: string): TenantPair {
  const test = `test_${alias}`
  if (!isTenantAlias(alias) || modeOf(alias) !== 'live' || !isTenantAlias(test)) {
    throw new OperatorError(
      'An alias has 3 to 59 characters of a-z, 0-9 and _, and does not start with "test_", which is the prefix of test tenants.',
    )
  }
  return {
    live: { alias, ...makeTenantKeys(alias) },
    test: { alias: test, ...makeTenantKeys(test) },
  }
}

/** Adds the merchant with both tenants; all or, when the alias is taken, nothing. */
export async function insertPair(
  tx: DirectoryTx,
  ctx: Context,
  pair: TenantPair,
  merchant: string,
  settings: unknown,
): Promise<void> {
  const createdAt = ctx.clock.now()
  const merchantId = ctx.ids.make<MerchantId>(createdAt)
  await insertMerchant(tx, { id: merchantId, name: merchant, createdAt })
  for (const { alias, ...keys } of [pair.live, pair.test]) {
    const isNew = await insertTenant(tx, { id: alias, merchantId, mode: modeOf(alias), createdAt })
    if (!isNew) throw new OperatorError(`The alias "${alias}" is taken. Choose another one.`)
    await insertTenantKeys(tx, ctx, alias, keys)
    await insertProgram(tx, { tenantId: alias, settings, createdAt })
  }
}
