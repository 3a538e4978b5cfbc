import { Refusal } from '@goodword/contract/frame/refusal'
import { programDefaults } from '@goodword/contract/program/program'
import { type MerchantId, modeOf, type StaffId, type TenantId } from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import { makeSigningKey } from '../../engine/secrets/api-key.ts'
import { actorNamed } from '../../frame/actor.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { insertMerchant, insertTenant } from '../../frame/rows/directory.ts'
import { insertProgram } from '../../frame/rows/programs.ts'
import { insertFirstSigningKey } from '../../frame/rows/signing-keys.ts'
import { sealedSigningKey } from '../keys/tenant-keys.ts'
import { insertMembership } from '../rows/memberships.ts'
import { insertStaff, setPassword } from '../rows/staff.ts'
import { requireLink, useLink } from '../sign-in/one-time-links.ts'
import { passwordHashing } from '../sign-in/password.ts'

export type WelcomeRequest = {
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly company: string
  /** The alias of the live tenant. */
  readonly alias: TenantId
}

/**
 * Creates the first owner of an installation with a merchant and its live and test tenant. API keys are created in the portal,
 * where they can be shown once.
 *
 * @throws Refusal LINK_NOT_VALID or ALIAS_TAKEN; then nothing is stored, and the link can be used again
 */
export async function welcomeOwner(
  ctx: Context,
  request: WelcomeRequest,
): Promise<{ readonly staffId: StaffId; readonly tenantAlias: TenantId }> {
  await requireLink(ctx, request.token, 'WELCOME')
  const hash = await passwordHashing.hash(request.password)
  const createdAt = ctx.clock.now()
  const staffId = ctx.ids.make<StaffId>(createdAt)
  const email = request.email.toLowerCase()
  // The alias of a test tenant is that of the live one with a prefix.
  const test = `test_${request.alias}` as TenantId
  await inDirectory(ctx.db, async (tx) => {
    await useLink(tx, ctx, request.token, 'WELCOME', null)
    // The link is the operator's, who can do all that an account can.
    const person = { id: staffId, name: request.name, email, isDemo: false, isAddressProven: true, createdAt }
    const isNew = await insertStaff(tx, person)
    if (!isNew)
      throw new Refusal(
        'VALIDATION_FAILED',
        'A person of staff has this "email" already. Use another address.',
        'email',
      )
    await setPassword(tx, { id: ctx.ids.make<string>(createdAt), staffId, hash, now: createdAt })
    const merchantId = ctx.ids.make<MerchantId>(createdAt)
    await insertMerchant(tx, { id: merchantId, name: request.company, createdAt })
    await insertMembership(tx, { staffId, merchantId, role: 'owner', createdAt })
    const acting = ctx.actingAs(actorNamed(`staff ${staffId} ${email}`))
    for (const tenantId of [request.alias, test]) {
      await addTenant(tx, acting, tenantId, merchantId, request.company)
    }
  })
  return { staffId, tenantAlias: test }
}

async function addTenant(
  tx: DirectoryTx,
  ctx: Context,
  tenantId: TenantId,
  merchantId: MerchantId,
  company: string,
): Promise<void> {
  const createdAt = ctx.clock.now()
  const isNew = await insertTenant(tx, { id: tenantId, merchantId, mode: modeOf(tenantId), createdAt })
  if (!isNew) {
    throw new Refusal('ALIAS_TAKEN', 'Another program has this alias. Choose another "alias".', 'alias')
  }
  await tx.serveTenant(tenantId)
  await insertFirstSigningKey(tx, tenantId, sealedSigningKey(ctx, tenantId, makeSigningKey()))
  await insertProgram(tx, { tenantId, settings: programDefaults, createdAt })
  await audit(tx, ctx, tenantId, 'tenant.create', { merchant: company, landingPage: null })
}
