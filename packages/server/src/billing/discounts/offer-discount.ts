import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { type Rate, rateFromPercent } from '@goodword/domain/values/rate'
import { LRUCache } from 'lru-cache'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { Context } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import type { ActiveCode } from '../../referring/codes/look-up-codes.ts'
import { callProcessor, processorUnavailable, withinRequest } from '../connections/call-processor.ts'
import { type OpenConnection, openConnection } from '../connections/processor-client.ts'

/** The discount for a friend's new subscription at the processor. */
export type OfferedDiscount = {
  readonly discountId: string
  /** The code for the processor's own checkout; null if the program has no such codes. */
  readonly promotionCode: string | null
}

type Offer = {
  readonly settings: FullSettings
  readonly code: ActiveCode
  readonly isProcessorConnected: boolean
}

/**
 * Something that was deleted by hand at the processor is noticed after this time at the latest: a notification of the processor
 * and a check of the connection renew the cached offer.
 */
const OFFERED_MS = 300_000
const MAX_OFFERS = 10_000

const createOffers = () => new LRUCache<string, OfferedDiscount>({ max: MAX_OFFERS, ttl: OFFERED_MS })

/**
 * The discount of the friend at the processor. Unless discounts are made by hand, it exists when the promise resolves: a
 * merchant gives it to a subscription at once.
 *
 * @throws Refusal PROCESSOR_SETUP_INCOMPLETE or PROCESSOR_UNAVAILABLE
 */
export async function offerDiscount(
  ctx: Context,
  tenantId: TenantId,
  offer: Offer,
): Promise<OfferedDiscount> {
  const { settings, isProcessorConnected } = offer
  const byHand = { discountId: settings.processorDiscountId, promotionCode: null }
  const rate = friendRate(settings)
  if (!isProcessorConnected || rate === null) return byHand
  try {
    const connection = await openConnection(ctx, tenantId)
    if (connection?.client.offerDiscount === undefined) return byHand
    const offers = ctx.singleton(createOffers)
    // No promotion code is made while the connection ends, because its codes end with it.
    const isEnding = connection.row.removal_requested_at !== null
    const processorPromotionCodes = settings.processorPromotionCodes && !isEnding
    const offered = { ...offer, settings: { ...settings, processorPromotionCodes }, rate }
    const { id, setup_checked_at: checkedAt, discounts_changed_at: changedAt } = connection.row
    const key = JSON.stringify([id, checkedAt, changedAt, byHand.discountId, rate, codeFor(offered)])
    const known = offers.get(key)
    if (known !== undefined) return known
    const made = await withinRequest(make(ctx, tenantId, connection, offered))
    offers.set(key, made)
    return made
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.retryable) throw processorUnavailable(error)
    throw new Refusal('PROCESSOR_SETUP_INCOMPLETE', error.message)
  }
}

async function make(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  offer: Offer & { readonly rate: Rate },
): Promise<OfferedDiscount> {
  const { rate, settings } = offer
  const discountId = await callProcessor(ctx, tenantId, connection, async (client) => {
    return (await client.offerDiscount?.(settings.processorDiscountId, rate)) ?? settings.processorDiscountId
  })
  const code = codeFor(offer)
  const isMirrored = code !== null && (await mirror(ctx, tenantId, connection, { ...offer, rate }))
  return { discountId, promotionCode: isMirrored ? code : null }
}

/** Without a right for promotion codes, which the connection shows then, there is still the discount itself. */
async function mirror(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  { code: { code }, settings, rate }: Offer & { readonly rate: Rate },
): Promise<boolean> {
  try {
    const mirrored = await callProcessor(ctx, tenantId, connection, async ({ mirrorCode }) =>
      mirrorCode?.(code, settings.processorDiscountId, rate),
    )
    return mirrored === 'MIRRORED'
  } catch (error) {
    if (error instanceof ProcessorError && !error.retryable) return false
    throw error
  }
}

/** The code that is to be a promotion code; null if the program has none. */
function codeFor({ settings, code }: Offer): string | null {
  return settings.processorPromotionCodes ? code.code : null
}

/** The percentage that friends have off; 0 if their reward is none. */
export function friendPercentage({ referredReward }: Pick<FullSettings, 'referredReward'>): number {
  return referredReward?.type === 'PCT_DISCOUNT' ? referredReward.discountPercent : 0
}

/** Null if the friend has no percentage off. */
export function friendRate(settings: Pick<FullSettings, 'referredReward'>): Rate | null {
  const rate = rateFromPercent(friendPercentage(settings))
  return rate === 0 ? null : rate
}
