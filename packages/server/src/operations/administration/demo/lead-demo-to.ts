import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../foundation/context.ts'
import { readProgram } from '../../foundation/program/read-program.ts'
import { replaceProgram } from '../programs/replace-program.ts'
import { DEMO_LANDING_PAGE } from './ensure-demo.ts'

/** Lets the demo's share links lead to a page of this machine, unless another page was set. */
export async function leadDemoTo(ctx: Context, tenantId: TenantId, landingPage: string): Promise<void> {
  const { version, ...settings } = await readProgram(ctx, tenantId)
  const { landingPage: present } = settings
  if (present === landingPage) return
  if (present !== null && present !== DEMO_LANDING_PAGE && !isOfThisMachine(present)) return
  await replaceProgram(ctx, tenantId, { ...settings, landingPage }, version)
}

/** Gives a program of the demo its page for referrers, unless its e-mails were set up already. */
export async function giveDemoPage(ctx: Context, tenantId: TenantId): Promise<void> {
  const { version, ...settings } = await readProgram(ctx, tenantId)
  if (settings.emails !== null) return
  const page = {
    emails: { fromAddress: 'rewards@example.com' },
    hostedPage: { enabled: true, joinByEmail: true },
  }
  await replaceProgram(ctx, tenantId, { ...settings, ...page }, version)
}

/** Whether a page is that of the shop of an earlier start, which may have had another port. */
function isOfThisMachine(page: string): boolean {
  return new URL(page).hostname === '127.0.0.1'
}
