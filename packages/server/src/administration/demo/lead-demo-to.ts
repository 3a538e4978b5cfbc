import { isDeepStrictEqual } from 'node:util'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { replaceProgram } from '../programs/replace-program.ts'
import { type DemoRewards, demoRewards, rewardsOfDemo } from './demo-rewards.ts'
import { DEMO_LANDING_PAGE } from './ensure-demo.ts'

/**
 * Lets the demo's share links lead to the shop of this machine, unless another page was set, and gives their cards the
 * picture of the shop, unless they have one.
 */
export async function leadDemoTo(ctx: Context, tenantId: TenantId, shop: string): Promise<void> {
  const { version, ...settings } = await readProgram(ctx, tenantId)
  const { landingPage: present, preview } = settings
  if (present !== null && present !== DEMO_LANDING_PAGE && !isOfThisMachine(present)) return
  const landingPage = `${shop}/`
  const pictured = preview.en?.imageUrl
  const hasOther = pictured !== undefined && !isOfThisMachine(pictured)
  const imageUrl = hasOther ? pictured : `${shop}/share-card.png`
  if (present === landingPage && pictured === imageUrl) return
  const en = hasOther ? (preview.en ?? {}) : { ...preview.en, imageUrl, ...pictureFacts }
  await replaceProgram(ctx, tenantId, { ...settings, landingPage, preview: { ...preview, en } }, version)
}

const pictureFacts = { imageWidth: 1200, imageHeight: 630, imageAlt: 'Larkfield Coffee' }

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

/**
 * Lets a program of the demo give referrers this for each friend who pays from now on; null leaves it as it is. Returns what it
 * gives them, null for a reward that the demo does not know.
 */
export async function giveDemoRewards(
  ctx: Context,
  tenantId: TenantId,
  rewards: DemoRewards | null,
): Promise<DemoRewards | null> {
  const { version, ...settings } = await readProgram(ctx, tenantId)
  const present = demoRewards.find((it) => isDeepStrictEqual(settings.referrerReward, rewardsOfDemo[it]))
  if (rewards === null || rewards === present) return present ?? null
  await replaceProgram(ctx, tenantId, { ...settings, referrerReward: rewardsOfDemo[rewards] }, version)
  return rewards
}

/** Whether a page is that of the shop of an earlier start, which may have had another port. */
function isOfThisMachine(page: string): boolean {
  return new URL(page).hostname === '127.0.0.1'
}
